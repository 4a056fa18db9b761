/**
 * The density of a truncated normal variable, also far out, where the density and its normalising constant nearly
 * cancel.
 */
import { exp } from './exp';
import { log, log1p } from './log';
import { normalCdf, normalTail } from './normal';

const HALF_LOG_TWO_PI: f64 = 0.9189385332046728;
const ROOT_TWO_PI: f64 = 2.5066282746310002;
/** From here on Mills's ratio is computed by its asymptotic series, whose next term is below the last bit. */
const SERIES_FROM: f64 = 30;
/** Positive nodes, and weights, of the 8-point Gauss–Legendre rule on [−1, 1]. */
// @ts-ignore: decorator
@inline
const NODES = memory.data<f64>([0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363]);
// @ts-ignore: decorator
@inline
const WEIGHTS = memory.data<f64>([0.362683783378362, 0.31370664587788727, 0.22238103445337448, 0.10122853629037626]);

/**
 * ln(φ(z)/(Φ(b) − Φ(a))) for a ≤ z ≤ b, where a and b may be infinite. It is a function of z, a and b; `above` is z − a
 * and `below` is b − z, computed separately. If 0 is not between the ends, it is computed from the end nearer to 0, so
 * that no large number is squared. NaN for a > b.
 */
export function logTruncatedNormal(z: f64, a: f64, b: f64, above: f64, below: f64): f64 {
  if (!(a < b)) return a == b ? Infinity : NaN;
  const width = above + below;
  if (isFar(a, b, width)) {
    return a + b >= 0 ? -(a + 0.5 * above) * above - logFromEnd(a, width) : (b - 0.5 * below) * below - logFromEnd(-b, width);
  }
  return -0.5 * z * z - HALF_LOG_TWO_PI - log1p(-(normalCdf(a) + normalCdf(-b)));
}

/**
 * φ(a)/(Φ(b) − Φ(a)): minus the derivative of the log mass with respect to a. `width` is b − a, computed separately.
 */
export function truncatedNormalEnd(a: f64, b: f64, width: f64): f64 {
  if (!(a < b)) return NaN;
  if (a == -Infinity) return 0;
  if (!isFar(a, b, width)) return exp(-0.5 * a * a - HALF_LOG_TWO_PI) / (1 - (normalCdf(a) + normalCdf(-b)));
  // If the upper end is nearer to 0, the density at a is the density at −b times e^(width (a + b)/2).
  return a + b >= 0 ? exp(-logFromEnd(a, width)) : exp(0.5 * width * (a + b) - logFromEnd(-b, width));
}

/**
 * Whether 0 is not between the ends, or the range is narrow, so that the mass is not computed as a difference of tails.
 */
function isFar(a: f64, b: f64, width: f64): bool {
  return a >= 0 || b <= 0 || isNarrow(a + b >= 0 ? a : -b, width);
}

/** Whether the density changes by less than a factor of e² from an end on. */
function isNarrow(end: f64, width: f64): bool {
  return width * max<f64>(1, abs<f64>(end)) <= 1;
}

/**
 * ln ∫ e^(−end s − s²/2) ds from 0 to `width`: the log of the mass over the density at an end from which the density
 * decreases.
 */
function logFromEnd(end: f64, width: f64): f64 {
  if (isNarrow(end, width)) {
    const half = 0.5 * width;
    let sum = 0.0;
    for (let i: usize = 0; i < 32; i += 8) {
      const t = half * load<f64>(NODES + i);
      const low = half - t;
      const high = half + t;
      sum += load<f64>(WEIGHTS + i) * (exp(-low * (end + 0.5 * low)) + exp(-high * (end + 0.5 * high)));
    }
    return log(half * sum);
  }
  const all = millsRatio(end);
  if (width == Infinity) return log(all);
  return log(all - exp(-width * (end + 0.5 * width)) * millsRatio(end + width));
}

/** (1 - Φ(x))/φ(x) for x >= 0: DLMF 7.8.1, and its asymptotic series 7.12.1 far out. */
function millsRatio(x: f64): f64 {
  if (x < SERIES_FROM) return ROOT_TWO_PI * normalTail(x, 1);
  const z = 1 / x / x;
  return (1 - z * (1 - z * (3 - z * (15 - z * (105 - z * (945 - z * (10395 - z * 135135))))))) / x;
}

/** `logTruncatedNormal` in each lane. */
export function logTruncatedNormalPair(z: v128, a: v128, b: v128, above: v128, below: v128): v128 {
  const first = logTruncatedNormal(f64x2.extract_lane(z, 0), f64x2.extract_lane(a, 0), f64x2.extract_lane(b, 0), f64x2.extract_lane(above, 0), f64x2.extract_lane(below, 0));
  const second = logTruncatedNormal(f64x2.extract_lane(z, 1), f64x2.extract_lane(a, 1), f64x2.extract_lane(b, 1), f64x2.extract_lane(above, 1), f64x2.extract_lane(below, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `truncatedNormalEnd` in each lane. */
export function truncatedNormalEndPair(a: v128, b: v128, width: v128): v128 {
  const first = truncatedNormalEnd(f64x2.extract_lane(a, 0), f64x2.extract_lane(b, 0), f64x2.extract_lane(width, 0));
  const second = truncatedNormalEnd(f64x2.extract_lane(a, 1), f64x2.extract_lane(b, 1), f64x2.extract_lane(width, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}
