/**
 * The log probability of a range under the gamma and beta distributions, precise in both tails, and its derivatives
 * with respect to the shapes.
 *
 * The masses inside and outside of the range are integrated separately, so no gamma function is needed for
 * normalisation, nothing is the difference of two numbers near 1, and either mass may be small. For ln f(x) = a ln x +
 * … the derivative of ln(inside / all) with respect to a is E[ln x | inside] − E[ln x] = P(outside) · (E[ln x | inside]
 * − E[ln x | outside]).
 */
import { deviance } from './deviance';
import { exp } from './exp';
import { log, log1p } from './log';
import { integralFrom } from './log-concave';
import { shareExcess } from './shape-density';

/**
 * The log probability of a range in the first lane, and its derivative in the direction (`byA`, `byB`) of (a, b) in the
 * second. The range is from x to y, both in [0, 1] with their complements; x = 0 or yBar = 0 means that it is open.
 * `width` is the difference of the log odds of y and x. `fromX` and `fromY` are the distances of x and y from the mode
 * a/(a + b). An infinite b means the gamma distribution: x and y are then its values, `width` is the difference of
 * their logarithms, and yBar = 0 still means open.
 */
export function massOfRange(
  a: f64,
  b: f64,
  x: f64,
  xBar: f64,
  y: f64,
  yBar: f64,
  fromX: f64,
  fromY: f64,
  width: f64,
  byA: f64,
  byB: f64,
): v128 {
  if (!(a > 0 && b > 0 && a < Infinity)) return f64x2.splat(NaN);
  const hasBelow = x > 0;
  const hasAbove = yBar > 0;
  if (!hasBelow && !hasAbove) return f64x2.splat(0);
  const isGamma = b == Infinity;
  // The mode on the log(-odds) scale, from which distances, levels and scores are measured.
  const p = isGamma ? a : 1 / (1 + b / a);
  const q = isGamma ? 1 : 1 / (1 + a / b);
  const whole = isGamma ? 1 : a + b;

  const lower = hasBelow ? distance(b, p, q, x, xBar, fromX) : -Infinity;
  const upper = hasAbove ? distance(b, p, q, y, yBar, fromY) : Infinity;
  const belowLevel = hasBelow ? level(a, b, x, xBar, fromX) : 0;
  const aboveLevel = hasAbove ? level(a, b, y, yBar, fromY) : 0;
  const belowScore = hasBelow ? score(b, p, q, x, xBar, fromX, byA, byB) : 0;
  const aboveScore = hasAbove ? score(b, p, q, y, yBar, fromY, byA, byB) : 0;
  const none = f64x2.splat(0);
  let inside: v128;
  let outside = none;
  let insideLevel = 0.0;
  if (lower > 0) {
    inside = shifted(integralFrom(a, b, x, xBar, -fromX * whole, 1, width, byA, byB), 0, belowScore);
    insideLevel = belowLevel;
    outside = f64x2.add(
      integralFrom(a, b, p, q, 0, -1, Infinity, byA, byB),
      integralFrom(a, b, p, q, 0, 1, lower, byA, byB),
    );
  } else if (upper < 0) {
    inside = shifted(integralFrom(a, b, y, yBar, -fromY * whole, -1, width, byA, byB), 0, aboveScore);
    insideLevel = aboveLevel;
    outside = f64x2.add(
      integralFrom(a, b, p, q, 0, 1, Infinity, byA, byB),
      integralFrom(a, b, p, q, 0, -1, -upper, byA, byB),
    );
  } else if (hasBelow && hasAbove && min<f64>(belowLevel, aboveLevel) > NARROW) {
    // Near its peak the density hardly changes, and the distances of the ends from the mode may be mere rounding
    // errors.
    inside = shifted(integralFrom(a, b, x, xBar, -fromX * whole, 1, width, byA, byB), 0, belowScore);
    insideLevel = belowLevel;
  } else {
    inside = f64x2.add(
      integralFrom(a, b, p, q, 0, -1, -lower, byA, byB),
      integralFrom(a, b, p, q, 0, 1, upper, byA, byB),
    );
  }
  if (hasBelow && lower <= 0) {
    const below = integralFrom(a, b, x, xBar, -fromX * whole, -1, Infinity, byA, byB);
    outside = f64x2.add(outside, shifted(below, belowLevel, belowScore));
  }
  if (hasAbove && upper >= 0) {
    const above = integralFrom(a, b, y, yBar, -fromY * whole, 1, Infinity, byA, byB);
    outside = f64x2.add(outside, shifted(above, aboveLevel, aboveScore));
  }
  const insideMass = f64x2.extract_lane(inside, 0);
  const outsideMass = f64x2.extract_lane(outside, 0);
  const logOdds = log(outsideMass) - log(insideMass) - insideLevel;
  // For large x, ln(1 + e^x) is x.
  const logMass = logOdds > 40 ? -logOdds : -log1p(exp(logOdds));
  const difference =
    f64x2.extract_lane(inside, 1) / insideMass - f64x2.extract_lane(outside, 1) / outsideMass;
  const slope = outsideMass == 0 ? 0 : difference / (1 + exp(-logOdds));
  return f64x2.replace_lane(f64x2.splat(logMass), 1, slope);
}

