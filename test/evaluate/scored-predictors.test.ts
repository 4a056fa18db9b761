import { describe, expect, it } from 'vitest';
import { comparePredictions } from '../../analysis/evaluate/scores/scored-predictors.ts';

const OUTCOMES = [1, 0, 1, 1, 0, 0, 1, 0];
const SHARP = [0.9, 0.2, 0.8, 0.35, 0.3, 0.1, 0.7, 0.4];
const FLAT = new Array<number>(8).fill(0.5);

describe('predictors of one set of rows', () => {
  const comparison = comparePredictions([
    { outcomes: OUTCOMES, probabilities: { sharp: SHARP, flat: FLAT }, training: 20 },
  ]);

  it('are compared by the losses of rows', () => {
    const losses = OUTCOMES.map((outcome, row) => (SHARP[row]! - outcome) ** 2);
    const differences = losses.map((loss) => 0.25 - loss);
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const error = (values: readonly number[]) =>
      Math.sqrt(values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / 7 / 8);
    const { sharp, flat } = comparison.brier;
    expect(sharp).toEqual({
      ...{ value: expect.closeTo(mean(losses), 12), standardError: expect.closeTo(error(losses), 12) },
      ...{ isBest: true, difference: 0, differenceError: 0 },
    });
    expect(flat).toEqual({
      ...{ value: 0.25, standardError: 0, isBest: false },
      difference: expect.closeTo(mean(differences), 12),
      differenceError: expect.closeTo(error(differences), 12),
    });
  });

  it('are compared by areas with the error of their difference', () => {
    const { sharp, flat } = comparison.auroc;
    expect(sharp!.isBest).toBe(true);
    expect(flat!.value).toBe(0.5);
    expect(flat!.difference).toBeCloseTo(0.5 - sharp!.value!, 12);
    expect(flat!.differenceError).toBeGreaterThan(0);
  });

  it('have a log score of which the higher is the better', () => {
    const { sharp, flat } = comparison.logScore;
    expect(flat!.value).toBeCloseTo(Math.log(0.5), 12);
    expect(sharp!.isBest).toBe(true);
    expect(flat!.difference).toBeLessThan(0);
  });

  it('have no area where all outcomes are the same, and no difference of infinite scores', () => {
    const same = comparePredictions([
      {
        outcomes: [1, 1],
        probabilities: { a: [0, 0.5], b: [0, 1] },
        training: 2,
      },
    ]);
    expect(same.auroc.a!.value).toBeNull();
    expect(same.logScore.a).toMatchObject({
      value: Number.NEGATIVE_INFINITY,
      isBest: true,
      difference: null,
    });
  });
});

describe('predictors of several parts', () => {
  const parts = [0, 1, 2].map((part) => ({
    outcomes: OUTCOMES,
    probabilities: {
      sharp: SHARP.map((p) => p * (1 - 0.1 * part)),
      flat: FLAT,
      ...(part === 1 ? {} : { rare: FLAT }),
    },
    training: 16,
  }));
  const comparison = comparePredictions(parts);

  it('are averaged, with the corrected error of resampled means', () => {
    const scores = parts.map(
      ({ probabilities }) =>
        OUTCOMES.reduce((sum, outcome, row) => sum + (probabilities.sharp[row]! - outcome) ** 2, 0) / 8,
    );
    const mean = scores.reduce((sum, score) => sum + score, 0) / 3;
    const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / 2;
    const { sharp, flat } = comparison.brier;
    expect(sharp!.value).toBeCloseTo(mean, 12);
    expect(sharp!.standardError).toBeCloseTo(Math.sqrt((1 / 3 + 1 / 2) * variance), 12);
    expect(flat!.difference).toBeCloseTo(0.25 - mean, 12);
  });

  it('are those that say something of every part', () => {
    expect(Object.keys(comparison.brier)).toEqual(['sharp', 'flat']);
  });
});
