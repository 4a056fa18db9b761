import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import {
  type FeatureColumn,
  makeFeatures,
  type TrainingSet,
} from '../../analysis/evaluate/baselines/features.ts';
import {
  fitLogisticRegression,
  predictLogisticRegression,
} from '../../analysis/evaluate/baselines/logistic-regression.ts';
import { predictBoostedTrees } from '../../analysis/evaluate/node/boosted-trees.ts';
import { predictAggregate } from '../../analysis/evaluate/parts/predict-baselines.ts';
import { brierScore } from '../../analysis/evaluate/scores/binary-scores.ts';
import { solveDefinite } from '../../statistics/solve-definite.ts';
import { PYTHON } from './reference/reference.ts';

/** Threads run what is built. */
const WORKER = new URL('../../dist/analysis/evaluate/node/boosted-trees-worker.js', import.meta.url);

const CASES = {
  objectPermanence: {
    file: 'object-permanence/battery.csv',
    isTraining: (_: number, row: Record<string, string>) => row.split === 'train',
  },
  ocr: { file: 'ocr/words.csv', isTraining: (index: number) => index % 5 !== 0 },
} as const;

function load(name: keyof typeof CASES) {
  const { file, isTraining } = CASES[name];
  const reference = PYTHON[name];
  const text = readFileSync(new URL(`../../stdlib-layouts/${file}`, import.meta.url), 'utf8');
  const rows = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
  const columns = reference.demands.map(
    (demand): FeatureColumn => ({
      kind: 'demand',
      name: demand,
      values: rows.map((row) => Number(row[demand])),
    }),
  );
  const numbers = rows.map((_, index) => index);
  const training = numbers.filter((index) => isTraining(index, rows[index]!));
  const test = numbers.filter((index) => !isTraining(index, rows[index]!));
  const outcomesOf = (some: readonly number[]) =>
    Float64Array.from(some, (index) => Number(rows[index]![reference.outcome]));
  const features = makeFeatures(columns, training, test);
  return {
    reference,
    training: { features: features.training, outcomes: outcomesOf(training) },
    test: features.test,
    outcomes: outcomesOf(test),
  };
}

describe.each(['objectPermanence', 'ocr'] as const)('baselines for %s', (name) => {
  const { reference, training, test, outcomes } = load(name);

  it('have the aggregate of scikit-learn', () => {
    expect(outcomes).toHaveLength(reference.testRows);
    const probabilities = predictAggregate(training.outcomes, test.rows);
    expect(brierScore({ probabilities, outcomes })).toBeCloseTo(reference.aggregate, 12);
  });

  it('have the logistic regression of scikit-learn', () => {
    const model = fitLogisticRegression(training);
    expect(model.intercept).toBeCloseTo(reference.logistic.intercept, 6);
    for (const [k, coefficient] of reference.logistic.coefficients.entries()) {
      expect(model.coefficients[k]).toBeCloseTo(coefficient, 6);
    }
    const probabilities = predictLogisticRegression(model, test);
    expect(brierScore({ probabilities, outcomes })).toBeCloseTo(reference.logistic.brier, 8);
  });

  it('have the boosted trees of Yggdrasil, near those of others, and the same ones each time', async () => {
    const probabilities = await predictBoostedTrees(training, test, WORKER);
    const score = brierScore({ probabilities, outcomes });
    expect(Math.abs(score - reference.ydf)).toBeLessThan(0.002);
    expect(Math.abs(score - reference.xgboost)).toBeLessThan(0.01);
    expect(Math.abs(score - reference.randomForest)).toBeLessThan(0.01);
    expect(await predictBoostedTrees(training, test, WORKER)).toEqual(probabilities);
  });
});

describe('features', () => {
  const columns: FeatureColumn[] = [
    { kind: 'demand', name: 'height', values: [1, 3, 5, 100] },
    { kind: 'demand', name: 'same', values: [2, 2, 2, 7] },
    { kind: 'category', name: 'kind', values: [0, 1, 1, 2], levels: ['cup', 'grid', 'chick'] },
  ];

  it('are standardised by the training rows alone, and have a place for each level', () => {
    const { training, test } = makeFeatures(columns, [0, 1, 2], [3]);
    expect(training.names).toEqual(['height', 'kind=cup', 'kind=grid', 'kind=chick']);
    expect(Array.from(training.values)).toEqual([-1, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0]);
    expect(Array.from(test.values)).toEqual([48.5, 0, 0, 1]);
  });

  it('are refused where a demand is missing, or a level is none', () => {
    const missing: FeatureColumn[] = [{ kind: 'demand', name: 'height', values: [1, Number.NaN, 2] }];
    expect(() => makeFeatures(missing, [0, 2], [1])).toThrow(
      'The demand `height` is missing or infinite in row 2, but a baseline needs it.',
    );
    const level: FeatureColumn[] = [{ kind: 'category', name: 'kind', values: [0, 3], levels: ['a'] }];
    expect(() => makeFeatures(level, [0, 1], [])).toThrow('`kind` has no level 3');
    expect(() => makeFeatures(columns, [0], [1])).toThrow(RangeError);
  });
});

