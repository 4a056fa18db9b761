/**
 * Gamma variables and what is made of them: beta and Student t variables. Gamma variables are drawn as logarithms,
 * since with a small shape a value may be below the smallest double.
 */
import { exp, log } from './elementary.ts';
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

/**
 * A draw from Student's t with `df` degrees of freedom, location 0 and scale 1: a normal variable over the square root
 * of a chi-squared variable (twice a gamma of shape df/2) divided by its degrees of freedom (Devroye 1986, Non-Uniform
 * Random Variate Generation, section IX.5). Infinite where it overflows, which can happen for few degrees of freedom.
 */
export function drawStudentT(random: Stream, df: number): number {
  const z = random.normal();
  return z * exp(0.5 * (log(df / 2) - drawLogGamma(random, df / 2)));
}

/** A standard Cauchy variable: the ratio of two normal ones (Devroye 1986, section IX.4.2). */
export function drawCauchy(random: Stream): number {
  return random.normal() / random.normal();
}
