/**
 * As much of AssemblyScript's standard library as a module needs. asc parses all of it for every program, half a megabyte of
 * strings, maps and typed arrays, which takes longer than compiling a layout. The runtime is written in numbers, vectors and
 * memory alone; of the rest the compiler wants to find a few names and never looks inside.
 */

/** Files that are taken as they are; `rt/common`, which says where the length of a text stands, is read where it is imported. */
const KEPT = ['builtins', 'memory', 'object', 'rt/common', 'util/error', 'util/memory', 'vector'];

/** Files of which the names are enough. */
const STAND_INS: Readonly<Record<string, string>> = {
  array: 'export class Array<T> {}',
  arraybuffer: 'export class ArrayBuffer {} export abstract class ArrayBufferView {}',
  // Arithmetic is in runtime/math.
  math: 'export namespace NativeMath {} export namespace NativeMathf {}',
  number: `
    @builtin export declare const NaN: f64;
    @builtin export declare const Infinity: f64;
    @builtin export declare function isNaN<T>(value: T): bool;
    @builtin export declare function isFinite<T>(value: T): bool;
    ${classes('I8 I16 I32 I64 Isize U8 U16 U32 U64 Usize Bool F32 F64')}
  `,
  // The allocator of objects; runtime/memory.ts is the module's own.
  'rt/index-stub': '',
  string: 'export class String {}',
  // What the `parse` of `i32` and its kin would call.
  'util/string': `
    export declare function strtol<T>(text: String, radix: i32): T;
    export declare function strtod(text: String): f64;
    export declare function strtob(text: String): bool;
  `,
};

/** Leaves of asc's library, texts by path, what a module needs. */
export function trimLibrary(files: Record<string, string>): void {
  for (const path of Object.keys(files)) {
    if (!KEPT.includes(path)) delete files[path];
  }
  Object.assign(files, STAND_INS);
}

function classes(names: string): string {
  return names
    .split(' ')
    .map((name) => `export abstract class ${name} {}`)
    .join('\n');
}