describe('logistic regression', () => {
  const trainingSet: fc.Arbitrary<TrainingSet> = fc
    .array(
      fc.tuple(
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.constantFrom(0, 1),
      ),
      { minLength: 2, maxLength: 40 },
    )
    .filter((rows) => new Set(rows.map(([, , outcome]) => outcome)).size === 2)
    .map((rows) => ({
      features: {
        values: Float64Array.from(rows.flatMap((row) => row.slice(0, 2))),
        rows: rows.length,
        names: ['x', 'y'],
      },
      outcomes: Float64Array.from(rows, ([, , outcome]) => outcome),
    }));

  it('predicts as many successes as there were, also where a feature separates them', () => {
    fc.assert(
      fc.property(trainingSet, (training) => {
        // The derivative by the intercept, which is free, is 0.
        const predicted = predictLogisticRegression(fitLogisticRegression(training), training.features);
        const sum = (values: Float64Array) => values.reduce((a, b) => a + b);
        expect(sum(predicted)).toBeCloseTo(sum(training.outcomes), 5);
      }),
    );
  });

  it('has its minimum where the gradient is none', () => {
    fc.assert(
      fc.property(trainingSet, fc.double({ min: 0.01, max: 10, noNaN: true }), (training, penalty) => {
        const model = fitLogisticRegression(training, penalty);
        const predicted = predictLogisticRegression(model, training.features);
        for (const k of [0, 1]) {
          const slope = training.outcomes.reduce(
            (total, outcome, row) =>
              total + (predicted[row]! - outcome) * training.features.values[2 * row + k]!,
            penalty * model.coefficients[k]!,
          );
          expect(Math.abs(slope)).toBeLessThan(1e-5);
        }
      }),
    );
  });

  it('refuses outcomes that are all the same, and no penalty', () => {
    const features = { values: Float64Array.of(1, 2), rows: 2, names: ['x'] };
    expect(() => fitLogisticRegression({ features, outcomes: Float64Array.of(1, 1) })).toThrow(
      'All 2 training outcomes are 1, so no logistic regression can be learnt from them.',
    );
    expect(() => fitLogisticRegression({ features, outcomes: Float64Array.of(0, 1) }, 0)).toThrow(RangeError);
  });
});

describe('the aggregate', () => {
  it('is the rate of success', () => {
    expect(predictAggregate([1, 0, 1, 1], 2)).toEqual(Float64Array.of(0.75, 0.75));
    expect(() => predictAggregate([], 2)).toThrow(RangeError);
  });
});

describe('boosted trees', () => {
  const features = (rows: number, names: readonly string[]) => ({
    values: new Float64Array(rows * names.length),
    rows,
    names,
  });

  it('say the probability of success, whichever outcome is the more frequent', async () => {
    for (const successes of [10, 30]) {
      const rows = Array.from({ length: 40 }, (_, row) => row);
      const above = (row: number) => (row >= 40 - successes ? 1 : 0);
      const table = { values: Float64Array.from(rows), rows: 40, names: ['x'] };
      const training = { features: table, outcomes: Float64Array.from(rows, above) };
      const found = await predictBoostedTrees(training, table, WORKER);
      expect(found[0]).toBeLessThan(0.3);
      expect(found[39]).toBeGreaterThan(0.7);
    }
  });

  it('refuse rows without features, and outcomes that are all the same', async () => {
    const same = { features: features(3, ['x']), outcomes: Float64Array.of(1, 1, 1) };
    await expect(predictBoostedTrees(same, features(1, ['x']))).rejects.toThrow(
      'All 3 training outcomes are 1, so no boosted trees can be learnt from them.',
    );
    const none = { features: features(3, []), outcomes: Float64Array.of(0, 1, 0) };
    await expect(predictBoostedTrees(none, features(1, []))).rejects.toThrow('No demand varies');
    expect(await predictBoostedTrees(none, features(0, []))).toHaveLength(0);
  });

  it('say when their thread fails', async () => {
    const training = { features: features(2, ['x']), outcomes: Float64Array.of(0, 1) };
    const nowhere = new URL('./no-such-worker.js', import.meta.url);
    await expect(predictBoostedTrees(training, features(1, ['x']), nowhere)).rejects.toThrow(
      'The library for boosted trees failed',
    );
  });
});

describe('linear equations', () => {
  it('are solved where the matrix is positive definite, and else not', () => {
    const solved = solveDefinite(Float64Array.of(4, 2, 2, 3), Float64Array.of(2, 5))!;
    expect(solved[0]).toBeCloseTo(-0.5, 12);
    expect(solved[1]).toBeCloseTo(2, 12);
    expect(solveDefinite(Float64Array.of(1, 2, 2, 1), Float64Array.of(1, 1))).toBeNull();
  });
});
