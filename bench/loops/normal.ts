/** The normal distribution function and its density, which map the real line to an interval. */

const DENSITY_AT_ZERO = 1 / Math.sqrt(2 * Math.PI);
/** From here on a short continued fraction is exact up to rounding; below, a series is used. */
const SERIES_BELOW = 4;
const TERMS = 30;

/** φ(u) = e^(−u²/2)/√(2π). */
export function normalDensity(u: number): number {
  return DENSITY_AT_ZERO * Math.exp(-0.5 * u * u);
}

/** ln φ(u): the log Jacobian of lo + (hi − lo)Φ(u), less ln(hi − lo). */
export function normalLogDensity(u: number): number {
  return Math.log(DENSITY_AT_ZERO) - 0.5 * u * u;
}

/**
 * Φ(u), to 1e-15: ½ + φ(u)(u + u³/3 + u⁵/(3·5) + …) near 0, farther out φ(u)/(u + 1/(u + 2/(u + …))) from the upper end
 * (Abramowitz & Stegun, Handbook of Mathematical Functions (1964), equations 26.2.11 and 26.2.14).
 */
export function normalCdf(u: number): number {
  const size = Math.abs(u);
  if (size < SERIES_BELOW) {
    let sum = 0;
    let term = u;
    for (let odd = 3; sum + term !== sum; odd += 2) {
      sum += term;
      term *= (u * u) / odd;
    }
    return 0.5 + normalDensity(u) * sum;
  }
  let fraction = size;
  for (let k = TERMS; k > 0; k--) fraction = size + k / fraction;
  const tail = normalDensity(u) / fraction;
  return u < 0 ? tail : 1 - tail;
}
