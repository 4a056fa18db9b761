/** The baselines, which do not know the layout: they learn from the training rows and predict the held-out rows. */

import { levelsInOrder } from '../../../host/level-facts.ts';
import { mainPart } from '../../../host/row-tables.ts';
import type { Manifest } from '../../../module/manifest.ts';
import { mean } from '../../../statistics/moments.ts';
import type { FeatureColumn } from '../baselines/features.ts';
import { makeFeatures } from '../baselines/features.ts';
import { fitLogisticRegression, predictLogisticRegression } from '../baselines/logistic-regression.ts';
import { EvaluationError } from '../evaluation-error.ts';
import { predictTrees } from '../node/trees.ts';
import type { Baseline } from '../scores/scored-predictors.ts';
import type { EvaluatedRows, PartRows } from './rows.ts';
import { outcomesOf, rowsWith } from './rows.ts';

/** The predictions of each baseline for the held-out rows that have the outcome; or why it has none. */
export interface BaselinePredictions {
  readonly probabilities: Readonly<Partial<Record<Baseline, Float64Array>>>;
  readonly silent: Readonly<Partial<Record<Baseline, string>>>;
}

/**
 * @param outcome one of 0 and 1, or of shares, of which trees learn a regression
 * @param learners whether logistic regression and boosted trees are used too, besides the aggregate, and a random forest
 *   besides those
 */
export async function predictBaselines(
  manifest: Manifest,
  rows: EvaluatedRows,
  { training, test }: PartRows,
  outcome: string,
  { learns, randomForest = false }: { readonly learns: boolean; readonly randomForest?: boolean },
): Promise<BaselinePredictions> {
  const scored = rowsWith(rows, outcome, test);
  const learnt = rowsWith(rows, outcome, training);
  const outcomes = outcomesOf(rows, outcome, learnt);
  const probabilities: Partial<Record<Baseline, Float64Array>> = {
    aggregate: predictAggregate(outcomes, scored.length),
  };
  const silent: Partial<Record<Baseline, string>> = {};
  if (!learns) return { probabilities, silent };
  if (learnt.length < 2) {
    const why =
      'Fewer than two training rows have the outcome, so only the aggregate can be learnt from them.';
    const silent = { 'logistic regression': why, 'boosted trees': why };
    return { probabilities, silent: randomForest ? { ...silent, 'random forest': why } : silent };
  }
  const features = makeFeatures(featureColumns(manifest, rows), learnt, scored);
  const set = { features: features.training, outcomes };
  const learn = async (baseline: Baseline, predictions: () => Float64Array | Promise<Float64Array>) => {
    try {
      probabilities[baseline] = await predictions();
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      silent[baseline] = `${error.message} ${error.remedy}`;
    }
  };
  await learn('logistic regression', () =>
    predictLogisticRegression(fitLogisticRegression(set), features.test),
  );
  await learn('boosted trees', () => predictTrees('boosted trees', set, features.test));
  if (randomForest) await learn('random forest', () => predictTrees('random forest', set, features.test));
  return { probabilities, silent };
}

/** The demands and categories of the main table, with missing values filled in as the layout says. */
function featureColumns(manifest: Manifest, { numbers, names }: EvaluatedRows): FeatureColumn[] {
  return mainPart(manifest).columns.flatMap(({ name, role, missing, levels: listed }): FeatureColumn[] => {
    if (role === 'outcome') return [];
    if (role === 'demand') {
      const values = numbers.get(name)!.map((value) => (Number.isNaN(value) ? (missing ?? value) : value));
      return [{ kind: 'demand', name, values }];
    }
    const levels = levelsInOrder(new Set(names.get(name)!), listed);
    const codes = new Map(levels.map((level, code) => [level, code]));
    return [{ kind: 'category', name, levels, values: names.get(name)!.map((level) => codes.get(level)!) }];
  });
}

/**
 * The rate of success, or the mean share, of the training rows, predicted for every row (Bayesian triangulation, E.3; thesis on common
 * sense, 5.3). If all training outcomes are equal it is 0 or 1; its log score is then −Infinity if the other outcome
 * occurs.
 *
 * @param outcomes those of the training rows
 *
 * @throws RangeError without training rows
 */
export function predictAggregate(outcomes: ArrayLike<number>, rows: number): Float64Array {
  if (outcomes.length === 0) throw new RangeError('there are no training rows');
  return new Float64Array(rows).fill(mean(outcomes));
}
