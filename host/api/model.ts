/** A ready module as an object: what a program holds between loading a layout and giving it data. */

import { orderColumns } from '../columns.ts';
import { condense } from '../condense.ts';
import { Instance, instantiate } from '../instance.ts';
import { type Levels, levelsOf } from '../levels.ts';
import { type LoadedModule, load as loadModule, type ModuleLimits } from '../load.ts';
import type { Manifest } from '../manifest.ts';
import { parametersOf } from '../parameters.ts';
import { type ColumnsInput, toColumns } from '../to-columns.ts';
import { BoundModel } from './bound-model.ts';

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
    const read = toColumns(manifest, input, levels);
    const names = levelsOf(manifest, orderColumns(manifest, read.columns), read.levels);
    const rows = { ...(await condense(this, read.columns, signal)), levelNames: names };
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
