/** Arguments to try functions at: the same ones in every run. */

/** A generator of numbers uniform on (0, 1), by Marsaglia's 32-bit xorshift. */
export function randomNumbers(seed: number): () => number {
  let state = seed | 1;
  const word = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  return () => (word() * 2 ** 21 + (word() >>> 11) + 0.5) / 2 ** 53;
}

/** `count` numbers of `make`, which draws what it needs from the uniform generator it is given. */
export function draws(count: number, seed: number, make: (uniform: () => number) => number): number[] {
  const uniform = randomNumbers(seed);
  return Array.from({ length: count }, () => make(uniform));
}

/** `count` numbers uniform on (low, high). */
export function between(low: number, high: number, count: number, seed = 1): number[] {
  return draws(count, seed, (uniform) => low + (high - low) * uniform());
}

/** `count` positive numbers whose binary logarithm is uniform on (low, high). */
export function scales(low: number, high: number, count: number, seed = 2): number[] {
  return draws(count, seed, (uniform) => 2 ** (low + (high - low) * uniform()));
}

/** The numbers and their negatives. */
export function bothSigns(points: readonly number[]): number[] {
  return points.flatMap((x) => [x, -x]);
}

/** Numbers where f64 functions often go wrong: zeros, infinities, NaN, subnormals, the ends of the range. */
export const SPECIAL: readonly number[] = [
  ...bothSigns([0, 5e-324, 1e-310, 2.2250738585072014e-308, 1e-300, 2 ** -53, 0.5, 1 - 2 ** -53, 1]),
  ...bothSigns([1 + 2 ** -52, 2, 3, 2 ** 52, 2 ** 53 + 2, 1e300, Number.MAX_VALUE, Number.POSITIVE_INFINITY]),
  Number.NaN,
];
