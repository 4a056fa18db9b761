/** Binomial deviates. */
import { drawBeta, type ProbabilityPair } from './gamma.ts';
import type { Stream } from './stream.ts';

/** Up to this number, trials are drawn one by one. */
const FEW = 32;

/**
 * The number of successes in n trials with probability `p`. Large n are halved repeatedly (Relles 1972, A simple
 * algorithm for generating binomial random variables when N is large, Journal of the American Statistical Association
 * 67, 612–613): the median of n uniform variables is a beta variable. If it is below p, so are all smaller ones, and
 * those above it remain to be counted; otherwise those below it remain.
 */
export function drawBinomial(random: Stream, n: number, p: ProbabilityPair): number {
  let trials = n;
  let rest = p;
  let successes = 0;
  while (trials > FEW) {
    const rank = Math.floor((trials + 1) / 2);
    const middle = drawBeta(random, rank, trials + 1 - rank);
    if (isBelow(middle, rest)) {
      successes += rank;
      trials -= rank;
      rest = within(difference(rest, middle), rest.complement);
    } else {
      trials = rank - 1;
      rest = within(rest.p, difference(middle, rest));
    }
  }
  for (let trial = 0; trial < trials; trial++) successes += drawBernoulli(random, rest);
  return successes;
}

/**
 * 1 with probability p, otherwise 0: whether a uniform variable is below p, compared on the side where p is precise.
 */
export function drawBernoulli(random: Stream, p: ProbabilityPair): 0 | 1 {
  const u = random.uniform();
  return isBelow({ p: u, complement: 1 - u }, p) ? 1 : 0;
}

/** Whether x < p. */
export function isBelow(x: ProbabilityPair, p: ProbabilityPair): boolean {
  return p.p < p.complement ? x.p < p.p : x.complement > p.complement;
}

/** larger − smaller, computed on the side where both are precise. */
function difference(larger: ProbabilityPair, smaller: ProbabilityPair): number {
  return larger.p < larger.complement ? larger.p - smaller.p : smaller.complement - larger.complement;
}

/** `below` and `above` as shares of their sum. */
function within(below: number, above: number): ProbabilityPair {
  const width = below + above;
  return width === 0 ? { p: 0, complement: 1 } : { p: below / width, complement: above / width };
}
