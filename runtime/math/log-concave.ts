/**
 * Integrals of the gamma and beta densities by quadrature on scales where they are log-concave: that of ln X for a
 * gamma variable X, and that of the log odds for a beta variable.
 */
import { both, splat } from './constant';
import { log1pShortfallPair } from './deviance';
import { expPair, expm1ExcessPair, expm1Pair } from './exp';
import { log, logPair, log1pPair } from './log';

/** Positive nodes, and weights, of the 16-point Gauss–Legendre rule on [−1, 1]. */
// @ts-ignore: decorator
@inline
const NODES = memory.data<f64>([
  0.09501250983763744, 0.2816035507792589, 0.45801677765722737, 0.6178762444026438, 0.755404408355003, 0.8656312023878318,
  0.9445750230732326, 0.9894009349916499,
]);
// @ts-ignore: decorator
@inline
const WEIGHTS = memory.data<f64>([
  0.1894506104550685, 0.18260341504492358, 0.16915651939500254, 0.14959598881657674, 0.12462897125553388,
  0.09515851168249279, 0.062253523938647894, 0.027152459411754096,
]);
const NODE_BYTES: usize = 64;

/** Up to this |u| the rise of the log density is computed by orders of u. */
// @ts-ignore: decorator
@inline
const NEAR = memory.data<f64>([0.7]);
/** e^−40 relative to 1 is below the last bit. */
const FARTHEST: f64 = 40;
/**
 * Maximum drop of the log density over a panel, and maximum width of a panel near the density's poles, which are π off
 * the real line.
 */
const STEEPEST: f64 = 8;
const WIDEST: f64 = 2;
/** After a panel with a smaller drop, the next one is wider. */
const GENTLE: f64 = 2;
/** Beyond this u, e^u comes near the largest number. */
const FAR: f64 = 300;
/** No finite parameters need as many panels. */
const MAX_PANELS: i32 = 2000;

/**
 * ∫ f(c + u)/f(c) du in the first lane, and the same integral weighted by `byA` · Δln x + `byB` · Δln(1 − x) in the
 * second. u runs from 0 to `length`, upwards or downwards by `sign`. On this scale the density is f = x^a (1 − x)^b,
 * where u changes the log odds of x; f must decrease all the way. At c, x is `w`, 1 − x is `wBar`, and the slope of ln
 * f is `lead` = a − (a + b) w. An infinite b means the gamma density x^a e^−x.
 */
export function integralFrom(
  a: f64,
  b: f64,
  w: f64,
  wBar: f64,
  lead: f64,
  sign: f64,
  length: f64,
  byA: f64,
  byB: f64,
): v128 {
  // Use the side on which x is below ½, so that 1 + w(e^u − 1) does not cancel.
  return b != Infinity && w > wBar
    ? panels(b, a, wBar, w, -lead, -sign, length, byB, byA)
    : panels(a, b, w, wBar, lead, sign, length, byA, byB);
}

function panels(a: f64, b: f64, w: f64, wBar: f64, lead: f64, sign: f64, length: f64, byA: f64, byB: f64): v128 {
  /** Where the slope of ln f changes from a to −b, or to the decrease of e^−x. */
  const knee = sign * (b == Infinity ? -log(w) : log(wBar) - log(w));
  // Δln x and Δln(1 − x) as linear functions of u and the rise of ln f. For a gamma variable ln x is u itself.
  const perU = b == Infinity ? byA : (byA * b - byB * a) / (a + b);
  const perRise = b == Infinity ? 0 : (byA + byB) / (a + b);
  let integral = f64x2.splat(0);
  let at = 0.0;
  let level = 0.0;
  let width = WIDEST;
  for (let panel = 0; at < length && level > -FARTHEST; panel++) {
    if (panel == MAX_PANELS) return f64x2.splat(NaN);
    const isFar = sign * at > FAR;
    width = min<f64>(width, max<f64>(WIDEST, knee < at ? at - knee : 0.5 * (knee - at)));
    width = min<f64>(width, length - at);
    let fall = level - riseAt(a, b, w, wBar, lead, sign * (at + width), isFar);
    while (fall > STEEPEST) {
      width *= max<f64>(0.1, 0.95 * sqrt<f64>(STEEPEST / fall));
      fall = level - riseAt(a, b, w, wBar, lead, sign * (at + width), isFar);
    }
    const half = 0.5 * width;
    const middle = f64x2.splat(sign * (at + half));
    let sum = f64x2.splat(0);
    let weighted = f64x2.splat(0);
    for (let i: usize = 0; i < NODE_BYTES; i += 8) {
      const u = f64x2.add(middle, f64x2.mul(f64x2.splat(half), signed(load<f64>(NODES + i))));
      const rise = risePair(a, b, w, wBar, lead, u, isFar);
      const part = f64x2.mul(splat(WEIGHTS + i), expPair(rise));
      const score = f64x2.add(f64x2.mul(f64x2.splat(perU), u), f64x2.mul(f64x2.splat(perRise), rise));
      sum = f64x2.add(sum, part);
      weighted = f64x2.add(weighted, f64x2.mul(part, score));
    }
    integral = f64x2.add(integral, f64x2.mul(f64x2.splat(half), lanesSummed(sum, weighted)));
    at = width >= length - at ? length : at + width;
    level -= fall;
    if (fall < GENTLE) width *= 2;
  }
  return integral;
}

/** A node above the middle of its panel, and its mirror image. */
function signed(node: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(node), 1, -node);
}

/** The sums of the lanes of `a` and of `b`. */
function lanesSummed(a: v128, b: v128): v128 {
  const first = f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1);
  return f64x2.replace_lane(f64x2.splat(first), 1, f64x2.extract_lane(b, 0) + f64x2.extract_lane(b, 1));
}

function riseAt(a: f64, b: f64, w: f64, wBar: f64, lead: f64, u: f64, isFar: bool): f64 {
  return f64x2.extract_lane(risePair(a, b, w, wBar, lead, f64x2.splat(u), isFar), 0);
}

/**
 * ln f(c + u) − ln f(c), where `lead` is its slope at c. Near c the remainder, of order u², is computed separately,
 * since it is a small part of a u for large shapes. Far above, a form without overflow is used.
 */
function risePair(a: f64, b: f64, w: f64, wBar: f64, lead: f64, u: v128, isFar: bool): v128 {
  if (b != Infinity && isFar) {
    const rest = f64x2.add(f64x2.splat(w), f64x2.mul(f64x2.splat(wBar), expPair(f64x2.neg(u))));
    return f64x2.sub(f64x2.mul(f64x2.splat(-b), u), f64x2.mul(f64x2.splat(a + b), logPair(rest)));
  }
  const growth = f64x2.mul(f64x2.splat(w), expm1Pair(u));
  if (!both(f64x2.le(f64x2.abs(u), splat(NEAR)))) {
    const loss = b == Infinity ? growth : f64x2.mul(f64x2.splat(a + b), log1pPair(growth));
    return f64x2.sub(f64x2.mul(f64x2.splat(a), u), loss);
  }
  const first = f64x2.mul(f64x2.splat(lead), u);
  const curve = f64x2.mul(f64x2.splat(w), expm1ExcessPair(u));
  if (b == Infinity) return f64x2.sub(first, curve);
  // `lead` includes w u of ln(1 + growth). What remains is the curvature of the growth, minus growth − ln(1 + growth).
  const rest = f64x2.sub(curve, log1pShortfallPair(growth));
  return f64x2.sub(first, f64x2.mul(f64x2.splat(a + b), rest));
}
