/**
 * A loaded module, and a layout with its data, as objects: the steps of a program between loading a layout and fitting
 * it.
 */

import type { Columns } from '../../module/columns.ts';
import { orderColumns } from '../../module/columns.ts';
import { HostError } from '../../module/host-error.ts';
import type { Levels } from '../../module/levels.ts';
import { levelsOf, saysMoreOfLevels } from '../../module/levels.ts';
import type { Manifest } from '../../module/manifest.ts';
import type { ColumnsInput } from '../../module/to-columns.ts';
import { toColumns } from '../../module/to-columns.ts';
import { condenseOrdered } from '../condense.ts';
import { METHODS, type Method } from '../draws.ts';
import type { EstimatedModel } from '../estimate/estimated-model.ts';
import type { EstimateOptions } from '../estimate/settings.ts';
import { type FitOptions, fitRows } from '../fit.ts';
import type { Hint } from '../hints/hint.ts';
import { bindExports, Instance, type InstanceKind, instantiate } from '../instance.ts';
import { type LoadedModule, loadModule, type ModuleLimits } from '../load.ts';
import { type LatentParameter, parametersOf, SUM_REMEDY, sumOffZero, sumsWrong } from '../parameters.ts';
import type { TablesInput } from '../row-tables.ts';
import type { Rows } from '../rows.ts';
import { type FitContext, FittedModel } from './fitted-model.ts';
import { type PointInput, readPoint } from './point-input.ts';

/** How data are bound. */
export interface BindOptions {
  /**
   * The names of a category's levels, in order. If they are given, a column of the category may hold level numbers,
   * from 0, instead of names.
   */
  readonly levels?: Levels;
  /** The columns of the tables that the layout declares beside its main one, by the names of the tables. */
  readonly tables?: TablesInput;
  /** Stops the reading of many rows. */
  readonly signal?: AbortSignal;
}

/** A compiled layout that is ready for data. Structured cloning turns it into a plain `LoadedModule`. */
export class Model implements LoadedModule {
  readonly module: WebAssembly.Module;
  readonly manifest: Manifest;

  constructor({ module, manifest }: LoadedModule) {
    this.module = module;
    this.manifest = manifest;
  }

  /**
   * Binds data to the layout: one column for each demand, category and outcome in `manifest.columns`, in the units
   * given there. Other columns are ignored.
   *
   * @param input columns by name, those of the main table, all of one length: an object or a `Map` of arrays or typed arrays, or an Arrow table.
   *   `null`, `undefined` and NaN are missing. `true` and `false` are 1 and 0. A category's column holds names or numbers of its levels
   * @throws HostError of kind `data` that names the column and the row that do not fit the layout; of kind `memory`
   * when there is not enough memory for an instance; of kind `interrupted` once the signal is aborted
   */
  async bind(input: ColumnsInput, { levels, tables, signal }: BindOptions = {}): Promise<BoundModel> {
    const { manifest } = this;
    const read =
      tables || saysMoreOfLevels(manifest)
        ? (await import('../row-tables.ts')).toRows(manifest, input, tables, levels)
        : toColumns(manifest, input, levels);
    const ordered = orderColumns(manifest, read.columns);
    const names = levelsOf(manifest, ordered, read.levels);
    const rows = { ...(await condenseOrdered(this, ordered, signal)), levelNames: names };
    return new BoundModel({
      model: this,
      columns: read.columns,
      rows,
      levels: names,
      given: levels ?? new Map(),
      parameters: parametersOf(manifest, names),
      exports: await instantiate(this, rows),
      // The function that samples refuses a level without its statistic.
      Kind:
        manifest.levelStatistics.length > 0
          ? (await import('../sampler-instance.ts')).SamplerInstance
          : Instance,
    });
  }
}

/**
 * Reads the bytes of a compiled layout from `compile` or `theodolite build`. No code of the module is run.
 *
 * @param limits the maximum size of the module, and the maximum memory per chain
 * @throws HostError of kind `module` when the bytes are not a compiled layout that this host can run.
 */
export async function load(bytes: ArrayBuffer | Uint8Array, limits?: ModuleLimits): Promise<Model> {
  return new Model(await loadModule(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes), limits));
}