/** If the log density at both ends is at most this far below the mode, the range is integrated in one piece. */
const NARROW: f64 = -0.5;

/** ln(x / p); `difference` is x − p. */
function logRatio(x: f64, p: f64, difference: f64): f64 {
  return abs<f64>(difference) < 0.5 * p ? log1p(difference / p) : log(x) - log(p);
}

/** The distance of x above the mode, in log odds or in ln x. */
function distance(b: f64, p: f64, q: f64, x: f64, xBar: f64, difference: f64): f64 {
  const above = logRatio(x, p, difference);
  return b == Infinity ? above : above - logRatio(xBar, q, -difference);
}

/**
 * The log density at x minus that at the mode: precise for all shapes, since the first-order terms cancel at the mode.
 */
function level(a: f64, b: f64, x: f64, xBar: f64, difference: f64): f64 {
  if (b == Infinity) return -deviance(a, x, difference);
  const excess = difference * (a + b);
  return -deviance(a, x * (a + b), excess) - deviance(b, xBar * (a + b), -excess);
}

/** `byA` · ln x + `byB` · ln(1 − x), minus its value at the mode. */
function score(b: f64, p: f64, q: f64, x: f64, xBar: f64, difference: f64, byA: f64, byB: f64): f64 {
  const above = byA * logRatio(x, p, difference);
  return b == Infinity ? above : above + byB * logRatio(xBar, q, -difference);
}

/** An integral and its weighted form, adjusted for the level and the score at its starting point. */
function shifted(integral: v128, startLevel: f64, startScore: f64): v128 {
  const mass = f64x2.extract_lane(integral, 0);
  const weighted = f64x2.extract_lane(integral, 1) + startScore * mass;
  return f64x2.mul(f64x2.splat(exp(startLevel)), f64x2.replace_lane(f64x2.splat(mass), 1, weighted));
}

/**
 * ln(P(shape, y) − P(shape, x)) for 0 ≤ x < y, where P is the regularised lower incomplete gamma function (DLMF 8.2.4),
 * with an error of at most 4e-14 · max(1, √shape, |ln|). y may be infinite. −Infinity for x = y; NaN for x > y.
 */
export function logGammaMass(shape: f64, x: f64, y: f64): f64 {
  return f64x2.extract_lane(gammaMassAndSlope(shape, x, y), 0);
}

/** The derivative of `logGammaMass` with respect to the shape. */
export function gammaMassSlope(shape: f64, x: f64, y: f64): f64 {
  return f64x2.extract_lane(gammaMassAndSlope(shape, x, y), 1);
}

function gammaMassAndSlope(shape: f64, x: f64, y: f64): v128 {
  if (!(x < y)) return f64x2.splat(x == y ? -Infinity : NaN);
  const rest = (y - x) / x;
  const width = rest < 1 ? log1p(rest) : log(y) - log(x);
  return massOfRange(shape, Infinity, x, 1, y, y == Infinity ? 0 : 1, x - shape, y - shape, width, 1, 0);
}

