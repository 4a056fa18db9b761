/** Gamma variables, by their logarithms: with a small shape, a value may be below the smallest double. */
import { log } from './elementary.ts';
import type { Stream } from './stream.ts';

/**
 * ln x for a gamma variable x with shape > 0 and scale 1, by rejection from the cube of a normal (Marsaglia & Tsang
 * 2000, A simple method for generating gamma variables, ACM Transactions on Mathematical Software 26, 363–372); for a
 * shape below 1 from one with shape + 1 (their section 6).
 */
export function drawLogGamma(random: Stream, shape: number): number {
  if (shape < 1) return drawLogGamma(random, shape + 1) + log(random.uniform()) / shape;
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const z = random.normal();
    const root = 1 + c * z;
    if (root <= 0) continue;
    const v = root * root * root;
    if (log(random.uniform()) < 0.5 * z * z + d - d * v + d * log(v)) return log(d * v);
  }
}
