/**
 * Integrals of the gamma and the beta density by quadrature, on the scale where they are log-concave: of the logarithm of a
 * gamma variable, and of the logarithm of the odds of a beta variable.
 */
import { both, splat } from './constant';
import { log1pShortfallPair } from './deviance';
import { expPair, expm1ExcessPair, expm1Pair } from './exp';
import { log, logPair, log1pPair } from './log';

/** Nodes above 0 and weights of Gauss and Legendre's rule of sixteen points on [-1, 1]. */
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

/** Up to here the rise is taken by its orders. */
// @ts-ignore: decorator
@inline
const NEAR = memory.data<f64>([0.7]);
/** e to the minus this, beside 1, is below the last bit. */
const FARTHEST: f64 = 40;
/** How far the logarithm falls over one panel at most, and a panel's width where the density's poles, π off the line, are near. */
const STEEPEST: f64 = 8;
const WIDEST: f64 = 2;
/** After a panel over which it falls by less the next is wider. */
const GENTLE: f64 = 2;
/** So far above, e^u in the next panel comes near the largest number. */
const FAR: f64 = 300;
/** More panels than any finite parameters call for. */
const MAX_PANELS: i32 = 2000;

/**
 * ∫ f(c + u)/f(c) du, and the same with the weight `byA` · Δln x + `byB` · Δln(1 - x), from u = 0 on to `length`, upwards or
 * downwards as `sign` says, in the two lanes. On this scale the density f is x^a (1 - x)^b, where x is the odds' share; it
 * must fall all the way. c is where x is `w` and 1 - x is `wBar`, and where f has the slope `lead`, a - (a + b) w. An infinite b stands for the gamma density x^a e^-x.
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
  // Seen from the side where x is the smaller half, 1 + w(e^u - 1) is no difference of like numbers.
  return b != Infinity && w > wBar
    ? panels(b, a, wBar, w, -lead, -sign, length, byB, byA)
    : panels(a, b, w, wBar, lead, sign, length, byA, byB);
}

function panels(a: f64, b: f64, w: f64, wBar: f64, lead: f64, sign: f64, length: f64, byA: f64, byB: f64): v128 {
  /** Where a slope of a turns into one of -b, or into the fall of e^-x. */
  const knee = sign * (b == Infinity ? -log(w) : log(wBar) - log(w));
  // Δln x and Δln(1 - x) in terms of u and the rise of the density: of a gamma variable ln x is u itself.
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

/** A node above the middle of its panel and the one below. */
function signed(node: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(node), 1, -node);
}

/** The sum of the lanes of either. */
function lanesSummed(a: v128, b: v128): v128 {
  const first = f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1);
  return f64x2.replace_lane(f64x2.splat(first), 1, f64x2.extract_lane(b, 0) + f64x2.extract_lane(b, 1));
}

function riseAt(a: f64, b: f64, w: f64, wBar: f64, lead: f64, u: f64, isFar: bool): f64 {
  return f64x2.extract_lane(risePair(a, b, w, wBar, lead, f64x2.splat(u), isFar), 0);
}

/**
 * ln f(c + u) - ln f(c), where the `lead` is what it rises by to first order. Near c the rest is of the order of u²
 * and is taken by itself: for large shapes it is a small part of a u. Far above in a form that does not overflow.
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
  // Of ln(1 + growth) `lead` has w u; what is left of the growth is its curve, less what it exceeds its logarithm by.
  const rest = f64x2.sub(curve, log1pShortfallPair(growth));
  return f64x2.sub(first, f64x2.mul(f64x2.splat(a + b), rest));
}
