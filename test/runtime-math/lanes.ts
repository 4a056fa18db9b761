/** Compiles runtime functions of numbers with their f64x2 forms, and checks these against each other and the truth. */
import { expect } from 'vitest';
import { compileRuntime } from '../compile-runtime.ts';
import { type Real, ulps } from './exact-real.ts';

/** A function of one or two f64s. */
export type Scalar = (x: number, y?: number) => number;

/** The scalar form of a runtime function and each lane of its pair form, which takes both lanes' arguments in turn. */
export interface Lanes {
  readonly scalar: Scalar;
  readonly first: (...xs: number[]) => number;
  readonly second: (...xs: number[]) => number;
}

/**
 * Functions of `runtime/<file>`, each with its f64x2 form, named with `Pair` after it. `arities` says how many numbers
 * each function takes.
 */
export async function compileLanes<Name extends string>(
  file: string,
  arities: Readonly<Record<Name, 1 | 2>>,
): Promise<Record<Name, Lanes>> {
  const names = Object.keys(arities) as Name[];
  const sources = names.map((name) => {
    const one = arities[name] === 1;
    const parameters = one ? 'a: f64, b: f64' : 'a: f64, c: f64, b: f64, d: f64';
    const call = `${name}Pair(${one ? 'f64x2(a, b)' : 'f64x2(a, b), f64x2(c, d)'})`;
    return `
      import { ${name}, ${name}Pair } from './runtime/${file}';
      export { ${name} };
      export function ${name}First(${parameters}): f64 { return f64x2.extract_lane(${call}, 0); }
      export function ${name}Second(${parameters}): f64 { return f64x2.extract_lane(${call}, 1); }`;
  });
  const exports = (await compileRuntime(sources.join('\n'))).exports as Record<string, unknown>;
  const lanes = names.map((name) => [
    name,
    { scalar: exports[name], first: exports[`${name}First`], second: exports[`${name}Second`] },
  ]);
  return Object.fromEntries(lanes) as Record<Name, Lanes>;
}

/** The largest error in ulps over the points, with the point it is at. */
export function worst(points: Iterable<number>, of: (x: number) => number, exact: (x: number) => Real) {
  let found = { ulps: 0, at: Number.NaN };
  for (const x of points) {
    const error = ulps(of(x), exact(x));
    if (!(error <= found.ulps)) found = { ulps: error, at: x };
  }
  return found;
}

/** Expects each lane of the pair form to be the scalar form to the bit, whichever point is in the other lane. */
export function expectLanesEqualScalar(lanes: Lanes, points: readonly (readonly number[])[]): void {
  points.forEach((a, index) => {
    const b = points[(index * 7 + 3) % points.length]!;
    const [x, y] = [lanes.scalar(a[0]!, a[1]), lanes.scalar(b[0]!, b[1])];
    const [first, second] = [lanes.first(...a, ...b), lanes.second(...a, ...b)];
    if (!Object.is(first, x) || !Object.is(second, y)) {
      expect([first, second], `lanes at ${a} and ${b}`).toStrictEqual([x, y]);
    }
  });
}
