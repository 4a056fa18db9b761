/** A layout with its data as an object: its density, and its fits. */
import { METHODS, type Method } from '../chain.ts';
import type { Columns } from '../columns.ts';
import type { EstimatedModel } from '../estimate/estimated-model.ts';
import type { EstimateOptions } from '../estimate/settings.ts';
import { type FitOptions, fitRows } from '../fit.ts';
import type { Hint } from '../hints/hint.ts';
import { bindExports, type Instance, type InstanceKind } from '../instance.ts';
import type { Levels } from '../levels.ts';
import type { Manifest } from '../manifest.ts';
import type { Parameter } from '../parameters.ts';
import type { NewColumns } from '../predict/rows.ts';
import type { Rows } from '../rows.ts';
import { resolveSettings } from '../sample.ts';
import type { ColumnsInput } from '../to-columns.ts';
import { FittedModel } from './fitted-model.ts';
import type { Model } from './model.ts';
import { type PointInput, readPoint } from './point-input.ts';

/** What `Model.bind` has found. */
export interface Binding {
  readonly model: Model;
  readonly columns: Columns;
  readonly rows: Rows;
  readonly levels: Levels;
  /** Those of the levels whose names were given: numbers in their columns are the numbers of these. */
  readonly given: Levels;
  readonly parameters: readonly Parameter[];
  /** Of an instance that has no data yet. */
  readonly exports: WebAssembly.Exports;
  /** What becomes of it with them. */
  readonly Kind: InstanceKind<Instance>;
}

/** What is fitted, and how rows to predict are read. */
export interface FitContext {
  readonly rows: Rows;
  readonly readRows: (input: ColumnsInput) => Promise<NewColumns>;
}

type SampledOptions = Omit<FitOptions, 'levels'>;

/** Whether it is draws that are asked for, and not an estimate. */
function isSampled(options: SampledOptions | EstimateOptions): options is SampledOptions {
  return METHODS.includes((options.method ?? 'nuts') as Method);
}

/** A log density and its gradient, which has one number a parameter. */
export interface Density {
  readonly logDensity: number;
  readonly gradient: Float64Array;
}

/** Guards the module's instance that densities are asked of; fits run in instances of their own. */
export class BoundModel {
  readonly model: Model;
  /** The names of each category's levels, in the order of their numbers. */
  readonly levels: Levels;
  /** What a point and a draw hold, in their order: each latent, or each level of an indexed one. */
  readonly parameters: readonly Parameter[];
  readonly #binding: Binding;
  #bound: Instance | null = null;

  /** Use `Model.bind`. */
  constructor(binding: Binding) {
    this.model = binding.model;
    this.levels = binding.levels;
    this.parameters = binding.parameters;
    this.#binding = binding;
  }

  /**
   * Given its data when it is first asked: until then none of the module's code has run on this thread, which one that hangs
   * would hang.
   */
  get #instance(): Instance {
    const { Kind, exports, rows } = this.#binding;
    this.#bound ??= bindExports(Kind, this.manifest, exports, rows);
    return this.#bound;
  }

  get manifest(): Manifest {
    return this.model.manifest;
  }

  /**
   * Samples the posterior in threads, and sums it up. The same module, data, seed and settings give the same draws on every
   * machine. Progress and the abort signal are options.
   *
   * @throws HostError when a setting is out of range, a chain finds no start or breaks off, memory runs out, or the signal is
   *   aborted. A fit that did not converge is no error: its `verdict` says so.
   */
  fit(options?: SampledOptions): Promise<FittedModel>;
  /**
   * Estimates a point instead: the highest likelihood (`mle`) or posterior density (`map`), with standard errors from its curvature, or
   * Laplace's approximation (`laplace`). Climbs run in threads; the estimate does not depend on how many.
   *
   * @throws HostError when a setting is out of range, no start has a finite density, memory runs out, or the signal is aborted.
   *   That there is no maximum, or more than one, is no error: the `verdict` says so.
   */
  fit(options: EstimateOptions): Promise<EstimatedModel>;
  async fit(options: SampledOptions | EstimateOptions = {}): Promise<FittedModel | EstimatedModel> {
    const context: FitContext = {
      rows: this.#binding.rows,
      readRows: async (input) =>
        (await import('../predict/new-columns.ts')).toNewColumns(this.manifest, input, this.#binding.given),
    };
    if (!isSampled(options)) {
      return (await import('../estimate/estimated-model.ts')).estimateModel(this, context, options);
    }
    const fit = await fitRows(this.model, this.#binding.rows, this.parameters, options);
    return new FittedModel({ bound: this, fit, settings: resolveSettings(options), ...context });
  }

  /**
   * What the data cannot tell about the layout, such as an ability that no row informs; found without sampling.
   *
   * @throws HostError of kind `interrupted` once the signal is aborted.
   */
  async hints(signal?: AbortSignal): Promise<readonly Hint[]> {
    const { findHints } = await import('../hints/find-hints.ts');
    return findHints(this.model, this.#binding.columns, {
      levels: this.levels,
      ...(signal === undefined ? {} : { signal }),
    });
  }

  /**
   * The log density at a point on the layout's own scale, without Jacobians and with normalised priors, and its gradient.
   * −∞ where the point lies outside a prior's support, with a gradient of zeros.
   *
   * @param point one number a latent by its name, and for an indexed latent an object with one a level; or all of them in the
   *   order of `parameters`
   * @throws HostError of kind `data` when it does not name each of them once, with a number; at the first call of this or its
   *   kin also as giving data to a chain does, of kind `memory` or `module`.
   */
  logDensity(point: PointInput): Density {
    const values = readPoint(this, point);
    if (this.#instance.outsideSupport(values) !== null) {
      return { logDensity: Number.NEGATIVE_INFINITY, gradient: new Float64Array(values.length) };
    }
    return this.#instance.logDensity(values);
  }

  /** The same on the unconstrained scale, with the log Jacobian: what a sampler needs. @param position in the order of `parameters` */
  logDensityUnconstrained(position: ArrayLike<number>): Density {
    return this.#instance.logDensityUnconstrained(readPoint(this, position));
  }

  /** A position on the unconstrained scale as a point on the layout's own; both in the order of `parameters`. */
  constrain(position: ArrayLike<number>): Float64Array {
    return this.#instance.constrain(readPoint(this, position));
  }
}
