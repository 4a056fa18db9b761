/** A compiled layout with its data bound, called through its exports alone, as docs/abi.md describes them. */
import { compile } from '../compiler/compile.ts';
import type { DataSketch } from '../compiler/stage/sketch.ts';
import type { Source } from '../grammar/source.ts';
import { type LoadedModule, load } from '../host/load.ts';

/** The exports that are measured. */
export interface ModuleExports {
  readonly memory: WebAssembly.Memory;
  allocate(bytes: number): number;
  begin_data(rows: number): number;
  column(index: number): number;
  bind(): number;
  log_density_unconstrained(position: number, gradient: number): number;
}

/** Compiles and loads a layout, the compiler knowing the data as far as the sketch tells. */
export async function compileAndLoad(source: Source, sketch?: DataSketch): Promise<LoadedModule> {
  const { bytes } = await compile(source, sketch);
  return load(bytes);
}

/** Instantiates a module. */
export async function openInstance({ module }: LoadedModule): Promise<ModuleExports> {
  const { exports } = await WebAssembly.instantiate(module);
  return exports as unknown as ModuleExports;
}

/** Makes room for rows, once an instance. Throws a RangeError when there is no memory for them. */
export function openRows(exports: ModuleExports, rows: number): void {
  if (exports.begin_data(rows) !== 0) throw new RangeError(`there is no memory for ${rows} rows`);
}

/** A column of the module, to be written before `bind` or read after it: growing memory detaches it. */
export function columnView(exports: ModuleExports, index: number, rows: number): Float64Array {
  return new Float64Array(exports.memory.buffer, exports.column(index) >>> 0, rows);
}

/** Binds what the columns hold. Throws a RangeError when there is no memory. */
export function bind(exports: ModuleExports): void {
  if (exports.bind() !== 0) throw new RangeError('there is no memory to bind these rows');
}

/** Instantiates a module and binds columns, by their names in its manifest. */
export async function bindColumns(
  loaded: LoadedModule,
  columns: ReadonlyMap<string, Float64Array>,
): Promise<ModuleExports> {
  const ordered = loaded.manifest.columns.map(({ name }) => columns.get(name)!);
  const rows = ordered[0]!.length;
  const exports = await openInstance(loaded);
  openRows(exports, rows);
  for (const [index, column] of ordered.entries()) columnView(exports, index, rows).set(column);
  bind(exports);
  return exports;
}
