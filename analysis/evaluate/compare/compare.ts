/** Ranks models by how well they foretell rows that were left out. */

import { sumOverRows } from '../../../statistics/weighted-sum.ts';
import { type ComparedModel, countComparedRows } from './compared-models.ts';

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
