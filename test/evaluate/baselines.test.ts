import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import {
  type Feature,
  type FeatureColumn,
  type Features,
  makeFeatures,
  type TrainingSet,
} from '../../analysis/evaluate/baselines/features.ts';
import {
  fitLogisticRegression,
  predictLogisticRegression,
} from '../../analysis/evaluate/baselines/logistic-regression.ts';
import { predictTrees } from '../../analysis/evaluate/node/trees.ts';
import { predictAggregate } from '../../analysis/evaluate/parts/predict-baselines.ts';
import { brierScore } from '../../analysis/evaluate/scores/binary-scores.ts';
import { solveDefinite } from '../../statistics/solve-definite.ts';
import { PYTHON } from './reference/reference.ts';

/** Threads run what is built. */
const WORKER = new URL('../../dist/analysis/evaluate/node/trees-worker.js', import.meta.url);

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
    const probabilities = await predictTrees('boosted trees', training, test, WORKER);
    const score = brierScore({ probabilities, outcomes });
    expect(Math.abs(score - reference.ydf)).toBeLessThan(0.002);
    expect(Math.abs(score - reference.xgboost)).toBeLessThan(0.01);
    expect(Math.abs(score - reference.randomForest)).toBeLessThan(0.01);
    expect(await predictTrees('boosted trees', training, test, WORKER)).toEqual(probabilities);
  });

  it('have the random forest of Yggdrasil, near that of scikit-learn, and the same one each time', async () => {
    const probabilities = await predictTrees('random forest', training, test, WORKER);
    // Its trees vote, where those of scikit-learn give their shares.
    expect(Math.abs(brierScore({ probabilities, outcomes }) - reference.randomForest)).toBeLessThan(0.02);
    expect(await predictTrees('random forest', training, test, WORKER)).toEqual(probabilities);
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
    const levels = ['cup', 'grid', 'chick'];
    expect(training).toEqual({
      columns: [
        { kind: 'demand', name: 'height', values: Float64Array.of(-1, 0, 1) },
        { kind: 'category', name: 'kind', levels, values: Int32Array.of(0, 1, 1) },
      ],
      rows: 3,
    });
    expect(test.columns.map(({ values }) => [...values])).toEqual([[48.5], [2]]);
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

/** Demands that are 0 in all rows. */
const demands = (rows: number, names: readonly string[]): Features => ({
  columns: names.map((name) => ({ kind: 'demand', name, values: new Float64Array(rows) })),
  rows,
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
        columns: (['x', 'y'] as const).map((name, place) => ({
          ...{ kind: 'demand' as const, name },
          values: Float64Array.from(rows, (row) => row[place]!),
        })),
        rows: rows.length,
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
              total + (predicted[row]! - outcome) * training.features.columns[k]!.values[row]!,
            penalty * model.coefficients[k]!,
          );
          expect(Math.abs(slope)).toBeLessThan(1e-5);
        }
      }),
    );
  });

  it('takes a category for one indicator per level', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 2 }), fc.boolean()), {
          ...{ minLength: 4, maxLength: 40 },
        }),
        fc.double({ min: 0.1, max: 5, noNaN: true }),
        (rows, penalty) => {
          fc.pre(new Set(rows.map(([, , outcome]) => outcome)).size === 2);
          const outcomes = Float64Array.from(rows, ([, , outcome]) => Number(outcome));
          const category = (name: string, place: 0 | 1, count: number): Feature => ({
            ...{ kind: 'category', name, levels: Array.from({ length: count }, (_, level) => `${level}`) },
            values: Int32Array.from(rows, (row) => row[place]),
          });
          const indicators = (place: 0 | 1, count: number) =>
            Array.from(
              { length: count },
              (_, level): Feature => ({
                ...{ kind: 'demand', name: `${place}=${level}` },
                values: Float64Array.from(rows, (row) => Number(row[place] === level)),
              }),
            );
          const fitted = (columns: readonly Feature[]) =>
            fitLogisticRegression({ features: { columns, rows: rows.length }, outcomes }, penalty);
          const whole = fitted([category('a', 0, 4), category('b', 1, 3)]);
          const each = fitted([...indicators(0, 4), ...indicators(1, 3)]);
          expect(whole.intercept).toBeCloseTo(each.intercept, 6);
          for (const [k, value] of whole.coefficients.entries())
            expect(value).toBeCloseTo(each.coefficients[k]!, 6);
        },
      ),
    );
  });

  it('refuses outcomes that are all the same, and no penalty', () => {
    const features = demands(2, ['x']);
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
  const features = demands;

  it('say the probability of success, whichever outcome is the more frequent', async () => {
    for (const successes of [10, 30]) {
      const rows = Array.from({ length: 40 }, (_, row) => row);
      const above = (row: number) => (row >= 40 - successes ? 1 : 0);
      const table: Features = {
        columns: [{ kind: 'demand', name: 'x', values: Float64Array.from(rows) }],
        rows: 40,
      };
      const training = { features: table, outcomes: Float64Array.from(rows, above) };
      const found = await predictTrees('boosted trees', training, table, WORKER);
      expect(found[0]).toBeLessThan(0.3);
      expect(found[39]).toBeGreaterThan(0.7);
    }
  });

  it.each([8, 200])('learn which of %i levels succeed', async (levels) => {
    const rows = Array.from({ length: 4000 }, (_, row) => row);
    const table: Features = {
      columns: [
        {
          ...{
            kind: 'category',
            name: 'item',
            levels: Array.from({ length: levels }, (_, level) => `i${level}`),
          },
          values: Int32Array.from(rows, (row) => row % levels),
        },
      ],
      rows: 4000,
    };
    // Levels of either kind in no order of their names; one row in ten is otherwise.
    const isEasy = (level: number) => (level * 7919) % 5 < 2;
    const outcomes = Float64Array.from(rows, (row) =>
      Number(isEasy(row % levels) !== (Math.imul(row + 1, 2654435761) >>> 8) % 10 < 1),
    );
    const found = await predictTrees('boosted trees', { features: table, outcomes }, table, WORKER);
    for (let level = 0; level < levels; level++) {
      if (isEasy(level)) expect(found[level]).toBeGreaterThan(0.6);
      else expect(found[level]).toBeLessThan(0.4);
    }
  });

  it('refuse rows without features, and outcomes that are all the same', async () => {
    const same = { features: features(3, ['x']), outcomes: Float64Array.of(1, 1, 1) };
    await expect(predictTrees('boosted trees', same, features(1, ['x']))).rejects.toThrow(
      'All 3 training outcomes are 1, so no boosted trees can be learnt from them.',
    );
    const none = { features: features(3, []), outcomes: Float64Array.of(0, 1, 0) };
    await expect(predictTrees('boosted trees', none, features(1, []))).rejects.toThrow('No demand varies');
    expect(await predictTrees('boosted trees', none, features(0, []))).toHaveLength(0);
  });

  it('say when their thread fails', async () => {
    const training = { features: features(2, ['x']), outcomes: Float64Array.of(0, 1) };
    const nowhere = new URL('./no-such-worker.js', import.meta.url);
    await expect(predictTrees('boosted trees', training, features(1, ['x']), nowhere)).rejects.toThrow(
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
