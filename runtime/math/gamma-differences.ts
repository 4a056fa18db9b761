/**
 * Differences of log-gamma and digamma functions that keep their digits where the functions themselves are large. Each
 * is the remainder of Stirling's series (DLMF 5.11.1, 5.11.2) after its large terms are cancelled analytically. For
 * arguments below 10 the recurrences (DLMF 5.5.1, 5.5.2) raise the argument first.
 */
import { log, log1p } from './log';
import { digamma, logGamma } from './gamma';

const HALF_LOG_TWO_PI: f64 = 0.9189385332046728;
/** From this argument on, nine terms of the series are exact to the last bit. */
export const SERIES_FROM: f64 = 10;

/** Coefficients of the series in 1/x² for ln Γ, times x: B₂ₖ/(2k(2k − 1)), k = 1, 2, …. */
// @ts-ignore: decorator
@inline
const GAMMA = memory.data<f64>([
  0.08333333333333333, -0.002777777777777778, 0.0007936507936507937, -0.0005952380952380953, 0.0008417508417508417,
  -0.0019175269175269176, 0.00641025641025641, -0.029550653594771242, 0.17964437236883057,
]);
/** Coefficients of the series for ψ: B₂ₖ/2k. */
// @ts-ignore: decorator
@inline
const DIGAMMA = memory.data<f64>([
  0.08333333333333333, -0.008333333333333333, 0.003968253968253968, -0.004166666666666667, 0.007575757575757576,
  -0.021092796092796094, 0.08333333333333333, -0.4432598039215686, 3.0539543302701198,
]);
/**
 * Coefficients for ln Γ(x + ½) − ln Γ(x) − ½ ln x, times x: −(2 − 2^(1 − 2k)) B₂ₖ/(2k(2k − 1)), by DLMF 5.11.8 at h = ½
 * and h = 0.
 */
// @ts-ignore: decorator
@inline
const HALF_STEP = memory.data<f64>([
  -0.125, 0.005208333333333333, -0.0015625, 0.0011858258928571428, -0.001681857638888889,
  0.0038341175426136365, -0.012819730318509616, 0.059100405375162764, -0.359287374159869,
]);
/** Byte offset of the last coefficient. */
const LAST: usize = 64;

/** Σ cₖ zᵏ⁻¹ of the nine coefficients at `c`. */
function series(c: usize, z: f64): f64 {
  let sum = load<f64>(c + LAST);
  for (let at: usize = LAST; at > 0; ) {
    at -= 8;
    sum = load<f64>(c + at) + z * sum;
  }
  return sum;
}

/** (series(c, y) − series(c, z)) / (y − z), without cancellation of large terms. */
function dividedDifference(c: usize, y: f64, z: f64): f64 {
  let sum = load<f64>(c + LAST);
  let quotient = 0.0;
  for (let at: usize = LAST; at > 0; ) {
    at -= 8;
    quotient = sum + z * quotient;
    sum = load<f64>(c + at) + y * sum;
  }
  return quotient;
}

/**
 * x ln x − x − ln Γ(x) for x > 0: the log density of ln X at its mode, for a gamma variable X of shape x. About ½
 * ln(x/2π).
 */
export function logGammaPeak(x: f64): f64 {
  if (!(x > 0)) return x == 0 ? -Infinity : NaN;
  if (x < SERIES_FROM) return x * (log(x) - 1) - logGamma(x);
  const inverse = 1 / x;
  return 0.5 * log(x) - HALF_LOG_TWO_PI - inverse * series(GAMMA, inverse * inverse);
}

/** Its derivative, ln x - ψ(x); about 1/2x. */
export function logGammaPeakSlope(x: f64): f64 {
  if (!(x > 0)) return x == 0 ? Infinity : NaN;
  if (x < SERIES_FROM) return log(x) - digamma(x);
  const inverse = 1 / x;
  const z = inverse * inverse;
  return 0.5 * inverse + z * series(DIGAMMA, z);
}

/** ln Γ(x + ½) − ln Γ(x) − ½ ln x for x > 0; about −1/(8x). */
export function logGammaHalfStep(x: f64): f64 {
  if (!(x > 0)) return x == 0 ? -Infinity : NaN;
  let product = 1.0;
  for (; x < SERIES_FROM; x += 1) product *= (x / (x + 0.5)) * ((x + 1) / (x + 0.5));
  const inverse = 1 / x;
  const rest = inverse * series(HALF_STEP, inverse * inverse);
  return product == 1 ? rest : rest + 0.5 * log(product);
}

