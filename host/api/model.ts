/** A ready module and a layout with its data as objects: what a program holds between loading a layout and fitting it. */

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
import { type LatentParameter, parametersOf } from '../parameters.ts';
import type { Rows } from '../rows.ts';
import { type FitContext, FittedModel } from './fitted-model.ts';
import { type PointInput, readPoint } from './point-input.ts';

/** How data are bound. */
export interface BindOptions {
  /**
   * The names of a category's levels in their order. Where they are given, a column of that category may hold the levels'
   * numbers, from 0, instead of their names.
   */
  readonly levels?: Levels;
  /** Stops the reading of many rows. */
  readonly signal?: AbortSignal;
}

/** A compiled layout that is ready to be given data. Structured cloning makes a plain `LoadedModule` of it. */
export class Model implements LoadedModule {
  readonly module: WebAssembly.Module;
  readonly manifest: Manifest;

  constructor({ module, manifest }: LoadedModule) {
    this.module = module;
    this.manifest = manifest;
  }

  /**
   * Gives the layout its data: one column for each demand, category and outcome that `manifest.columns` names, in the units
   * that it says. What else the table has is passed over.
   *
   * @param input columns by name, all of one length: an object or a `Map` of arrays or typed arrays, or an Arrow table.
   *   `null`, `undefined` and NaN are missing. `true` and `false` are 1 and 0. A category's column holds names or numbers of its levels
   * @throws HostError of kind `data` that names the column and the row which do not fit the layout; of kind `memory` when there
   *   is no room for an instance; of kind `interrupted` once the signal is aborted
   */
  async bind(input: ColumnsInput, { levels, signal }: BindOptions = {}): Promise<BoundModel> {
    const { manifest } = this;
    const read = saysMoreOfLevels(manifest)
      ? (await import('../level-facts.ts')).toCheckedColumns(manifest, input, levels)
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
      // The one that samples refuses a level without its statistic.
      Kind:
        manifest.levelStatistics.length > 0
          ? (await import('../sampler-instance.ts')).SamplerInstance
          : Instance,
    });
  }
}

/**
 * Reads the bytes of a compiled layout, as `compile` gives them and `theodolite build` writes them. Nothing of the module is run.
 *
 * @param limits how long the module may be, and how much memory each chain may take
 * @throws HostError of kind `module` when they are not a compiled layout that this host can run.
 */
export async function load(bytes: ArrayBuffer | Uint8Array, limits?: ModuleLimits): Promise<Model> {
  return new Model(await loadModule(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes), limits));
}

/** What `Model.bind` has found. */
export interface Binding {
  readonly model: Model;
  readonly columns: Columns;
  readonly rows: Rows;
  readonly levels: Levels;
  /** The names of the levels of categories that were given by name; their columns hold the numbers of these. */
  readonly given: Levels;
  readonly parameters: readonly LatentParameter[];
  /** Of an instance that has no data yet. */
  readonly exports: WebAssembly.Exports;
  /** What becomes of it with them. */
  readonly Kind: InstanceKind<Instance>;
}

type SampledOptions = Omit<FitOptions, 'levels'>;

/** Whether it is draws that are asked for, and not an estimate. */
function isSampled(options: SampledOptions | EstimateOptions): options is SampledOptions {
  return METHODS.includes((options.method ?? 'nuts') as Method);
}

/** A log density and its gradient, which has one number per parameter. */
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
    const posterior = await fitRows(this.model, this.#binding.rows, this.parameters, options);
    return new FittedModel({ bound: this, posterior, ...context });
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
   * −∞ where the point lies outside a prior's support, with a gradient of zeros. Where a latent is at an end of its support, its slope is
   * that inwards, which may be infinite.
   *
   * @param point one number per latent by its name, and for an indexed latent an object with one per level; or all of them in the
   *   order of `parameters`
   * @throws HostError of kind `data` when it does not name each of them once, with a number, or when the density is finite there but
   *   has no slope along one of them, as where it jumps; at the first call of this or its
   *   kin also as giving data to a chain does, of kind `memory` or `module`.
   */
  logDensity(point: PointInput): Density {
    const values = readPoint(this, point);
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

  /** The same on the unconstrained scale, with the log Jacobian: what a sampler needs. @param position in the order of `parameters` */
  logDensityUnconstrained(position: ArrayLike<number>): Density {
    return this.#instance.logDensityUnconstrained(readPoint(this, position));
  }

  /** A position on the unconstrained scale as a point on the layout's own; both in the order of `parameters`. */
  constrain(position: ArrayLike<number>): Float64Array {
    return this.#instance.constrain(readPoint(this, position));
  }
}
