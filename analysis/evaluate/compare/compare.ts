/** Ranks models by their log predictive densities of rows that were left out. */
import { sumOverRows } from '../../../statistics/moments.ts';

export interface RankedModel {
  readonly name: string;
  /** Its place among the models that were given, from 0. */
  readonly index: number;
  readonly elpd: number;
  readonly standardError: number | null;
  /** elpd less that of the best model: 0 for the best, otherwise at most 0. */
  readonly difference: number;
  /** Of the difference, by the rows' own differences, of which what makes a row hard for both has fallen out; 0 for the best. */
  readonly differenceError: number | null;
}

/**
 * From the best to the worst (Vehtari, Gelman & Gabry 2017, section 5.2). The errors are too small, and the differences not normal,
 * where rows are fewer than 100, where a difference is below 4, or where the models are both misspecified (Sivula, Magnusson,
 * Matamoros & Vehtari 2025, Uncertainty in Bayesian leave-one-out cross-validation based model comparison). Throws as `countComparedRows`
 * does.
 *
 * @param counts how often each row stands in the data; null for once
 */
export function compareModels(
  models: readonly ComparedModel[],
  counts: ArrayLike<number> | null,
): RankedModel[] {
  countComparedRows(models, counts);
  const sums = models.map(({ elpd }) => sumOverRows(elpd, counts));
  const order = models.map((_, index) => index).sort((a, b) => sums[b]!.sum - sums[a]!.sum || a - b);
  const best = models[order[0]!]!;
  return order.map((index) => {
    const { name, elpd } = models[index]!;
    const difference = sumOverRows(
      Float64Array.from(elpd, (value, row) => value - best.elpd[row]!),
      counts,
    );
    return {
      name,
      index,
      elpd: sums[index]!.sum,
      standardError: sums[index]!.standardError,
      difference: difference.sum,
      differenceError: difference.standardError,
    };
  });
}

export interface ComparedModel {
  readonly name: string;
  /** The log predictive density of each row, in nats, as `Loo.pointwise.elpd` has it. */
  readonly elpd: ArrayLike<number>;
}

/**
 * The number of rows of the matrix.
 *
 * @throws RangeError without models or rows, when models have different rows, or a density or a count is not finite
 */
export function countComparedRows(
  models: readonly ComparedModel[],
  counts: ArrayLike<number> | null,
): number {
  const rows = models[0]?.elpd.length ?? 0;
  if (rows === 0) throw new RangeError('there is nothing to compare');
  for (const { name, elpd } of models) {
    if (elpd.length !== rows)
      throw new RangeError(`\`${name}\` has ${elpd.length} rows where others have ${rows}`);
    if (!Array.from(elpd).every(Number.isFinite)) {
      throw new RangeError(`a log predictive density of \`${name}\` is not finite`);
    }
  }
  if (counts !== null && (counts.length !== rows || !Array.from(counts).every((count) => count >= 1))) {
    throw new RangeError('counts are at least 1, one for each row');
  }
  return rows;
}