/** The result of `Model.bind`'s checks. */
export interface Binding {
  readonly model: Model;
  readonly columns: Columns;
  readonly rows: Rows;
  readonly levels: Levels;
  /** The level names of categories that were given by name; their columns hold level numbers. */
  readonly given: Levels;
  readonly parameters: readonly LatentParameter[];
  /** The state of an instance without data. */
  readonly exports: WebAssembly.Exports;
  /** The state after the data is bound. */
  readonly Kind: InstanceKind<Instance>;
}

type SampledOptions = Omit<FitOptions, 'levels'>;

/** Whether draws are requested, and not an estimate. */
function isSampled(options: SampledOptions | EstimateOptions): options is SampledOptions {
  return METHODS.includes((options.method ?? 'nuts') as Method);
}

/** A log density and its gradient, with one number per parameter. */
export interface Density {
  readonly logDensity: number;
  readonly gradient: Float64Array;
}

/** Guards the module instance that evaluates densities; fits run in their own instances. */
export class BoundModel {
  readonly model: Model;
  /** The level names of each category, in the order of level numbers. */
  readonly levels: Levels;
  /** The values of a point or a draw, in order: each latent, or each level of an indexed one. */
  readonly parameters: readonly LatentParameter[];
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
   * The data is bound on first use. Until then no code of the module runs on this thread, which a module that hangs
   * would block.
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
   * Samples the posterior in threads, and summarises it. The same module, data, seed and settings give the same draws
   * on every machine. Progress and the abort signal are options.
   *
   * @throws HostError when a setting is out of range, a chain finds no start or breaks off, memory runs out, or the
   * signal is aborted. A fit that did not converge is not an error: its `verdict` reports it.
   */
  fit(options?: SampledOptions): Promise<FittedModel>;
  /**
   * Estimates a point instead: the highest likelihood (`mle`) or posterior density (`map`), with standard errors from
   * its curvature, or Laplace's approximation (`laplace`). Climbs run in threads; the estimate does not depend on their
   * number.
   *
   * @throws HostError when a setting is out of range, no start has a finite density, memory runs out, or the signal is
   *   aborted. A missing maximum, or several maxima, are not an error: the `verdict` reports them.
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
    const posterior = await fitRows(this.model, this.#binding.rows, this.parameters, options);
    return new FittedModel({ bound: this, posterior, ...context });
  }

  /**
   * What the data cannot determine about the layout, such as an ability about which no row is informative; found
   * without sampling.
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
   * The log density at a point on the layout's own scale, without Jacobians and with normalised priors, and its
   * gradient. −∞ if the point lies outside a prior's support, with a gradient of zeros. If a latent is at an end of its
   * support, its slope is the one-sided slope inwards, which may be infinite.
   *
   * @param point by name, one number per latent, and for an indexed latent an object with one number per level; or all
   * numbers in the order of `parameters`
   * @throws HostError of kind `data` when the point does not give each of them one number, when levels that sum to zero do not, or when the density is
   * finite there but has no slope along one of them, as at a jump. The first call of this or a similar method may also
   * throw errors of kind `memory` or `module`, as binding data to a chain does.
   */
  logDensity(point: PointInput): Density {
    const values = readPoint(this, point);
    const off = sumOffZero(this.parameters, values);
    if (off !== null) throw new HostError('data', `The point ${sumsWrong(off)}.`, SUM_REMEDY);
    if (this.#instance.outsideSupport(values) !== null) {
      return { logDensity: Number.NEGATIVE_INFINITY, gradient: new Float64Array(values.length) };
    }
    const density = this.#instance.logDensity(values);
    const without = density.gradient.findIndex(Number.isNaN);
    if (without >= 0 && Number.isFinite(density.logDensity)) {
      throw new HostError(
        'data',
        `The log density has no slope along \`${this.parameters[without]!.name}\` there.`,
        'Move the latents inside their supports.',
      );
    }
    return density;
  }

  /**
   * The same on the unconstrained scale, with the log Jacobian: as a sampler needs it. @param position in the order of
   * `parameters`
   */
  logDensityUnconstrained(position: ArrayLike<number>): Density {
    return this.#instance.logDensityUnconstrained(readPoint(this, position));
  }

  /** A position on the unconstrained scale as a point on the layout's own; both in the order of `parameters`. */
  constrain(position: ArrayLike<number>): Float64Array {
    return this.#instance.constrain(readPoint(this, position));
  }
}
