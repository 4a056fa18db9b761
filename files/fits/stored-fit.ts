/** A stored posterior as an object, with the methods of a `FittedModel` but without its data. */

import type { LoadedModule } from '../../host/load.ts';
import type { Parameter } from '../../host/parameters.ts';
import { chainsOf, type FittedRows, type Posterior, type PredictiveDraws } from '../../host/posterior.ts';
import { type PointwiseLogLikelihood, pointwiseLogLikelihood } from '../../host/predict/log-likelihood.ts';
import { toNewColumns } from '../../host/predict/new-columns.ts';
import { type Prediction, type PredictOptions, predict } from '../../host/predict/predict.ts';
import { type NewColumns, orderNewColumns } from '../../host/predict/rows.ts';
import { HostError } from '../../module/host-error.ts';
import type { Levels } from '../../module/levels.ts';
import type { Manifest } from '../../module/manifest.ts';
import { firstNames } from '../../module/names.ts';
import type { ColumnsInput } from '../../module/to-columns.ts';
import type { FitSummary } from './fit-summary.ts';
import type { Bound } from './summary-shapes.ts';

/** The layout of a fit: its columns and latents, and the module, which may be made only once rows are known. */
export interface FittedLayout {
  readonly manifest: Manifest;
  /** @param columns rows like those that it will predict, for which it is optimised; NaN for unknown outcomes */
  module(columns: ReadonlyMap<string, Float64Array>): Promise<LoadedModule>;
  /** The bytes of the module, if they are stored. */
  readonly bytes?: Uint8Array;
}

export interface StoredParts {
  readonly folder: string;
  readonly summary: FitSummary & Bound;
  readonly layout: FittedLayout;
  readonly posterior: Posterior;
  readonly fittedRows?: FittedRows;
}

/** The posterior that a folder holds. */
export class StoredFit {
  readonly folder: string;
  /**
   * The contents of `summary.json`: posterior means and intervals, diagnostics of the sampler, warnings, and the fitted
   * columns.
   */
  readonly summary: FitSummary & Bound;
  /** The draws as plain data, with their parameters: the input of figures, reports and files. */
  readonly posterior: Posterior;
  readonly #layout: FittedLayout;
  readonly #drawn: PredictiveDraws;

  /** Use `openFit`. */
  constructor({ folder, summary, layout, posterior, fittedRows }: StoredParts) {
    this.#drawn = { ...posterior, fittedRows };
    this.folder = folder;
    this.summary = summary;
    this.posterior = posterior;
    this.#layout = layout;
  }

  /** The columns, latents and `let`s of the layout. */
  get manifest(): Manifest {
    return this.posterior.manifest;
  }

  /** The values of a draw, in order: each latent, or each level of an indexed one. */
  get parameters(): readonly Parameter[] {
    return this.posterior.parameters;
  }

  /**
   * The draws of a parameter on the layout's own scale, one array per chain. @throws HostError of kind `data` when
   * there is no parameter with that name.
   */
  chains(name: string): readonly Float64Array[] {
    const parameter = this.parameters.find((each) => each.name === name);
    if (parameter !== undefined) return chainsOf(this.posterior, parameter);
    throw new HostError(
      'data',
      `The fit in ${this.folder} has no parameter \`${name}\`.`,
      `It has ${firstNames(this.parameters.map((parameter) => parameter.name))}.`,
    );
  }

  /** A copy of all draws of a parameter, chain after chain. @throws HostError as `chains` does. */
  draws(name: string): Float64Array {
    return Float64Array.from(this.chains(name).flatMap((chain) => [...chain]));
  }

  /** The bytes of that module; undefined if they are not stored, or those of a layout that was given. */
  get moduleBytes(): Uint8Array | undefined {
    return this.#layout.bytes;
  }

  /** The module that predicts, compiled for rows like these if it does not exist yet. */
  module(columns: ReadonlyMap<string, Float64Array>): Promise<LoadedModule> {
    return this.#layout.module(columns);
  }

  /**
   * Predicts rows as `FittedModel.predict` does.
   *
   * @param input the demands and categories, by the names of the layout; outcomes are not needed
   * @throws HostError of kind `data` when the rows do not fit the layout or the fit, or an option is out of range.
   */
  async predict(input: ColumnsInput, options: PredictOptions = {}): Promise<Prediction> {
    const rows = toNewColumns(this.manifest, input);
    return predict(await this.#moduleFor(rows), this.#drawn, rows, options);
  }

  /** The level names of each category, in the order of level numbers. */
  get levels(): Levels {
    return this.posterior.levels;
  }

  /** The posterior as predictions read it. */
  get drawn(): PredictiveDraws {
    return this.#drawn;
  }

  /**
   * The same fit with the rows that it was made of, which are not stored. Predictions need them where outcomes read several classes together:
   * they say in which states these are at each level.
   *
   * @param input the demands, categories and outcomes, by the names of the layout
   * @throws HostError of kind `data` when they do not fit the layout or the fit
   */
  withRows(input: ColumnsInput): StoredFit {
    return this.withFittedRows(
      orderNewColumns(this.manifest, toNewColumns(this.manifest, input), this.levels),
    );
  }

  /** The same. @param columns in the order of the manifest, with level numbers of the fit */
  withFittedRows(columns: readonly Float64Array[]): StoredFit {
    const { folder, summary, posterior } = this;
    return new StoredFit({ folder, summary, posterior, layout: this.#layout, fittedRows: { columns } });
  }

  /**
   * The log density or mass of each outcome in each row at each draw, as in `FittedModel.pointwiseLogLikelihood`.
   *
   * @param input as `predict` takes it, with the outcomes
   * @throws HostError as `predict` does.
   */
  async pointwiseLogLikelihood(
    input: ColumnsInput,
    options: { readonly every?: number } = {},
  ): Promise<Readonly<Record<string, PointwiseLogLikelihood>>> {
    const rows = toNewColumns(this.manifest, input);
    return pointwiseLogLikelihood(await this.#moduleFor(rows), this.#drawn, rows, options);
  }

  #moduleFor(rows: NewColumns): Promise<LoadedModule> {
    const { manifest, levels } = this.posterior;
    const ordered = orderNewColumns(manifest, rows, levels);
    return this.module(new Map(manifest.columns.map(({ name }, index) => [name, ordered[index]!])));
  }
}
