/** A compiled layout with its data bound, called only through its exports, as described in docs/reference/abi.md. */
import { compileSource } from '../compiler/compile.ts';
import type { DataSketch } from '../compiler/stage/sketch.ts';
import type { Source } from '../grammar/source.ts';
import { type LoadedModule, loadModule } from '../host/load.ts';
import { feedRows, type RowsAbi } from '../host/rows.ts';

/** The measured exports. */
export interface ModuleExports extends RowsAbi {
  allocate(bytes: number): number;
  distinct_rows(): number;
  bind(): number;
  log_density_unconstrained(position: number, gradient: number): number;
}

/** Compiles and loads a layout, with a sketch of the data for the compiler. */
export async function compileAndLoad(source: Source, sketch?: DataSketch): Promise<LoadedModule> {
  const { bytes } = await compileSource(source, sketch);
  return loadModule(bytes);
}

/** Instantiates a module. */
export async function openInstance({ module }: LoadedModule): Promise<ModuleExports> {
  const { exports } = await WebAssembly.instantiate(module);
  return exports as unknown as ModuleExports;
}

/** Passes columns in the manifest's order to a new instance. Throws a RangeError if memory does not suffice. */
export function addRows(exports: ModuleExports, columns: readonly Float64Array[]): void {
  const feeding = feedRows(exports, { columns });
  let fed = feeding.next();
  while (fed.done !== true) fed = feeding.next();
  if (!fed.value) throw new RangeError(`there is no memory for ${columns[0]!.length} rows`);
}

/** Binds the added rows. Throws a RangeError if memory does not suffice. */
export function bind(exports: ModuleExports): void {
  if (exports.bind() !== 0) throw new RangeError('there is no memory to bind these rows');
}

/** Instantiates a module and binds columns, by their names in its manifest. */
export async function bindColumns(
  loaded: LoadedModule,
  columns: ReadonlyMap<string, Float64Array>,
): Promise<ModuleExports> {
  const exports = await openInstance(loaded);
  addRows(
    exports,
    loaded.manifest.columns.map(({ name }) => columns.get(name)!),
  );
  bind(exports);
  return exports;
}
