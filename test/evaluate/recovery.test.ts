import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countRecoveredRanks, rankAmongDraws } from '../../analysis/evaluate/recovery/recovered-parameter.ts';
import { type Recovered, recoveryStatistics } from '../../analysis/evaluate/recovery/sum-up.ts';
import { openStream } from '../../statistics/random/stream.ts';

/** Posteriors of a mean with the prior normal(0, 1), from four measurements with an sd of 1, in which the truth is as it should be. */
function conjugate(simulations: number, seed: bigint): Recovered[] {
  const posteriorSd = Math.sqrt(1 / 5);
  return Array.from({ length: simulations }, (_, index) => {
    const random = openStream(seed, 'latent', index);
    const truth = random.normal();
    const sum = [1, 2, 3, 4].reduce((total) => total + truth + random.normal(), 0);
    const estimate = sum / 5;
    return {
      truth,
      estimate,
      lower: estimate - 1.959964 * posteriorSd,
      upper: estimate + 1.959964 * posteriorSd,
    };
  });
}

describe('recovery', () => {
  it('is worked out by hand for four estimates', () => {
    const found = recoveryStatistics(
      [
        { truth: 1, estimate: 2, lower: 1, upper: 3 },
        { truth: 2, estimate: 2, lower: 1, upper: 3 },
        { truth: 3, estimate: 5, lower: 4, upper: 6 },
        { truth: 4, estimate: 3, lower: 2, upper: 4 },
      ],
      { lower: 0, upper: 10 },
    );
    // Errors 1, 0, 2, −1, and the squares 1, 0, 4, 1 with the variance 3.
    expect(found.coverage).toBe(0.75);
    expect(found.coverageError).toBeCloseTo(Math.sqrt(((5 / 8) * (3 / 8)) / 8), 12);
    expect(found.bias).toBeCloseTo(0.5, 12);
    expect(found.biasError).toBeCloseTo(Math.sqrt(5 / 3 / 4), 12);
    expect(found.rmse).toBeCloseTo(Math.sqrt(1.5), 12);
    expect(found.rmseError).toBeCloseTo(Math.sqrt(3 / 4) / (2 * Math.sqrt(1.5)), 12);
    expect(found.normalisedRmse).toBeCloseTo(Math.sqrt(1.5) / 10, 12);
    // Σ products 3 over √(5 · 6).
    expect(found.correlation).toBeCloseTo(3 / Math.sqrt(30), 12);
  });

  it('finds what is known of a conjugate posterior: 95 % coverage, no bias, and the posterior sd as the error', () => {
    const found = recoveryStatistics(conjugate(4000, 3n), null);
    expect(Math.abs(found.coverage - 0.95)).toBeLessThan(4 * found.coverageError);
    expect(Math.abs(found.bias)).toBeLessThan(4 * found.biasError!);
    expect(Math.abs(found.rmse - Math.sqrt(1 / 5))).toBeLessThan(4 * found.rmseError!);
    // The correlation of a truth and its posterior mean is the root of the share of variance that is explained, 4/5.
    expect(found.correlation).toBeCloseTo(Math.sqrt(4 / 5), 1);
    expect(found.normalisedRmse).toBeNull();
  });

  it('is sure of itself even where every interval holds its truth, and has no correlation with one truth', () => {
    const same = [1, 2].map((estimate) => ({ truth: 1, estimate, lower: 0, upper: 3 }));
    const found = recoveryStatistics(same, null);
    expect(found.coverage).toBe(1);
    expect(found.coverageError).toBeGreaterThan(0.1);
    expect(found.correlation).toBeNull();
    expect(recoveryStatistics(same.slice(0, 1), null)).toMatchObject({
      biasError: null,
      rmse: 0,
      rmseError: null,
    });
  });

  it('scales with the unit, but for what has none', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 100, noNaN: true }), (scale) => {
        const plain = conjugate(20, 5n);
        const scaled = plain.map(({ truth, estimate, lower, upper }) => ({
          truth: scale * truth,
          estimate: scale * estimate,
          lower: scale * lower,
          upper: scale * upper,
        }));
        const [before, after] = [
          recoveryStatistics(plain, { lower: -2, upper: 2 }),
          recoveryStatistics(scaled, { lower: -2 * scale, upper: 2 * scale }),
        ];
        expect(after.coverage).toBe(before.coverage);
        expect(after.rmse / scale).toBeCloseTo(before.rmse, 10);
        expect(after.normalisedRmse).toBeCloseTo(before.normalisedRmse!, 10);
        expect(after.correlation).toBeCloseTo(before.correlation!, 10);
      }),
    );
  });

  it('refuses what is no recovery', () => {
    const one = { truth: 1, estimate: 1, lower: 0, upper: 2 };
    expect(() => recoveryStatistics([], null)).toThrow(RangeError);
    expect(() => recoveryStatistics([{ ...one, lower: 3 }], null)).toThrow(RangeError);
    expect(() => recoveryStatistics([{ ...one, estimate: Number.NaN }], null)).toThrow(RangeError);
    expect(() => recoveryStatistics([one], { lower: 1, upper: 1 })).toThrow(RangeError);
  });
});

describe('ranks among draws', () => {
  it('count what is below, and of equals a share', () => {
    expect(rankAmongDraws(2, [1, 3, 0, 5], 0.9)).toBe(2);
    const ties = [1, 2, 2, 2, 3];
    expect([0, 0.3, 0.6, 0.99].map((tied) => rankAmongDraws(2, ties, tied))).toEqual([1, 2, 3, 4]);
  });

  it('are uniform where the posterior is right, and not where it is too narrow', () => {
    const ranks = (width: number) =>
      conjugate(800, 9n).map(({ truth, estimate }, index) => {
        const random = openStream(10n, 'latent', index);
        const draws = Array.from({ length: 15 }, () => estimate + width * Math.sqrt(1 / 5) * random.normal());
        return rankAmongDraws(truth, draws, 0);
      });
    expect(countRecoveredRanks(ranks(1), 15, 16).pValue).toBeGreaterThan(1e-4);
    expect(countRecoveredRanks(ranks(0.6), 15, 16).pValue).toBeLessThan(1e-10);
  });

  it('have the p value of the chi-squared distribution', () => {
    // Counts 8, 2, 0, 10 of 20: Σ (c − 5)²/5 = 13.6; by SciPy 1.17.1, scipy.stats.chi2.sf(13.6, 3).
    const ranks = [8, 2, 0, 10].flatMap((times, rank) => new Array<number>(times).fill(rank));
    const found = countRecoveredRanks(ranks, 3, 4);
    expect(found.counts).toEqual([8, 2, 0, 10]);
    expect(found.chiSquare).toBeCloseTo(13.6, 12);
    expect(found.pValue).toBeCloseTo(0.003503416408458333, 12);
    expect(countRecoveredRanks([0, 1, 2, 3], 3, 4).pValue).toBe(1);
  });

  it('refuse cells that are uneven, and ranks that are none', () => {
    expect(() => countRecoveredRanks([1], 15, 5)).toThrow(RangeError);
    expect(() => countRecoveredRanks([16], 15, 4)).toThrow('16 is no rank among 15 draws');
    expect(() => countRecoveredRanks([], 15, 4)).toThrow(RangeError);
  });
});
