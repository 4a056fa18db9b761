/** Log masses of counts: binomial coefficients, and Pólya's urn. */

import { stirlingError } from './log-gamma.ts';
import { logIntegral } from './log-integral.ts';
import { deviance, productLess } from './saddle-point.ts';

/** Up to this many draws are added up one by one. */
const MAX_DRAWS = 20_000;

/** ln C(n, k), −∞ but for 0 ≤ k ≤ n: a product of n − k + i over i, or Stirling's formula, whose large terms are the entropy of k/n. */
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
 * The log probability of k successes in n draws from Pólya's urn, which begins with a and b balls and is given another of the colour that
 * was drawn: a beta-binomial mass. Urn by urn for so many draws, and by the saddle points beyond. Each term of the first is that of
 * one draw, so that no shape is too large for it.
 */
export function logPolya(n: number, k: number, a: number, b: number): number {
  if (k < 0 || k > n) return Number.NEGATIVE_INFINITY;
  if (k === 0) return logNone(n, b, a);
  if (k === n) return logNone(n, a, b);
  if (n > MAX_DRAWS) return logPolyaBySaddlePoints(n, k, a, b);
  // The successes first, and then one of the orders in which they may come.
  const successes = (i: number) => logShare(a + i, b) + Math.log1p((n - k) / (i + 1));
  const failures = (i: number) => logShare(b + i, a + k);
  return total(k, successes) + total(n - k, failures);
}

/** n draws from a urn of a and b balls that are all of the first colour. No term is above 0. */
function logNone(n: number, a: number, b: number): number {
  const first = total(Math.min(n, MAX_DRAWS), (i) => logShare(a + i, b));
  if (n <= MAX_DRAWS) return first;
  // The sum of the rest is an integral and a correction at the ends: Euler and Maclaurin, Abramowitz & Stegun 23.1.30.
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

/** Of a table of the cells k, n − k, a and b, whose margins are those of two binomial distributions and of what is made of both. */
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

/** Σ term(i) for i from 0 to count − 1, with what rounding loses: Neumaier (1974), Rundungsfehleranalyse einiger Verfahren zur Summation. */
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
