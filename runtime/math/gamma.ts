/**
 * ln Γ and its derivative for positive arguments, by Stirling's series from 10 on and the recurrence below (DLMF
 * 5.11.1, 5.11.2, 5.5.1).
 */
import { log } from './log';

/** From this argument on, seven terms of either series are exact to the last bit. */
const SERIES_FROM: f64 = 10;

/**
 * ln Γ(x) for x > 0, with an error of at most 1e-14 · max(1, |ln Γ(x)|), exact at 1 and 2; Infinity at 0, NaN below.
 */
export function logGamma(x: f64): f64 {
  if (!(x > 0)) return x == 0 ? Infinity : NaN;
  if (x == Infinity) return x;
  if (x == 1 || x == 2) return 0;
  let product = 1.0;
  for (; x < SERIES_FROM; x += 1) product *= x;
  const inverse = 1 / x;
  const z = inverse * inverse;
  let series = -691.0 / 360360.0 + z * (1.0 / 156.0);
  series = 1.0 / 1188.0 + z * series;
  series = -1.0 / 1680.0 + z * series;
  series = 1.0 / 1260.0 + z * series;
  series = -1.0 / 360.0 + z * series;
  series = 1.0 / 12.0 + z * series;
  // (x − ½) ln x − x + ½ ln 2π, arranged so that nothing large cancels; the constant is ½ ln 2π − ½.
  const stirling = (x - 0.5) * (log(x) - 1) + (0.4189385332046727 + inverse * series);
  return product == 1 ? stirling : stirling - log(product);
}

/** ψ(x) = d ln Γ(x) / dx for x > 0, with an error of at most 2e-15 · max(1, |ψ(x)|); −Infinity at 0, NaN below. */
export function digamma(x: f64): f64 {
  if (!(x > 0)) return x == 0 ? -Infinity : NaN;
  let steps = 0.0;
  for (; x < SERIES_FROM; x += 1) steps += 1 / x;
  const inverse = 1 / x;
  const z = inverse * inverse;
  let series = -691.0 / 32760.0 + z * (1.0 / 12.0);
  series = 1.0 / 132.0 + z * series;
  series = -1.0 / 240.0 + z * series;
  series = 1.0 / 252.0 + z * series;
  series = -1.0 / 120.0 + z * series;
  series = 1.0 / 12.0 + z * series;
  return log(x) - 0.5 * inverse - z * series - steps;
}

/** ln Γ in each lane. */
export function logGammaPair(x: v128): v128 {
  const first = logGamma(f64x2.extract_lane(x, 0));
  const second = logGamma(f64x2.extract_lane(x, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** ψ in each lane. */
export function digammaPair(x: v128): v128 {
  const first = digamma(f64x2.extract_lane(x, 0));
  const second = digamma(f64x2.extract_lane(x, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}
