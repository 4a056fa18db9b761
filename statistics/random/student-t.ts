/** Student t deviates. */
import { exp, log } from './elementary.ts';
import { drawLogGamma } from './gamma.ts';
import type { Stream } from './stream.ts';

/**
 * A deviate from Student's t distribution with `df` degrees of freedom, location 0 and scale 1: a normal over the root of a
 * chi-squared, twice a gamma of the shape df / 2, by its degrees of freedom (Devroye 1986, Non-Uniform Random Variate
 * Generation, section IX.5). Infinite where it is larger than any number, as of few degrees of freedom it may be.
 */
export function drawStudentT(random: Stream, df: number): number {
  const z = random.normal();
  return z * exp(0.5 * (log(df / 2) - drawLogGamma(random, df / 2)));
}

/** A standard Cauchy deviate: the ratio of two normal ones (Devroye 1986, section IX.4.2). */
export function drawCauchy(random: Stream): number {
  return random.normal() / random.normal();
}
