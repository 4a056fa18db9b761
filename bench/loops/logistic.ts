/** The logistic function and the log Jacobian of a latent in an interval, as Stan's reference manual has them. */

/** 1 / (1 + e^−x). */
export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** ln(s(1 − s)) for s = logistic(u): the log Jacobian of lo + (hi − lo)·s, less ln(hi − lo). */
export function logUnitJacobian(u: number): number {
  const size = Math.abs(u);
  return -size - 2 * Math.log1p(Math.exp(-size));
}
