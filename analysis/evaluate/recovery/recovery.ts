/** How well fits find the truths that their data were simulated from. */
import { mean, variance } from '../../../statistics/moments.ts';

/** What one fit says of a quantity whose true value is known, all in the quantity's unit. */
export interface Recovered {
  readonly truth: number;
  /** The estimate, such as the posterior mean. */
  readonly estimate: number;
  /** The interval that is to hold the truth; its ends belong to it. */
  readonly lower: number;
  readonly upper: number;
}

/** Standard errors are over the simulations, as of independent ones; null of fewer than two. */
export interface RecoveryStatistics {
  readonly simulations: number;
  /** The share of intervals that hold the truth. */
  readonly coverage: number;
  /** √(c (1 − c)/n) with Agresti & Coull's (1998) c, two successes and two failures more, so that it is above 0 for coverages of 0 and 1. */
  readonly coverageError: number;
  /** The mean of estimate − truth. */
  readonly bias: number;
  readonly biasError: number | null;
  /** The root of the mean of (estimate − truth)². */
  readonly rmse: number;
  /** By the delta method from the spread of the squares. */
  readonly rmseError: number | null;
  /** rmse over the width of the range, as in Table 8 of Bayesian triangulation (abilities "normalised" to [0, 1]); null without a range. */
  readonly normalisedRmse: number | null;
  /** The correlation of estimates and truths; null where either is always the same. */
  readonly correlation: number | null;
}

/**
 * @param range of the values that the quantity can have, such as those of its prior or of the demand that it answers to
 * @throws RangeError without simulations, where a number is not finite, or for an interval or a range that ends before it begins
 */
export function recoveryStatistics(
  recovered: readonly Recovered[],
  range: { readonly lower: number; readonly upper: number } | null,
): RecoveryStatistics {
  const simulations = recovered.length;
  if (simulations === 0) throw new RangeError('there are no simulations');
  for (const { truth, estimate, lower, upper } of recovered) {
    if (!(Number.isFinite(truth) && Number.isFinite(estimate) && lower <= upper)) {
      throw new RangeError(`${estimate} in [${lower}, ${upper}] is no estimate of ${truth}`);
    }
  }
  if (range !== null && !(range.upper > range.lower && Number.isFinite(range.upper - range.lower))) {
    throw new RangeError(`[${range.lower}, ${range.upper}] is no range`);
  }
  const errors = recovered.map(({ truth, estimate }) => estimate - truth);
  const squares = errors.map((error) => error * error);
  const rmse = Math.sqrt(mean(squares));
  const held = recovered.filter(({ truth, lower, upper }) => lower <= truth && truth <= upper).length;
  const adjusted = (held + 2) / (simulations + 4);
  const errorOfMean = (values: readonly number[]) =>
    simulations > 1 ? Math.sqrt(variance(values) / simulations) : null;
  const errorOfSquare = errorOfMean(squares);
  return {
    simulations,
    coverage: held / simulations,
    coverageError: Math.sqrt((adjusted * (1 - adjusted)) / (simulations + 4)),
    bias: mean(errors),
    biasError: errorOfMean(errors),
    rmse,
    rmseError: errorOfSquare === null ? null : rmse === 0 ? 0 : errorOfSquare / (2 * rmse),
    normalisedRmse: range === null ? null : rmse / (range.upper - range.lower),
    correlation: correlation(
      recovered.map(({ truth }) => truth),
      recovered.map(({ estimate }) => estimate),
    ),
  };
}

function correlation(first: readonly number[], second: readonly number[]): number | null {
  const [sd, other] = [Math.sqrt(variance(first)), Math.sqrt(variance(second))];
  if (!(sd > 0 && other > 0)) return null;
  const [centre, otherCentre] = [mean(first), mean(second)];
  const products = first.reduce((sum, x, i) => sum + (x - centre) * (second[i]! - otherCentre), 0);
  return products / (first.length - 1) / sd / other;
}
