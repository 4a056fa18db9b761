/** Outcomes that are shares, such as the part of a cell's scenes that was solved: how they are predicted and scored. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { Features } from '../../analysis/evaluate/baselines/features.ts';
import {
  fitLogisticRegression,
  predictLogisticRegression,
} from '../../analysis/evaluate/baselines/logistic-regression.ts';
import { evaluateLayout } from '../../analysis/evaluate/evaluate-layout.ts';
import { predictTrees } from '../../analysis/evaluate/node/trees.ts';
import { brierScore, decomposeBrier, logScore } from '../../analysis/evaluate/scores/binary-scores.ts';
import { comparePredictions } from '../../analysis/evaluate/scores/scored-predictors.ts';
import { openThisThread } from '../../host/chain-pool.ts';

const WORKER = new URL('../../dist/analysis/evaluate/node/trees-worker.js', import.meta.url);

const X = Array.from({ length: 60 }, (_, row) => (row - 30) / 10);
const SHARES = X.map((x, row) => Math.round(8 / (1 + Math.exp(-x - Math.sin(7 * row) / 2))) / 8);
const featuresOf = (values: readonly number[]): Features => ({
  columns: [{ kind: 'demand', name: 'x', values: Float64Array.from(values) }],
  rows: values.length,
});

describe('shares', () => {
  it('have a squared error with its parts, by equations 5.1 and 5.2 of the thesis', () => {
    const predictions = { probabilities: [0.52, 0.58, 0.91, 0.95], outcomes: [0.25, 0.75, 1, 0.875] };
    expect(brierScore(predictions)).toBeCloseTo((0.27 ** 2 + 0.17 ** 2 + 0.09 ** 2 + 0.075 ** 2) / 4, 14);
    const { calibration, refinement } = decomposeBrier(predictions);
    expect(calibration).toBeCloseTo((2 * (0.55 - 0.5) ** 2 + 2 * (0.93 - 0.9375) ** 2) / 4, 14);
    expect(refinement).toBeCloseTo((2 * 0.25 + 2 * 0.9375 * 0.0625) / 4, 14);
  });

  it('have no log score and no AUROC', () => {
    const predictions = { probabilities: { layout: [0.5, 0.6] }, outcomes: [0.25, 0.75], training: 10 };
    const { brier, logScore: log, auroc } = comparePredictions([predictions]);
    expect(brier.layout!.value).toBeCloseTo((0.25 ** 2 + 0.15 ** 2) / 2, 14);
    expect([log.layout!.value, auroc.layout!.value]).toEqual([null, null]);
    expect(() => logScore({ probabilities: [0.5], outcomes: [0.5] })).toThrow('shares between 0 and 1');
  });

  it('are learnt by logistic regression as if each were eight rows of successes and failures', () => {
    const shares = fitLogisticRegression({ features: featuresOf(X), outcomes: Float64Array.from(SHARES) });
    const rows = X.flatMap((x, row) =>
      Array.from({ length: 8 }, (_, place) => [x, place < 8 * SHARES[row]! ? 1 : 0] as const),
    );
    const each = fitLogisticRegression(
      { features: featuresOf(rows.map(([x]) => x)), outcomes: Float64Array.from(rows, ([, y]) => y) },
      8,
    );
    expect(shares.intercept).toBeCloseTo(each.intercept, 8);
    expect(shares.coefficients[0]).toBeCloseTo(each.coefficients[0]!, 8);
    const [least] = predictLogisticRegression(shares, featuresOf([-3]));
    expect(least).toBeLessThan(0.2);
  });

  it.each(['boosted trees', 'random forest'] as const)('are regressed by %s', async (kind) => {
    const outcomes = Float64Array.from(SHARES);
    const found = await predictTrees(kind, { features: featuresOf(X), outcomes }, featuresOf(X), WORKER);
    for (const share of found) expect(share >= 0 && share <= 1).toBe(true);
    const aggregate = found.map(() => outcomes.reduce((sum, each) => sum + each, 0) / 60);
    expect(brierScore({ probabilities: found, outcomes })).toBeLessThan(
      brierScore({ probabilities: aggregate, outcomes }) / 3,
    );
  });

  it('are what a layout of cells is evaluated by', async () => {
    const text = readFileSync('stdlib-layouts/common-sense/cells.ml', 'utf8');
    const rows: Record<string, string>[] = parse(
      readFileSync('stdlib-layouts/common-sense/cells-of-agents.csv'),
      { columns: true },
    );
    const demands = [...text.matchAll(/^demand ([\w, ]+) in/gm)].flatMap(([, names]) => names!.split(', '));
    const columns = Object.fromEntries(demands.map((name) => [name, rows.map((row) => Number(row[name]))]));
    const { scores } = await evaluateLayout(
      text,
      { ...columns, cellMean: rows.map((row) => Number(row.opics)) },
      { share: 0.9, repeats: 2 },
      { chains: 2, warmup: 300, draws: 200, scouts: 0, seed: 1n, baselines: false, pool: openThisThread() },
    );
    const { layout, aggregate } = scores.cellMean!.brier;
    expect(layout!.value).toBeLessThan(0.6 * aggregate!.value!);
    expect(scores.cellMean!.auroc.layout!.value).toBeNull();
  });
});
