/** A draw from a prior whose parameters have been evaluated. */
import { boundsOf, type EvaluatedPrior } from '../../compiler/interpret/prior-density.ts';
import { logMassBetween } from '../../compiler/interpret/prior-mass.ts';
import { drawBeta } from '../../statistics/random/beta.ts';
import { middleDouble, roundBetween } from '../../statistics/random/doubles.ts';
import { exp, log } from '../../statistics/random/elementary.ts';
import { drawLogGamma } from '../../statistics/random/gamma.ts';
import type { Stream } from '../../statistics/random/stream.ts';
import { drawCauchy, drawStudentT } from '../../statistics/random/student-t.ts';

/**
 * A draw from a proper prior, in the latent's unit. It is finite and lies between the ends of the support: one that no
 * number of double precision tells from an end, or that is larger than all of them, is the number next to it. NaN where a
 * truncation leaves less probability than a number can hold.
 */
export function drawPrior(prior: EvaluatedPrior, random: Stream): number {
  const { lo, hi } = boundsOf(prior);
  const value =
    prior.truncation === undefined ? drawWhole(prior, random) : drawTruncated(prior, lo, hi, random);
  return roundBetween(value, lo, hi);
}

/** Without the truncation. A half prior is one of location 0 folded there. */
function drawWhole(prior: EvaluatedPrior, random: Stream): number {
  switch (prior.family) {
    case 'uniform':
      return prior.lo + (prior.hi - prior.lo) * random.uniform();
    case 'normal':
      return prior.mean + prior.sd * random.normal();
    case 'half_normal':
      return Math.abs(prior.sd * random.normal());
    case 'lognormal':
      return exp(prior.mu + prior.sigma * random.normal());
    case 'beta':
      return drawBeta(random, prior.a, prior.b).value;
    case 'scaled_beta': {
      const { value, complement } = drawBeta(random, prior.a, prior.b);
      // From the nearer end, where the share has its digits.
      const width = prior.hi - prior.lo;
      return value < complement ? prior.lo + width * value : prior.hi - width * complement;
    }
    case 'gamma':
      return exp(drawLogGamma(random, prior.shape) - log(prior.rate));
    case 'inv_gamma':
      return exp(log(prior.scale) - drawLogGamma(random, prior.shape));
    case 'exponential':
      return -log(random.uniform()) / prior.rate;
    case 'cauchy':
      return prior.location + prior.scale * drawCauchy(random);
    case 'half_cauchy':
      return Math.abs(prior.scale * drawCauchy(random));
    case 'student_t':
      return prior.location + prior.scale * drawStudentT(random, prior.df);
    case 'half_student_t':
      return Math.abs(prior.scale * drawStudentT(random, prior.df));
  }
}

/**
 * By inversion (Devroye 1986, Non-Uniform Random Variate Generation, section II.2): the value below which lies a uniform
 * share of the probability that the interpreter gives the range. It is found by bisection of the numbers in
 * order, on the side of the range that has the smaller share, so that a range far out in a tail costs no digits.
 */
function drawTruncated(prior: EvaluatedPrior, lo: number, hi: number, random: Stream): number {
  const u = random.uniform();
  const whole = logMass(prior, lo, hi);
  if (whole === -Infinity) return Number.NaN;
  const isBelowDraw =
    u < 0.5
      ? (x: number) => logMass(prior, lo, x) < log(u) + whole
      : (x: number) => logMass(prior, x, hi) > log(1 - u) + whole;
  let [below, above] = [lo, hi];
  for (;;) {
    const middle = middleDouble(below, above);
    if (middle <= below || middle >= above) return below;
    if (isBelowDraw(middle)) below = middle;
    else above = middle;
  }
}

/** No mass where both ends are so far out that their tails underflow, and have no difference. */
function logMass(prior: EvaluatedPrior, a: number, b: number): number {
  const mass = logMassBetween(prior, a, b);
  return Number.isNaN(mass) ? -Infinity : mass;
}
