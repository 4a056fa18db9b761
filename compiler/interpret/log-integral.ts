/** Integrals of functions known by their logarithms. */

/** ln ∫ e^f(u) du from `start` over `width` by Boole's rule, Abramowitz & Stegun 25.4.14. */
export function logIntegral(logDensity: (u: number) => number, start: number, width: number): number {
  const pieces = 256 * Math.ceil(width / 4);
  const weights = [14, 32, 12, 32];
  const highest = Math.max(...[0, 0.5, 1].map((share) => logDensity(start + share * width)));
  let sum = 0;
  for (let i = 0; i <= pieces; i++) {
    const weight = i === 0 || i === pieces ? 7 : weights[i % 4]!;
    sum += weight * Math.exp(logDensity(start + (i / pieces) * width) - highest);
  }
  return highest + Math.log((sum * 4 * width) / pieces / 90);
}
