/**
 * The part of AssemblyScript's standard library that a module needs. asc parses the whole library for every program:
 * half a megabyte of strings, maps and typed arrays, which takes longer than compiling a layout. The runtime uses only
 * numbers, vectors and memory; of the rest the compiler needs a few names to exist, and never looks inside.
 */

/** Files kept whole. `rt/common`, which says where the length of a string is stored, is needed by an import. */
const KEPT = ['builtins', 'memory', 'object', 'rt/common', 'util/error', 'util/memory', 'vector'];

/** The number classes that the compiler expects to exist. */
const NUMBERS = 'I8 I16 I32 I64 Isize U8 U16 U32 U64 Usize Bool F32 F64';

/** Files replaced by declarations of their names. */
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
    ${classes(NUMBERS)}
  `,
  // The allocator of objects, which is not used: runtime/memory.ts allocates.
  'rt/index-stub': '',
  string: 'export class String {}',
  // What the `parse` methods of `i32` and other numbers would call.
  'util/string': `
    export declare function strtol<T>(text: String, radix: i32): T;
    export declare function strtod(text: String): f64;
    export declare function strtob(text: String): bool;
  `,
};

/** The functions of `builtins` that are kept, including conversions between types. */
const FUNCTIONS =
  'isDefined call_indirect abs max min floor copysign reinterpret sqrt clz load store sizeof offsetof unreachable changetype ' +
  'i8 i16 i32 i64 isize u8 u16 u32 u64 usize bool f32 f64 v128 i32x4 i64x2 f64x2';

/**
 * The members that are kept of namespaces in `builtins`, which have a function for every WebAssembly instruction. Other
 * namespaces are dropped.
 */
const MEMBERS: Readonly<Record<string, string>> = {
  i32: 'MIN_VALUE MAX_VALUE',
  u64: 'MAX_VALUE',
  v128: 'and andnot bitselect load load_lane load_splat or shuffle store store_lane xor',
  i32x4: 'add',
  i64x2: 'add all_true bitmask extmul_low_i32x4_u extract_lane shl shr_u sub',
  f64x2: 'abs add div eq extract_lane ge gt le lt max min mul neg pmax pmin replace_lane splat sqrt sub',
};

/** The global names of the trimmed library. */
export const LIBRARY_NAMES: readonly string[] = [
  ...`${FUNCTIONS} ${NUMBERS}`.split(' '),
  ...Object.keys(MEMBERS),
  ...'memory heap NaN Infinity isNaN isFinite Array ArrayBuffer ArrayBufferView NativeMath NativeMathf Object String'.split(
    ' ',
  ),
];

/** Patterns for a namespace, and for a function with its decorators, at the top level or inside a namespace. */
const NAMESPACE = /^export namespace (\w+) \{\n([\s\S]*?)^\}\n/gm;
const DECLARATION =
  /^ *\/\/ @ts-ignore.*\n *@.*\n *export (?:declare )?(?:const|function) (?!enum)(\w+)[\s\S]*?(?:;.*| {2}\})\n/gm;

/** Trims asc's library, given as texts by path, to what a module needs. */
export function trimLibrary(files: Record<string, string>): void {
  for (const path of Object.keys(files)) {
    if (!KEPT.includes(path)) delete files[path];
  }
  Object.assign(files, STAND_INS);
  files.builtins = trimBuiltins(files.builtins!);
}

function trimBuiltins(text: string): string {
  const namespaces: string[] = [];
  const outside = text.replace(NAMESPACE, (_, name: string, members: string) => {
    const kept = MEMBERS[name];
    if (kept !== undefined) namespaces.push(`export namespace ${name} {\n${declarations(members, kept)}}\n`);
    return '';
  });
  const others = outside.replace(DECLARATION, '');
  return [others, declarations(outside, FUNCTIONS), ...namespaces].join('');
}

/** Those declarations in a text whose names are listed. */
function declarations(text: string, names: string): string {
  const wanted = new Set(names.split(' '));
  return [...text.matchAll(DECLARATION)]
    .filter(([, name]) => wanted.has(name!))
    .map(([declaration]) => declaration)
    .join('');
}

function classes(names: string): string {
  return names
    .split(' ')
    .map((name) => `export abstract class ${name} {}`)
    .join('\n');
}
