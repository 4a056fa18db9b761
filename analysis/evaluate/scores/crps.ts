/** The continuous ranked probability score: the Brier score of every threshold at once, for outcomes that are numbers. */

/**
 * Of the distribution that gives each draw the same weight: E|X − y| − E|X − X′|/2, in the unit of the outcome, 0 at best
 * (Gneiting & Raftery 2007, Strictly proper scoring rules, prediction, and estimation, eq. 20–21), in the form for sorted
 * draws (Jordan, Krüger & Lerch 2019, Evaluating probabilistic forecasts with scoringRules, eq. 8).
 *
 * @param draws of the outcome's predictive distribution, in any order
 * @throws RangeError without draws, or where a number is not finite
 */
export function crpsOfDraws(draws: ArrayLike<number>, outcome: number): number {
  const sorted = Float64Array.from(draws).sort();
  const size = sorted.length;
  if (size === 0) throw new RangeError('no draws have no score');
  if (!Number.isFinite(outcome) || !sorted.every(Number.isFinite)) {
    throw new RangeError('draws and the outcome must be finite');
  }
  let sum = 0;
  for (const [rank, draw] of sorted.entries()) {
    sum += (draw - outcome) * (outcome < draw ? size - rank - 0.5 : -(rank + 0.5));
  }
  return (2 * sum) / (size * size);
}
