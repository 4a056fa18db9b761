/** A compiled layout with its data bound, called through its exports alone, as docs/abi.md describes them. */
import { compileSource } from '../compiler/compile.ts';
import type { DataSketch } from '../compiler/stage/sketch.ts';
import type { Source } from '../grammar/source.ts';
import { type LoadedModule, loadModule } from '../host/load.ts';
import { feedRows, type RowsAbi } from '../host/rows.ts';

/** The exports that are measured. */
export interface ModuleExports extends RowsAbi {
  allocate(bytes: number): number;
  distinct_rows(): number;
  bind(): number;
  log_density_unconstrained(position: number, gradient: number): number;
}

/** Compiles and loads a layout, the compiler knowing the data as far as the sketch tells. */
export async function compileAndLoad(source: Source, sketch?: DataSketch): Promise<LoadedModule> {
  const { bytes } = await compileSource(source, sketch);
  return loadModule(bytes);
}

/** Instantiates a module. */
export async function openInstance({ module }: LoadedModule): Promise<ModuleExports> {
  const { exports } = await WebAssembly.instantiate(module);
  return exports as unknown as ModuleExports;
}

/** Hands columns in the manifest's order to a fresh instance. Throws a RangeError when there is no memory for them. */
export function addRows(exports: ModuleExports, columns: readonly Float64Array[]): void {
  const feeding = feedRows(exports, { columns });
  let fed = feeding.next();
  while (fed.done !== true) fed = feeding.next();
  if (!fed.value) throw new RangeError(`there is no memory for ${columns[0]!.length} rows`);
}

/** Binds the rows that were added. Throws a RangeError when there is no memory. */
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
