/** Scores of ratings and choices. */
import { describe, expect, it } from 'vitest';
import { evaluateLayout } from '../../analysis/evaluate/evaluate-layout.ts';
import { compareValuePredictions } from '../../analysis/evaluate/scores/value-scores.ts';
import { openThisThread } from '../../host/chain-pool.ts';

const column = (...values: number[]) => Float64Array.from(values);
/** Two rows: the first is value 1, the second value 3. */
const part = {
  outcomes: column(1, 3),
  probabilities: {
    layout: [column(0.5, 0.2), column(0.3, 0.2), column(0.2, 0.6)],
    aggregate: [column(0.25, 0.25), column(0.25, 0.25), column(0.5, 0.5)],
  },
  training: 10,
};

describe('the scores of values', () => {
  it('are those of Brier (1950), and the mean log probability of what came', () => {
    const { brier, logScore } = compareValuePredictions([part]);
    const rows = [0.25 + 0.09 + 0.04, 0.04 + 0.04 + 0.16];
    expect(brier.layout!.value).toBeCloseTo((rows[0]! + rows[1]!) / 2, 14);
    expect(brier.layout!.isBest).toBe(true);
    // The standard error of a mean of two.
    expect(brier.layout!.standardError).toBeCloseTo(Math.abs(rows[0]! - rows[1]!) / 2, 14);
    expect(brier.aggregate!.value).toBeCloseTo((0.5625 + 0.0625 + 0.25 + 0.0625 + 0.0625 + 0.25) / 2, 14);
    expect(brier.aggregate!.difference).toBeCloseTo(brier.aggregate!.value! - brier.layout!.value!, 14);
    expect(logScore.layout!.value).toBeCloseTo((Math.log(0.5) + Math.log(0.6)) / 2, 14);
    expect(logScore.aggregate!.isBest).toBe(false);
  });

  it('are averaged over parts', () => {
    const other = { ...part, outcomes: column(2, 2) };
    const alone = [part, other].map((each) => compareValuePredictions([each]).brier.layout!.value!);
    const { brier } = compareValuePredictions([part, other]);
    expect(brier.layout!.value).toBeCloseTo((alone[0]! + alone[1]!) / 2, 14);
  });

  it('are −∞ where what came was held impossible, which is no error', () => {
    const impossible = {
      ...part,
      probabilities: { ...part.probabilities, layout: [column(0, 0), column(1, 1), column(0, 0)] },
    };
    const { logScore } = compareValuePredictions([impossible]);
    expect(logScore.layout).toMatchObject({ value: -Infinity, standardError: null, isBest: false });
    expect(logScore.aggregate!.isBest).toBe(true);
  });
});

describe('an evaluation of choices', () => {
  const ROWS = 160;
  const hard = Array.from({ length: ROWS }, (_, row) => row % 4);
  // One is chosen at 0 and 1, three at 2 and 3, each but for a fifth of the rows.
  const answer = hard.map((level, row) => (Math.floor(row / 4) % 5 === 0 ? 2 : level < 2 ? 1 : 3));
  const layout = `layout Choice
demand hard in [0, 3]
param slope ~ normal(0, 3)
param other ~ normal(0, 3)
observe answer ~ categorical_logit(slope * (1.5 - hard), other, slope * (hard - 1.5))`;

  it('is better than the shares of the training rows, where the layout has seen why', async () => {
    const quick = { chains: 2, warmup: 200, draws: 100, scouts: 0, seed: 1n, pool: openThisThread() };
    const found = await evaluateLayout(layout, { hard, answer }, { folds: 2 }, quick);
    expect(found.scores).toEqual({});
    const { brier, logScore } = found.valueScores.answer!;
    expect(brier.layout!.isBest).toBe(true);
    // A fifth of the rows are chosen without a reason: 0.8² and 0.2² missed by the best predictor of all.
    expect(brier.layout!.value).toBeGreaterThan(0.28);
    expect(brier.layout!.value).toBeLessThan(0.38);
    expect(brier.aggregate!.value).toBeGreaterThan(0.6);
    expect(logScore.layout!.value).toBeGreaterThan(logScore.aggregate!.value!);
    const { outcomes, probabilities } = found.parts[0]!.values.get('answer')!;
    for (const row of outcomes.keys())
      for (const each of Object.values(probabilities))
        expect(each.reduce((sum, values) => sum + values[row]!, 0)).toBeCloseTo(1, 12);
  }, 60_000);
});
