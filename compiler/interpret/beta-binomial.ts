/** Log masses of counts: binomial coefficients and the beta-binomial distribution (Pólya's urn). */

import { stirlingError } from './log-gamma.ts';
import { logIntegral } from './log-integral.ts';
import { deviance, productLess } from './saddle-point.ts';

/** Up to this many draws are summed one by one. */
const MAX_DRAWS = 20_000;

/**
 * ln C(n, k), −∞ outside 0 ≤ k ≤ n: a product of (n − k + i)/i, or Stirling's formula, whose large terms are the
 * entropy of k/n.
 */
export function logChoose(n: number, k: number): number {
  if (k < 0 || k > n) return Number.NEGATIVE_INFINITY;
  const fewer = Math.min(k, n - k);
  if (fewer <= MAX_DRAWS) return total(fewer, (i) => Math.log1p((n - fewer) / (i + 1)));
  const more = n - fewer;
  const entropy = fewer * Math.log(n / fewer) - more * Math.log1p(-fewer / n);
  const errors = stirlingError(n) - stirlingError(fewer) - stirlingError(more);
  return entropy + 0.5 * Math.log(n / (2 * Math.PI * more) / fewer) + errors;
}

/**
 * The log probability of k successes in n draws from Pólya's urn: it starts with a and b balls, and each drawn ball is
 * returned with another of its colour. This is the beta-binomial mass. Small counts are summed draw by draw, so that no
 * shape is too large; larger ones use the saddle-point expansion.
 */
export function logPolya(n: number, k: number, a: number, b: number): number {
  if (k < 0 || k > n) return Number.NEGATIVE_INFINITY;
  if (k === 0) return logNone(n, b, a);
  if (k === n) return logNone(n, a, b);
  if (n > MAX_DRAWS) return logPolyaBySaddlePoints(n, k, a, b);
  // First the probability that all successes come first, times the number of orders.
  const successes = (i: number) => logShare(a + i, b) + Math.log1p((n - k) / (i + 1));
  const failures = (i: number) => logShare(b + i, a + k);
  return total(k, successes) + total(n - k, failures);
}

/** ln P(n draws of the first colour) from an urn with a and b balls. No term is above 0. */
function logNone(n: number, a: number, b: number): number {
  const first = total(Math.min(n, MAX_DRAWS), (i) => logShare(a + i, b));
  if (n <= MAX_DRAWS) return first;
  // The rest of the sum is an integral with a correction at the ends: Euler–Maclaurin, Abramowitz & Stegun 23.1.30.
  const [from, to] = [a + MAX_DRAWS, a + n];
  const integral = logIntegral(
    (u) => u + Math.log(-logShare(from * Math.exp(u), b)),
    0,
    Math.log1p((n - MAX_DRAWS) / from),
  );
  const slope = (x: number) => (b / x) * (1 / (x + b));
  const corrections = (logShare(from, b) - logShare(to, b)) / 2 + (slope(to) - slope(from)) / 12;
  return first - from * Math.exp(integral) + corrections;
}

/** ln(x/(x + rest)) */
function logShare(x: number, rest: number): number {
  return rest > 1e300 * x ? Math.log(x) - Math.log(x + rest) : -Math.log1p(rest / x);
}

/**
 * The mass by saddle points: a binomial mass for the trials, times one for the urn before, over one for both together.
 */
function logPolyaBySaddlePoints(n: number, k: number, a: number, b: number): number {
  const before = a + b;
  const after = before + n;
  const p = (a + k) / after;
  const q = (b + n - k) / after;
  const excess =
    after < 1e150 ? productLess(k, b, (n - k) * a) / after : k * (b / after) - (n - k) * (a / after);
  const ofTrials = deviance(k, n * p, -excess) + deviance(n - k, n * q, excess);
  const ofUrn = deviance(a, before * p, excess) + deviance(b, before * q, -excess);
  const error = stirlingError;
  const errors =
    error(n) -
    error(k) -
    error(n - k) -
    (error(a) - error(a + k)) -
    (error(b) - error(b + n - k)) +
    (error(before) - error(after));
  const widths = [n / k, 1 / (n - k), a / (a + k), b / (b + n - k), after / before, 1 / (2 * Math.PI)];
  const logWidth = 0.5 * widths.reduce((sum, width) => sum + Math.log(width), 0);
  return logWidth + errors - ofTrials - ofUrn;
}

/**
 * Σ term(i) for i from 0 to count − 1, with compensated rounding: Neumaier (1974), Rundungsfehleranalyse einiger
 * Verfahren zur Summation.
 */
function total(count: number, term: (i: number) => number): number {
  let sum = 0;
  let lost = 0;
  for (let i = 0; i < count; i++) {
    const next = term(i);
    const larger = sum + next;
    lost += Math.abs(sum) >= Math.abs(next) ? sum - larger + next : next - larger + sum;
    sum = larger;
  }
  return Number.isFinite(sum) ? sum + lost : sum;
}
