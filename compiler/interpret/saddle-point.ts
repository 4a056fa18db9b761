/**
 * Saddle-point densities, for shapes so large that the gamma functions of the textbook's formulas lose all digits:
 * Loader (2000), Fast and accurate computation of binomial probabilities.
 */
import { stirlingError } from './log-gamma.ts';
import type { LogProbability } from './log-probability.ts';

/** Up to this shape the textbook's formulas with powers are precise enough. */
export const LARGEST_SMALL_SHAPE = 64;

/** o ln(o/e) + e − o; `excess` is e − o, computed separately. */
export function deviance(o: number, e: number, excess = e - o): number {
  if (o === 0) return e;
  // Also where one of them is not a number: the series would never end.
  if (!(Math.abs(excess) <= 0.1 * (o + e))) return excess + o * (Math.log(o) - Math.log(e));
  // ln(o/e) = −2 artanh v; the first term of its series leaves (o − e)²/(o + e).
  const v = -excess / (o + e);
  let sum = -excess * v;
  let power = 2 * o * v;
  for (let odd = 3; ; odd += 2) {
    power *= v * v;
    const next = sum + power / odd;
    if (next === sum) return sum;
    sum = next;
  }
}

/**
 * The log density of ln X at X = u, for a gamma variable X with rate 1; `excess` is u − shape, computed separately.
 */
export function logGammaDensityOfLog(shape: number, u: number, excess: number): number {
  return 0.5 * Math.log(shape) - HALF_LOG_TWO_PI - stirlingError(shape) - deviance(shape, u, excess);
}

/** The log density of the log odds of a beta variable at the probability p, whose plain value is x. */
export function logBetaDensityOfLogOdds(a: number, b: number, p: LogProbability, x: number): number {
  const sum = a + b;
  const [lost, complement] = [lostOf(a, b), x < 0.9 ? 1 - x : Math.exp(p.lnComplement)];
  const excess =
    x < 0.5 ? productLess(x, sum, a) + x * lost : -(productLess(complement, sum, b) + complement * lost);
  const errors = stirlingError(a) + stirlingError(b) - stirlingError(sum);
  const widths = 0.5 * (Math.log(Math.max(a, b)) - Math.log(sum) + Math.log(Math.min(a, b)));
  const deviances = deviance(a, x * sum, excess) + deviance(b, complement * sum, -excess);
  return widths - HALF_LOG_TWO_PI - errors - deviances;
}

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

/** The rounding error of a + b. */
function lostOf(a: number, b: number): number {
  return Math.min(a, b) - (a + b - Math.max(a, b));
}

/**
 * a b − c, including the rounding error of the product. Veltkamp's method splits the factors into halves of 26 bits.
 */
export function productLess(a: number, b: number, c: number): number {
  const product = a * b;
  const high = (x: number) => x * SPLITTER - (x * SPLITTER - x);
  const [aHigh, bHigh] = [high(a), high(b)];
  const [aLow, bLow] = [a - aHigh, b - bHigh];
  const rest = aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
  return product - c + (Number.isFinite(rest) ? rest : 0);
}

const SPLITTER = 2 ** 27 + 1;
