/** The result of `BoundModel.fit`: a posterior as an object. */

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

/** The part of a layout with its data that a fit needs; a `BoundModel` is one. */
export interface BoundLayout {
  readonly model: LoadedModule;
  readonly manifest: Manifest;
  readonly levels: Levels;
  readonly parameters: readonly LatentParameter[];
}

/** The fitted model, and how rows to predict are read. */
export interface FitContext {
  readonly rows: Rows;
  readonly readRows: (input: ColumnsInput) => Promise<NewColumns>;
}

/** The source of a fit. */
export interface FitOrigin {
  readonly bound: BoundLayout;
  readonly posterior: SampledPosterior;
  /** The fitted rows. */
  readonly rows: Rows;
  /** Reads rows to predict in the same way as the fitted data. */
  readonly readRows: (input: ColumnsInput) => Promise<NewColumns>;
}

/** A posterior as an object: the profile, its uncertainty, its draws, and predictions. */
export class FittedModel {
  readonly bound: BoundLayout;
  /** The draws as plain data, with their parameters: the input of figures, reports and files. */
  readonly posterior: SampledPosterior;
  readonly settings: FittedSettings;
  /** Whether the numbers can be used, and what to do if not. */
  readonly verdict: Verdict;
  /** How the sampler fared. */
  readonly sampler: SamplerSummary;
  /** The modes that scouts found, the one with most mass first. */
  readonly modes: readonly Mode[];
  /** Wall time of sampling. */
  readonly samplingSeconds: number;
  readonly #readRows: FitOrigin['readRows'];
  readonly #rows: Rows;

  /** Use `BoundModel.fit`. */
  constructor({ bound, posterior, readRows, rows }: FitOrigin) {
    this.#rows = rows;
    this.bound = bound;
    this.posterior = posterior;
    this.settings = posterior.settings;
    this.verdict = posterior.verdict;
    this.sampler = posterior.sampler;
    this.modes = posterior.modes;
    this.samplingSeconds = posterior.samplingSeconds;
    this.#readRows = readRows;
  }

  /** The values of a draw, in order: each latent, or each level of an indexed one. */
  get parameters(): readonly Parameter[] {
    return this.posterior.parameters;
  }

  /** By parameter name: posterior mean, sd, quantiles, 95 % HDI, ESS, R-hat and Monte Carlo error, unrounded. */
  summary(): Readonly<Record<string, ParameterSummary>> {
    return this.posterior.summary;
  }

  /** The same by parameter name, as text with only the digits that the estimate supports. */
  profile(): Readonly<Record<string, ProfileRow>> {
    return Object.fromEntries(this.#profileRows());
  }

  /** The profile as a plain text table, with warnings. */
  toString(): string {
    return profileText(this.#profileRows(), this.verdict);
  }

  /**
   * All draws of a parameter on the layout's own scale, chain after chain: `chains × draws` numbers, as a copy.
   *
   * @param name as in `parameters`, such as `acuity` or `theta[Ada]`
   * @throws HostError of kind `data` when there is no parameter with that name.
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
   * Predicts rows: for each outcome and row, the posterior of the outcome's mean, with an interval. For an outcome of 0
   * and 1 the mean is the probability of 1. On request it also gives the layout's `let`s, drawn outcomes, and the cost
   * of each factor of a conjunction. Statistics such as `mean(success)` are those of the fitted data.
   *
   * @param input as `Model.bind` takes it; outcomes are not needed. Levels must be among those of the fit
   * @throws HostError of kind `data` when the rows do not fit the layout or the fit, or an option is out of range.
   */
  async predict(input: ColumnsInput, options: PredictOptions = {}): Promise<Prediction> {
    const { predict } = await import('../predict/predict.ts');
    const fitted = { ...this.posterior, fittedRows: this.#rows };
    return predict(this.bound.model, fitted, await this.#readRows(input), options);
  }

  /**
   * By outcome name, the log density or mass of the outcome in each row at each draw, from which leave-one-out
   * cross-validation is computed.
   *
   * @param input as `predict` takes it, with the outcomes
   * @throws HostError as `predict` does.
   */
  async pointwiseLogLikelihood(
    input: ColumnsInput,
    options: { readonly every?: number } = {},
  ): Promise<Readonly<Record<string, PointwiseLogLikelihood>>> {
    const { pointwiseLogLikelihood } = await import('../predict/log-likelihood.ts');
    const fitted = { ...this.posterior, fittedRows: this.#rows };
    return pointwiseLogLikelihood(this.bound.model, fitted, await this.#readRows(input), options);
  }

  /** All chains as the text of one file in CmdStan's form: the same bytes as the `draws.csv` of `theodolite fit`. */
  async drawsCsv(): Promise<string> {
    const { drawsCsv } = await import('../draws-csv.ts');
    return drawsCsv(this.bound.manifest.layout, this.posterior, this.settings);
  }

  #profileRows(): Map<string, ProfileRow> {
    const rows = profileRows(this.parameters, this.posterior.summary);
    return new Map(this.parameters.map(({ name }, index) => [name, rows[index]!]));
  }
}
