/** Beta deviates with their complements. */
import { exp } from './elementary.ts';
import { drawLogGamma } from './gamma.ts';
import type { Stream } from './stream.ts';

/** A probability p and its complement 1 − p, both precise near 0. */
export interface ProbabilityPair {
  readonly p: number;
  readonly complement: number;
}

/**
 * A draw from the beta distribution with shapes > 0: x / (x + y) for gamma variables x and y of these shapes (Devroye
 * 1986, Non-Uniform Random Variate Generation, theorem IX.4.1).
 */
export function drawBeta(random: Stream, a: number, b: number): ProbabilityPair {
  const lnX = drawLogGamma(random, a);
  const lnY = drawLogGamma(random, b);
  // Relative to the larger one, so that they neither both underflow nor overflow.
  const larger = Math.max(lnX, lnY);
  const x = exp(lnX - larger);
  const y = exp(lnY - larger);
  return { p: x / (x + y), complement: y / (x + y) };
}
