/** Student t deviates. */
import { exp, log } from './elementary.ts';
import { drawLogGamma } from './gamma.ts';
import type { Stream } from './stream.ts';

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
