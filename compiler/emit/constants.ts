/** Numbers that have a name wherever people write them, and in generated code. */

/** The name of each number that has one. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [0.9189385332046728, 'HALF_LOG_TWO_PI'],
  [0.3989422804014327, 'INVERSE_SQRT_TWO_PI'],
  [Math.PI, 'PI'],
  [Math.LN2, 'LN_2'],
  [Math.log(Math.PI), 'LOG_PI'],
]);

/** All of these names. */
export const CONSTANT_NAMES: readonly string[] = [...NAMES.values()];

/** What a number is called; undefined where it has no name. */
export function constantName(value: number): string | undefined {
  return NAMES.get(value);
}

/** The declarations of constants that code uses; empty where it uses none. */
export function constantsCode(used: ReadonlyMap<string, number>): string {
  return [...used].map(([name, value]) => `const ${name}: f64 = ${value};`).join('\n');
}
