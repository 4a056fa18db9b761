/** Named mathematical constants in generated code. */

/** The name of each such number. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [0.9189385332046728, 'HALF_LOG_TWO_PI'],
  [0.3989422804014327, 'INVERSE_SQRT_TWO_PI'],
  [Math.PI, 'PI'],
  [Math.LN2, 'LN_2'],
  [Math.log(Math.PI), 'LOG_PI'],
]);

/** All names of constants. */
export const CONSTANT_NAMES: readonly string[] = [...NAMES.values()];

/** The name of a number; undefined if it has none. */
export function constantName(value: number): string | undefined {
  return NAMES.get(value);
}

/** The declarations of the constants that the code uses; empty if it uses none. */
export function constantsCode(used: ReadonlyMap<string, number>): string {
  return [...used].map(([name, value]) => `const ${name}: f64 = ${value};`).join('\n');
}
