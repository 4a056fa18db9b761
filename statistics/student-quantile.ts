/** Student's t quantiles, for 95 % intervals with a standard error that is estimated from few values. */

/** The 97.5 % quantile of Student's t with a whole number of degrees of freedom ≥ 1, by bisection. */
export function studentQuantile(degrees: number): number {
  let [low, high] = [1.9, 13];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (within(middle, degrees) < 0.95) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** P(−t ≤ T ≤ t): Abramowitz & Stegun, 26.7.3 and 26.7.4. */
function within(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const square = Math.cos(angle) ** 2;
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? Math.cos(angle) : 1;
  let sum = 0;
  for (let k = isOdd ? 1 : 0; k <= degrees - 2; k += 2) {
    sum += term;
    term *= ((k + 1) / (k + 2)) * square;
  }
  return isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}
