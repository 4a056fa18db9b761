/** Success by the levels of one demand: the share observed, and the posterior of the share expected in the same rows. */
import { quantile } from '../../../statistics/quantile.ts';
import { spreadLevels } from './spread-levels.ts';

/** As `spreadLevels` takes it. */
const MAX_LEVELS = 10;

/** The rows of one level of a demand that have an outcome; there is at least one. */
export interface PredictedLevel {
  readonly lower: number;
  readonly upper: number;
  /** The mean of the demand over the rows, in its unit. */
  readonly meanDemand: number;
  readonly rows: number;
  readonly successes: number;
  /** Of the mean probability of success over the rows: the posterior mean, and an interval with equal tails. */
  readonly expected: number;
  readonly expectedInterval: readonly [lower: number, upper: number];
}

/**
 * The posterior of a level's expected rate: each draw's probabilities, averaged over the level's rows. How far the observed rate may be
 * from it by chance is not in it.
 *
 * @param outcomes 0 or 1, NaN where missing
 * @param values the probability of success, one row after another, of each the draws in their order
 * @param mass of the interval
 * @throws RangeError when lengths do not fit together
 */
export function predictedByLevel(
  demand: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  values: Float64Array,
  mass = 0.95,
): PredictedLevel[] {
  const rows = outcomes.length;
  const draws = values.length / rows;
  if (demand.length !== rows || !(Number.isInteger(draws) && draws >= 1)) {
    throw new RangeError(
      `a demand of ${demand.length} rows and ${values.length} values do not fit ${rows} rows`,
    );
  }
  return spreadLevels(demand, MAX_LEVELS).flatMap(({ lower, upper, rows: inLevel }) => {
    const own = inLevel.filter((row) => !Number.isNaN(outcomes[row]!));
    if (own.length === 0) return [];
    const sum = (numbers: ArrayLike<number>) => own.reduce((total, row) => total + numbers[row]!, 0);
    const expected = new Float64Array(draws);
    for (const row of own) {
      for (let draw = 0; draw < draws; draw++) expected[draw]! += values[row * draws + draw]! / own.length;
    }
    const sorted = expected.sort();
    return [
      {
        ...{ lower, upper, meanDemand: sum(demand) / own.length, rows: own.length, successes: sum(outcomes) },
        expected: sorted.reduce((total, each) => total + each, 0) / draws,
        expectedInterval: [quantile(sorted, (1 - mass) / 2), quantile(sorted, (1 + mass) / 2)] as const,
      },
    ];
  });
}
