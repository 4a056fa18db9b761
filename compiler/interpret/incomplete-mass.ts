/** The log probabilities that gamma, beta and Student's t variables lie in an interval. */
import { betaTails, gammaTails, studentTails, type Tails } from './incomplete-functions.ts';
import { logBeta, logGamma, logGammaHalfStep } from './log-gamma.ts';
import { logIntegral, logIntegralOfPeak } from './log-integral.ts';
import { logistic } from './log-probability.ts';
import { deviance, logBetaDensityOfLogOdds, logGammaDensityOfLog } from './saddle-point.ts';

/** A number x in [0, 1] and its complement 1 − x. */
export interface Share {
  readonly x: number;
  readonly complement: number;
}

/** ln P(lo ≤ x ≤ hi) of a gamma variable with rate 1, for 0 ≤ lo < hi. */
export function logGammaMass(shape: number, lo: number, hi: number): number {
  if (shape > LARGE_SHAPE) {
    const highest = logGammaDensityOfLog(shape, shape, 0);
    const place = (x: number) => logRatio(x, shape);
    return logIntegralOfPeak(
      (v) => {
        const excess = shape * Math.expm1(v);
        return highest - deviance(shape, shape + excess, excess);
      },
      place(lo),
      place(hi),
    );
  }
  // The density of ln x is e^(shape·u − e^u)/Γ(shape).
  const logDensity = (u: number) => shape * u - Math.exp(u) - logGamma(shape);
  // Above this e^−x is 0.
  const end = Math.min(hi, Math.max(lo * 2, LARGEST_GAMMA));
  const integral = () => logIntegral(logDensity, Math.log(lo), logRatio(end, lo));
  if (shape < TINY_SHAPE && lo > 0) return integral();
  return between(gammaTails(shape, lo), gammaTails(shape, hi), integral);
}

/** ln P(lo ≤ x ≤ hi) of a beta variable, for lo < hi. */
export function logBetaMass(a: number, b: number, lo: Share, hi: Share): number {
  if (Math.max(a, b) > LARGE_SHAPE) {
    const [p, q] = [a / (a + b), b / (a + b)];
    const highest = logBetaDensityOfLogOdds(a, b, { lnP: Math.log(p), lnComplement: Math.log(q) }, p);
    const place = ({ x, complement }: Share) => logRatio(x, p) - logRatio(complement, q);
    return logIntegralOfPeak(
      (v) => {
        const excess = (a * q * Math.expm1(v)) / (q + p * Math.exp(v));
        return highest - deviance(a, a + excess, excess) - deviance(b, b - excess, -excess);
      },
      place(lo),
      place(hi),
    );
  }
  // The density of the log odds is σ(u)^a σ(−u)^b/B(a, b).
  const logDensity = (u: number) => {
    const { lnP, lnComplement } = logistic(u);
    return a * lnP + b * lnComplement - logBeta(a, b);
  };
  const integral = () => {
    const rise = lo.x < 0.5 ? hi.x - lo.x : lo.complement - hi.complement;
    const width = Math.log1p(rise / lo.x) + Math.log1p(rise / hi.complement);
    return logIntegral(logDensity, Math.log(lo.x) - Math.log(lo.complement), width);
  };
  if (Math.min(a, b) < TINY_SHAPE && lo.x > 0 && hi.complement > 0) return integral();
  return between(betaTails(a, b, lo.x, lo.complement), betaTails(a, b, hi.x, hi.complement), integral);
}

/** ln P(lo ≤ t ≤ hi) of a Student's t variable with location 0 and scale 1. */
export function logStudentMass(df: number, lo: number, hi: number): number {
  if (lo + hi < 0) return logStudentMass(df, -hi, -lo);
  const norm = logGammaHalfStep(df / 2) - 0.5 * Math.log(2 * Math.PI);
  // The density of arsinh(t/√df) is proportional to (cosh u)^−df.
  const root = Math.sqrt(df);
  const logDensity = (u: number) => norm + Math.log(root) - 0.5 * df * Math.log1p(Math.sinh(u) ** 2);
  if (df > LARGE_SHAPE) return logIntegralOfPeak(logDensity, Math.asinh(lo / root), Math.asinh(hi / root));
  const integral = () => {
    const [from, to] = [lo / root, hi / root];
    const [near, far] = [Math.hypot(1, from), Math.hypot(1, to)];
    const width =
      from <= 0
        ? Math.asinh(to) - Math.asinh(from)
        : Math.log1p((((hi - lo) / root) * (1 + (from + to) / (near + far))) / (from + near));
    return logIntegral(logDensity, Math.asinh(from), width);
  };
  if (df < TINY_SHAPE && hi < Infinity) return integral();
  return between(studentTails(df, lo), studentTails(df, hi), integral);
}

/** Above this the series and fractions need too many terms; the density is then a narrow peak, which is integrated. */
const LARGE_SHAPE = 1e5;
/**
 * Below this nearly all probability is at the ends of the support, and the tails at any two points in between nearly
 * equal.
 */
const TINY_SHAPE = 0.01;
const LARGEST_GAMMA = 800;

/** ln(y/x), computed from the difference if the two are close. */
function logRatio(y: number, x: number): number {
  return y < 2 * x && x < 2 * y ? Math.log1p((y - x) / x) : Math.log(y) - Math.log(x);
}

/** If less than this share of a tail lies between the ends, the difference of the tails would lose too many digits. */
const MIN_SHARE = 0.1;

/**
 * The log probability between two points: the difference of their smaller tails, or an integral if those nearly cancel.
 */
function between(lo: Tails, hi: Tails, logIntegral: () => number): number {
  const [smaller, larger] =
    hi.below < -Math.LN2
      ? [lo.below, hi.below]
      : lo.above < -Math.LN2
        ? [hi.above, lo.above]
        : [Math.log(Math.exp(lo.below) + Math.exp(hi.above)), 0];
  const share = -Math.expm1(smaller - larger);
  return share < MIN_SHARE ? logIntegral() : larger + Math.log(share);
}
