/** What `BoundModel.fit` gives: a posterior as an object. */

import { HostError } from '../../module/host-error.ts';
import type { Levels } from '../../module/levels.ts';
import type { Manifest } from '../../module/manifest.ts';
import { firstNames } from '../../module/names.ts';
import type { ColumnsInput } from '../../module/to-columns.ts';
import { pooled } from '../../statistics/chains.ts';
import type { Mode } from '../diagnose/modes.ts';
import type { ParameterSummary, SamplerSummary } from '../diagnose/summarise.ts';
import type { Verdict } from '../diagnose/verdict-status.ts';
import type { SampledPosterior } from '../fit.ts';
import type { LoadedModule } from '../load.ts';
import type { LatentParameter, Parameter } from '../parameters.ts';
import type { FittedSettings } from '../posterior.ts';
import type { PointwiseLogLikelihood } from '../predict/log-likelihood.ts';
import type { Prediction, PredictOptions } from '../predict/predict.ts';
import type { NewColumns } from '../predict/rows.ts';
import { type ProfileRow, profileRows, profileText } from '../profile.ts';
import type { Rows } from '../rows.ts';

/** A layout with its data, as what was fitted to it knows it; a `BoundModel` is one. */
export interface BoundLayout {
  readonly model: LoadedModule;
  readonly manifest: Manifest;
  readonly levels: Levels;
  readonly parameters: readonly LatentParameter[];
}

/** What is fitted, and how rows to predict are read. */
export interface FitContext {
  readonly rows: Rows;
  readonly readRows: (input: ColumnsInput) => Promise<NewColumns>;
}

/** Where a fit comes from. */
export interface FitOrigin {
  readonly bound: BoundLayout;
  readonly posterior: SampledPosterior;
  /** Reads rows to predict as the data were read that were fitted. */
  readonly readRows: (input: ColumnsInput) => Promise<NewColumns>;
}

/** A posterior as an object: the profile, how surely it is known, its draws, and predictions. */
export class FittedModel {
  readonly bound: BoundLayout;
  /** The draws as plain data, with what they are draws of: what figures, reports and files take. */
  readonly posterior: SampledPosterior;
  readonly settings: FittedSettings;
  /** Whether the numbers can be used, and what is to be done where not. */
  readonly verdict: Verdict;
  /** How the sampler fared. */
  readonly sampler: SamplerSummary;
  /** What scouts found besides, the mode with most mass first. */
  readonly modes: readonly Mode[];
  /** Wall time of sampling. */
  readonly samplingSeconds: number;
  readonly #readRows: FitOrigin['readRows'];

  /** Use `BoundModel.fit`. */
  constructor({ bound, posterior, readRows }: FitOrigin) {
    this.bound = bound;
    this.posterior = posterior;
    this.settings = posterior.settings;
    this.verdict = posterior.verdict;
    this.sampler = posterior.sampler;
    this.modes = posterior.modes;
    this.samplingSeconds = posterior.samplingSeconds;
    this.#readRows = readRows;
  }

  /** What the draws are of, in their order: each latent, or each level of an indexed one. */
  get parameters(): readonly Parameter[] {
    return this.posterior.parameters;
  }

  /** By the name of the parameter: posterior mean, sd, quantiles, 95 % HDI, ESS, R-hat and Monte Carlo error, unrounded. */
  summary(): Readonly<Record<string, ParameterSummary>> {
    return this.posterior.summary;
  }

  /** The same by the parameter's name, as text with only the digits that the estimate supports. */
  profile(): Readonly<Record<string, ProfileRow>> {
    return Object.fromEntries(this.#profileRows());
  }

  /** The profile as a table of plain text, with what is to be known before it is used. */
  toString(): string {
    return profileText(this.#profileRows(), this.verdict);
  }

  /**
   * All draws of a parameter on the layout's own scale, chain after chain: `chains × draws` numbers, in a copy of their own.
   *
   * @param name as `parameters` has it, such as `acuity` or `theta[Ada]`
   * @throws HostError of kind `data` when there is no parameter of that name.
   */
  draws(name: string): Float64Array {
    return pooled(this.chains(name));
  }

  /** The draws of a parameter, one array per chain. @throws HostError as `draws` does. */
  chains(name: string): readonly Float64Array[] {
    const index = this.parameters.findIndex((parameter) => parameter.name === name);
    if (index >= 0) return this.posterior.draws.map(({ latents }) => latents[index]!);
    throw new HostError(
      'data',
      `The fit has no parameter \`${name}\`.`,
      `It has ${firstNames(this.parameters.map((parameter) => parameter.name))}.`,
    );
  }

  /**
   * Predicts rows: for each outcome the posterior of its mean in each row, which of 0 and 1 is the probability of 1, with an interval; on request
   * the layout's `let`s, drawn outcomes, and what each factor of a conjunction costs. Statistics such as `mean(success)` are those of the
   * data that were fitted.
   *
   * @param input as `Model.bind` takes it; outcomes are not needed. Categories have levels that the fit had
   * @throws HostError of kind `data` when the rows do not fit the layout or the fit, or an option is out of range.
   */
  async predict(input: ColumnsInput, options: PredictOptions = {}): Promise<Prediction> {
    const { predict } = await import('../predict/predict.ts');
    return predict(this.bound.model, this.posterior, await this.#readRows(input), options);
  }

  /**
   * The log density or mass of each outcome in each row at each draw, for each outcome by its name: what leave-one-out cross-validation is
   * computed from.
   *
   * @param input as `predict` takes it, with the outcomes
   * @throws HostError as `predict` does.
   */
  async pointwiseLogLikelihood(
    input: ColumnsInput,
    options: { readonly every?: number } = {},
  ): Promise<Readonly<Record<string, PointwiseLogLikelihood>>> {
    const { pointwiseLogLikelihood } = await import('../predict/log-likelihood.ts');
    return pointwiseLogLikelihood(this.bound.model, this.posterior, await this.#readRows(input), options);
  }

  /** All chains as the text of one file in CmdStan's form: byte for byte the `draws.csv` of `theodolite fit`. */
  async drawsCsv(): Promise<string> {
    const { drawsCsv } = await import('../draws-csv.ts');
    return drawsCsv(this.bound.manifest.layout, this.posterior, this.settings);
  }

  #profileRows(): Map<string, ProfileRow> {
    const rows = profileRows(this.parameters, this.posterior.summary);
    return new Map(this.parameters.map(({ name }, index) => [name, rows[index]!]));
  }
}