/** Its derivative, ψ(x + ½) − ψ(x) − 1/(2x); about 1/(8x²). */
export function halfStepSlope(x: f64): f64 {
  if (!(x > 0)) return x == 0 ? Infinity : NaN;
  let steps = 0.0;
  for (; x < SERIES_FROM; x += 1) steps += 0.25 / (x + 0.5) / (x + 1) / x;
  const z = 1 / x / x;
  // The derivative of x^(1 − 2k) is (1 − 2k) x^(−2k).
  let sum = 0.0;
  let odd = 17.0;
  for (let at: usize = LAST + 8; at > 0; odd -= 2) {
    at -= 8;
    sum = -odd * load<f64>(HALF_STEP + at) + z * sum;
  }
  return steps + z * sum;
}

/** ψ(x + h) - ψ(x) for x > 0 and h >= 0. */
export function digammaRise(x: f64, h: f64): f64 {
  if (!(x > 0 && h >= 0)) return x == 0 && h > 0 ? Infinity : NaN;
  let steps = 0.0;
  for (; x < SERIES_FROM; x += 1) steps += h / (x + h) / x;
  return steps + log1p(h / x) + riseOfRest(x, h);
}

/** ψ(x + h) − ψ(x) − ln(1 + h/x). */
export function digammaRiseBeyondLog(x: f64, h: f64): f64 {
  return x < SERIES_FROM ? digammaRise(x, h) - log1p(h / x) : riseOfRest(x, h);
}

/** ψ(x + h) − ψ(x) − ln(1 + h/x), for x ≥ 10. */
function riseOfRest(x: f64, h: f64): f64 {
  const inverse = 1 / x;
  const next = 1 / (x + h);
  const fall = h * inverse * next;
  const y = inverse * inverse;
  const z = next * next;
  const quotient = series(DIGAMMA, y) + z * dividedDifference(DIGAMMA, y, z);
  return fall * (0.5 + (inverse + next) * quotient);
}

/** The error of ½ ln(x/2π) for `logGammaPeak`, minus the error at x + h, for x ≥ 10. */
export function fallOfRest(x: f64, h: f64): f64 {
  const inverse = 1 / x;
  const next = 1 / (x + h);
  const fall = h * inverse * next;
  const y = inverse * inverse;
  const z = next * next;
  return fall * (series(GAMMA, y) + next * (inverse + next) * dividedDifference(GAMMA, y, z));
}

/** ln B(a, b) for a, b > 0; Infinity if either is 0, NaN below. */
export function logBeta(a: f64, b: f64): f64 {
  if (!(a > 0 && b > 0)) return a >= 0 && b >= 0 ? Infinity : NaN;
  const h = min<f64>(a, b);
  let x = max<f64>(a, b);
  if (h >= SERIES_FROM) {
    const share = h / (x + h);
    const rest = series(GAMMA, 1 / h / h) / h + fallOfRest(x, h);
    return (h - 0.5) * log(share) - x * log1p(h / x) - 0.5 * log(x) + (HALF_LOG_TWO_PI + rest);
  }
  let product = 1.0;
  for (; x < SERIES_FROM; x += 1) product *= x / (x + h);
  const rise = h * (log(x) - 1) + (x + h - 0.5) * log1p(h / x) - fallOfRest(x, h);
  return logGamma(h) - rise - log(product);
}

/** `logGammaPeak` in each lane. */
export function logGammaPeakPair(x: v128): v128 {
  const first = logGammaPeak(f64x2.extract_lane(x, 0));
  const second = logGammaPeak(f64x2.extract_lane(x, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `logGammaPeakSlope` in each lane. */
export function logGammaPeakSlopePair(x: v128): v128 {
  const first = logGammaPeakSlope(f64x2.extract_lane(x, 0));
  const second = logGammaPeakSlope(f64x2.extract_lane(x, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `logGammaHalfStep` in each lane. */
export function logGammaHalfStepPair(x: v128): v128 {
  const first = logGammaHalfStep(f64x2.extract_lane(x, 0));
  const second = logGammaHalfStep(f64x2.extract_lane(x, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `halfStepSlope` in each lane. */
export function halfStepSlopePair(x: v128): v128 {
  const first = halfStepSlope(f64x2.extract_lane(x, 0));
  const second = halfStepSlope(f64x2.extract_lane(x, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `digammaRise` in each lane. */
export function digammaRisePair(x: v128, h: v128): v128 {
  const first = digammaRise(f64x2.extract_lane(x, 0), f64x2.extract_lane(h, 0));
  const second = digammaRise(f64x2.extract_lane(x, 1), f64x2.extract_lane(h, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `logBeta` in each lane. */
export function logBetaPair(a: v128, b: v128): v128 {
  const first = logBeta(f64x2.extract_lane(a, 0), f64x2.extract_lane(b, 0));
  const second = logBeta(f64x2.extract_lane(a, 1), f64x2.extract_lane(b, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}