/** `logGammaMass` in each lane. */
export function logGammaMassPair(shape: v128, x: v128, y: v128): v128 {
  const first = logGammaMass(f64x2.extract_lane(shape, 0), f64x2.extract_lane(x, 0), f64x2.extract_lane(y, 0));
  const second = logGammaMass(f64x2.extract_lane(shape, 1), f64x2.extract_lane(x, 1), f64x2.extract_lane(y, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `gammaMassSlope` in each lane. */
export function gammaMassSlopePair(shape: v128, x: v128, y: v128): v128 {
  const first = gammaMassSlope(f64x2.extract_lane(shape, 0), f64x2.extract_lane(x, 0), f64x2.extract_lane(y, 0));
  const second = gammaMassSlope(f64x2.extract_lane(shape, 1), f64x2.extract_lane(x, 1), f64x2.extract_lane(y, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/**
 * ln(I_y(a, b) − I_x(a, b)) for x < y, where I is the regularised incomplete beta function (DLMF 8.17.2), and 1 − x and
 * 1 − y are given too, with an error of at most 4e-14 · max(1, √(a + b), |ln|). x = 0 or yBar = 0 leaves a side open.
 * −Infinity for x = y; NaN for x > y.
 */
export function logBetaMass(a: f64, b: f64, x: f64, xBar: f64, y: f64, yBar: f64): f64 {
  return f64x2.extract_lane(betaMassAndSlope(a, b, x, xBar, y, yBar), 0);
}

/** The derivative of `logBetaMass` with respect to a. */
export function betaMassSlope(a: f64, b: f64, x: f64, xBar: f64, y: f64, yBar: f64): f64 {
  return f64x2.extract_lane(betaMassAndSlope(a, b, x, xBar, y, yBar), 1);
}

function betaMassAndSlope(a: f64, b: f64, x: f64, xBar: f64, y: f64, yBar: f64): v128 {
  // For x and y near 1 the complements give the difference.
  const difference = x < xBar ? y - x : xBar - yBar;
  if (!(difference > 0)) return f64x2.splat(difference == 0 ? -Infinity : NaN);
  const rest = difference / x / yBar;
  const width = rest < 1 ? log1p(rest) : log(y) - log(x) + (log(xBar) - log(yBar));
  const fromX = shareExcess(a, b, x, xBar) / (a + b);
  const fromY = shareExcess(a, b, y, yBar) / (a + b);
  return massOfRange(a, b, x, xBar, y, yBar, fromX, fromY, width, 1, 0);
}

/** `logBetaMass` in each lane. */
export function logBetaMassPair(a: v128, b: v128, x: v128, xBar: v128, y: v128, yBar: v128): v128 {
  const first = logBetaMass(f64x2.extract_lane(a, 0), f64x2.extract_lane(b, 0), f64x2.extract_lane(x, 0), f64x2.extract_lane(xBar, 0), f64x2.extract_lane(y, 0), f64x2.extract_lane(yBar, 0));
  const second = logBetaMass(f64x2.extract_lane(a, 1), f64x2.extract_lane(b, 1), f64x2.extract_lane(x, 1), f64x2.extract_lane(xBar, 1), f64x2.extract_lane(y, 1), f64x2.extract_lane(yBar, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `betaMassSlope` in each lane. */
export function betaMassSlopePair(a: v128, b: v128, x: v128, xBar: v128, y: v128, yBar: v128): v128 {
  const first = betaMassSlope(f64x2.extract_lane(a, 0), f64x2.extract_lane(b, 0), f64x2.extract_lane(x, 0), f64x2.extract_lane(xBar, 0), f64x2.extract_lane(y, 0), f64x2.extract_lane(yBar, 0));
  const second = betaMassSlope(f64x2.extract_lane(a, 1), f64x2.extract_lane(b, 1), f64x2.extract_lane(x, 1), f64x2.extract_lane(xBar, 1), f64x2.extract_lane(y, 1), f64x2.extract_lane(yBar, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}
