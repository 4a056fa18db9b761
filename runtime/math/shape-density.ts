/**
 * The gamma and beta densities around their modes, for shapes of any size, without their `logGammaPeak` terms. Written
 * with powers, each would be a small difference of terms as large as the shapes.
 */
import { logOfRatio, log1pShortfall } from './deviance';
import { productLess } from './exact';
import { log } from './log';

/** Up to this distance from the mode, relative to the shape, the density is computed from the distance. */
const NEAR: f64 = 0.4;

/**
 * The log density at u of a gamma variable with rate 1, minus `logGammaPeak(shape)`: shape ln(u/shape) − (u − shape) −
 * ln u. `excess` is u − shape, computed separately.
 */
export function gammaKernel(shape: f64, u: f64, excess: f64): f64 {
  if (abs<f64>(excess) <= NEAR * shape) return -shape * log1pShortfall(excess / shape) - log(u);
  // For shape 1 there is no power of u, even at u = 0.
  const power = shape == 1 ? 0 : (shape - 1) * log(u);
  return power - shape * log(shape) - excess;
}

/** Its derivative with respect to the shape, ln(u/shape). */
export function gammaKernelSlope(shape: f64, u: f64, excess: f64): f64 {
  return logOfRatio(shape, u, excess);
}

/** x (a + b) − a, from the smaller of x and its complement, which is the more precise one. */
export function shareExcess(a: f64, b: f64, x: f64, xBar: f64): f64 {
  return x <= xBar ? timesSumLess(x, a, b) : -timesSumLess(xBar, b, a);
}

/** x (a + b) − a, including the rounding errors of the sum and the product. */
function timesSumLess(x: f64, a: f64, b: f64): f64 {
  const sum = a + b;
  const larger = max<f64>(a, b);
  const lost = min<f64>(a, b) - (sum - larger);
  return productLess(x, sum, a) + x * lost;
}

/**
 * The log density at x of a beta variable, minus `logGammaPeak(a) + logGammaPeak(b) - logGammaPeak(a + b)`: (a − 1) ln
 * x + (b − 1) ln(1 − x) − a ln(a/(a + b)) − b ln(b/(a + b)). It is a function of a, b and x; `xBar` = 1 − x only
 * improves its precision.
 */
export function betaKernel(a: f64, b: f64, x: f64, xBar: f64): f64 {
  const sum = a + b;
  const excess = shareExcess(a, b, x, xBar);
  if (abs<f64>(excess) <= NEAR * min<f64>(a, b)) {
    const deviances = a * log1pShortfall(excess / a) + b * log1pShortfall(-excess / b);
    return -deviances - log(x) - log(xBar);
  }
  return powerOf(a, sum, x, excess) + powerOf(b, sum, xBar, -excess);
}

/** (a - 1) ln x - a ln(a/sum). */
function powerOf(a: f64, sum: f64, x: f64, excess: f64): f64 {
  if (x > 0) return a * logOfRatio(a, x * sum, excess) - log(x);
  // For shape 1 there is no power of x, even at 0.
  return (a == 1 ? 0 : (a - 1) * log(x)) - a * (log(a) - log(sum));
}

/**
 * Its derivative with respect to a, ln(x (a + b)/a). The one with respect to b follows by exchanging the shapes, and x
 * with its complement.
 */
export function betaKernelSlope(a: f64, b: f64, x: f64, xBar: f64): f64 {
  return logOfRatio(a, x * (a + b), shareExcess(a, b, x, xBar));
}

/** Its derivative with respect to x, (a − 1)/x − (b − 1)/(1 − x). */
export function betaKernelTilt(a: f64, b: f64, x: f64, xBar: f64): f64 {
  return -(shareExcess(a, b, x, xBar) + (xBar - x)) / x / xBar;
}

/** `gammaKernel` in each lane. */
export function gammaKernelPair(shape: v128, u: v128, excess: v128): v128 {
  const first = gammaKernel(f64x2.extract_lane(shape, 0), f64x2.extract_lane(u, 0), f64x2.extract_lane(excess, 0));
  const second = gammaKernel(f64x2.extract_lane(shape, 1), f64x2.extract_lane(u, 1), f64x2.extract_lane(excess, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `gammaKernelSlope` in each lane. */
export function gammaKernelSlopePair(shape: v128, u: v128, excess: v128): v128 {
  const first = gammaKernelSlope(f64x2.extract_lane(shape, 0), f64x2.extract_lane(u, 0), f64x2.extract_lane(excess, 0));
  const second = gammaKernelSlope(f64x2.extract_lane(shape, 1), f64x2.extract_lane(u, 1), f64x2.extract_lane(excess, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `betaKernel` in each lane. */
export function betaKernelPair(a: v128, b: v128, x: v128, xBar: v128): v128 {
  const first = betaKernel(f64x2.extract_lane(a, 0), f64x2.extract_lane(b, 0), f64x2.extract_lane(x, 0), f64x2.extract_lane(xBar, 0));
  const second = betaKernel(f64x2.extract_lane(a, 1), f64x2.extract_lane(b, 1), f64x2.extract_lane(x, 1), f64x2.extract_lane(xBar, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `betaKernelSlope` in each lane. */
export function betaKernelSlopePair(a: v128, b: v128, x: v128, xBar: v128): v128 {
  const first = betaKernelSlope(f64x2.extract_lane(a, 0), f64x2.extract_lane(b, 0), f64x2.extract_lane(x, 0), f64x2.extract_lane(xBar, 0));
  const second = betaKernelSlope(f64x2.extract_lane(a, 1), f64x2.extract_lane(b, 1), f64x2.extract_lane(x, 1), f64x2.extract_lane(xBar, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `betaKernelTilt` in each lane. */
export function betaKernelTiltPair(a: v128, b: v128, x: v128, xBar: v128): v128 {
  const first = betaKernelTilt(f64x2.extract_lane(a, 0), f64x2.extract_lane(b, 0), f64x2.extract_lane(x, 0), f64x2.extract_lane(xBar, 0));
  const second = betaKernelTilt(f64x2.extract_lane(a, 1), f64x2.extract_lane(b, 1), f64x2.extract_lane(x, 1), f64x2.extract_lane(xBar, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}
