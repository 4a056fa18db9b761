/** The aggregate baseline: whoever attempts it succeeds as often as before. */
import { mean } from '../../../statistics/moments.ts';

/**
 * The rate of success of the training rows, for every row to be predicted (Bayesian triangulation, E.3; thesis on common sense,
 * 5.3). It is 0 or 1 where all training outcomes are the same, and its log score then −Infinity where the other comes.
 *
 * @param outcomes of the training rows, 0 or 1
 * @throws RangeError without training rows
 */
export function predictAggregate(outcomes: ArrayLike<number>, rows: number): Float64Array {
  if (outcomes.length === 0) throw new RangeError('no rows have no rate of success');
  return new Float64Array(rows).fill(mean(outcomes));
}
