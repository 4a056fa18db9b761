/** The regularised incomplete gamma and beta functions and their complements, in log space. */
import { logBeta, logGamma } from './log-gamma.ts';
import { probability } from './log-probability.ts';
import { LARGEST_SMALL_SHAPE, logBetaDensityOfLogOdds, logGammaDensityOfLog } from './saddle-point.ts';

/** The log probabilities below and above a point. */
export interface Tails {
  readonly below: number;
  readonly above: number;
}

/** Enough terms of the series and fractions for shapes up to about 1e8; if more are needed the result is NaN. */
const MAX_TERMS = 200_000;
const TINY = 1e-300;

/** The tails of a gamma variable with rate 1 at x ≥ 0. */
export function gammaTails(shape: number, x: number): Tails {
  if (x === 0) return { below: -Infinity, above: 0 };
  if (x === Infinity) return { below: 0, above: -Infinity };
  const scale =
    shape > LARGEST_SMALL_SHAPE
      ? logGammaDensityOfLog(shape, x, x - shape)
      : shape * Math.log(x) - x - logGamma(shape);
  if (x < shape + 1) {
    const below = scale + Math.log(gammaSeries(shape, x));
    return { below, above: rest(below) };
  }
  const above = scale - Math.log(gammaFraction(shape, x));
  return { below: rest(above), above };
}

/** The tails of a beta variable at x; the complement 1 − x is given with its own digits. */
export function betaTails(a: number, b: number, x: number, complement: number): Tails {
  if (x <= 0) return { below: -Infinity, above: 0 };
  if (complement <= 0) return { below: 0, above: -Infinity };
  const scale =
    Math.max(a, b) > LARGEST_SMALL_SHAPE
      ? logBetaDensityOfLogOdds(a, b, probability(x, complement), x)
      : a * Math.log(x) + b * Math.log(complement) - logBeta(a, b);
  if (x < (a + 1) / (a + b + 2)) {
    const below = scale - Math.log(a) - Math.log(betaFraction(a, b, x));
    return { below, above: rest(below) };
  }
  const above = scale - Math.log(b) - Math.log(betaFraction(b, a, complement));
  return { below: rest(above), above };
}

/** The tails of a Student's t variable with location 0 and scale 1: Abramowitz & Stegun 26.7.1. */
export function studentTails(df: number, t: number): Tails {
  if (Math.abs(t) === Infinity)
    return t < 0 ? { below: -Infinity, above: 0 } : { below: 0, above: -Infinity };
  const square = (t / df) * t;
  const far = betaTails(df / 2, 0.5, 1 / (1 + square), square / (1 + square)).below - Math.LN2;
  return t < 0 ? { below: far, above: rest(far) } : { below: rest(far), above: far };
}

function rest(logarithm: number): number {
  return Math.log(-Math.expm1(logarithm));
}

/** Σ xⁿ/(a(a + 1)…(a + n)): Abramowitz & Stegun, Handbook of Mathematical Functions (1964), 6.5.29. */
function gammaSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = 0;
  for (let n = 1; sum + term > sum; n++) {
    if (n > MAX_TERMS) return Number.NaN;
    sum += term;
    term *= x / (a + n);
  }
  return sum;
}

/** x + 1 − a − 1(1 − a)/(x + 3 − a − 2(2 − a)/(x + 5 − a − …)): the even part of 6.5.31. */
function gammaFraction(a: number, x: number): number {
  return fraction(
    x + 1 - a,
    (n) => -n * (n - a),
    (n) => x + 2 * n + 1 - a,
  );
}

/** 1 + d₁/(1 + d₂/(1 + …)) of 26.5.8, for x below the mean. */
function betaFraction(a: number, b: number, x: number): number {
  const numerator = (n: number) => {
    const m = Math.floor(n / 2);
    return n % 2 === 0
      ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
      : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
  };
  return fraction(1, numerator, () => 1);
}

/**
 * b₀ + a₁/(b₁ + a₂/(b₂ + …)) by Lentz's method as modified by Thompson & Barnett (1986), Coulomb and Bessel functions of
 * complex arguments and order, Journal of Computational Physics 64, 490-509.
 */
function fraction(
  first: number,
  numerator: (n: number) => number,
  denominator: (n: number) => number,
): number {
  const apart = (value: number) => (value === 0 ? TINY : value);
  let value = apart(first);
  let c = value;
  let d = 0;
  for (let n = 1; n <= MAX_TERMS; n++) {
    d = 1 / apart(denominator(n) + numerator(n) * d);
    c = apart(denominator(n) + numerator(n) / c);
    const factor = c * d;
    value *= factor;
    if (Math.abs(factor - 1) < 4e-16) return value;
  }
  return Number.NaN;
}
