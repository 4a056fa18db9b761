/** Draws from a prior with evaluated parameters. */
import { isWhole, type PriorFamily, type PriorParametersOf } from '../../compiler/families/priors.ts';
import { boundsOf, type EvaluatedPrior, logMassBetween } from '../../compiler/interpret/priors.ts';
import { middleDouble, roundBetween } from '../../statistics/random/doubles.ts';
import { exp, log } from '../../statistics/random/elementary.ts';
import { drawBeta, drawCauchy, drawLogGamma, drawStudentT } from '../../statistics/random/gamma.ts';
import type { Stream } from '../../statistics/random/stream.ts';

/**
 * A draw from a proper prior, in the latent's unit. It is finite and inside the support: a value that overflows, or
 * that rounds to an excluded end, becomes the nearest allowed number. NaN if the probability within the truncation
 * underflows.
 */
export function drawPrior(prior: EvaluatedPrior, random: Stream): number {
  const { lo, hi } = boundsOf(prior);
  const draw = () => (isWhole(prior) ? drawWhole(prior, random) : drawTruncated(prior, lo, hi, random));
  let value = draw();
  // The least of those that are in order from this place on.
  const { place, of } = prior.inOrder ?? { place: 1, of: 1 };
  for (let next = place; next < of; next++) value = Math.min(value, draw());
  return roundBetween(value, lo, hi);
}

/** Draws without truncation. A half prior is its full prior at location 0, folded at 0. */
const draws: {
  readonly [F in PriorFamily]: (parameters: PriorParametersOf<F, number>, random: Stream) => number;
} = {
  uniform: ({ lo, hi }, random) => lo + (hi - lo) * random.uniform(),
  normal: ({ mean, sd }, random) => mean + sd * random.normal(),
  half_normal: ({ sd }, random) => Math.abs(sd * random.normal()),
  lognormal: ({ mu, sigma }, random) => exp(mu + sigma * random.normal()),
  beta: ({ a, b }, random) => drawBeta(random, a, b).p,
  scaled_beta({ a, b, lo, hi }, random) {
    const { p, complement } = drawBeta(random, a, b);
    // Measured from the nearer end, to keep all digits.
    const width = hi - lo;
    return p < complement ? lo + width * p : hi - width * complement;
  },
  gamma: ({ shape, rate }, random) => exp(drawLogGamma(random, shape) - log(rate)),
  inv_gamma: ({ shape, scale }, random) => exp(log(scale) - drawLogGamma(random, shape)),
  exponential: ({ rate }, random) => -log(random.uniform()) / rate,
  weibull: ({ shape, scale }, random) => exp(log(scale) + log(-log(random.uniform())) / shape),
  cauchy: ({ location, scale }, random) => location + scale * drawCauchy(random),
  half_cauchy: ({ scale }, random) => Math.abs(scale * drawCauchy(random)),
  student_t: ({ df, location, scale }, random) => location + scale * drawStudentT(random, df),
  half_student_t: ({ df, scale }, random) => Math.abs(scale * drawStudentT(random, df)),
};

function drawWhole({ family, parameters }: EvaluatedPrior, random: Stream): number {
  const draw = draws[family] as (given: typeof parameters, stream: Stream) => number;
  return draw(parameters, random);
}

/**
 * By inversion (Devroye 1986, Non-Uniform Random Variate Generation, section II.2): the value below which a uniform
 * share of the range's probability lies, by the interpreter. It is found by bisection over the floating-point numbers,
 * from the side with the smaller share, so that no digits are lost for a range far out in a tail.
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

/** −∞ if both ends are so far out that their tails underflow. */
function logMass(prior: EvaluatedPrior, a: number, b: number): number {
  const mass = logMassBetween(prior, a, b);
  return Number.isNaN(mass) ? -Infinity : mass;
}
