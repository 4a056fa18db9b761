/** The pieces under the statistics: quantiles, normal scores, transforms, and draws that define nothing. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { split } from '../../statistics/chains.ts';
import { normalQuantile } from '../../statistics/distribution-quantiles.ts';
import {
  bulkEffectiveSize,
  effectiveSize,
  meanAutocovariance,
  meanEffectiveSize,
  standardErrorOfMean,
  standardErrorOfSd,
  tailEffectiveSize,
} from '../../statistics/effective-size.ts';
import { energyInformation } from '../../statistics/energy-information.ts';
import { fourierTransform } from '../../statistics/fourier.ts';
import { highestDensityInterval } from '../../statistics/highest-density.ts';
import { mean, variance } from '../../statistics/moments.ts';
import { quantile } from '../../statistics/quantile.ts';
import { rHat } from '../../statistics/r-hat.ts';
import { rankNormalise } from '../../statistics/rank-normalise.ts';
import { autoregression, uniforms } from './series.ts';

const array = (...values: number[]) => Float64Array.from(values);

describe('the normal quantile', () => {
  // The root of mpmath's normal distribution function, of 40 digits, by Newton's method.
  test.each([
    [1e-10, -6.361340902404057],
    [0.001, -3.0902323061678136],
    [0.05, -1.6448536269514726],
    [0.0749, -1.4402382675279637],
    [0.0751, -1.43882539275254],
    [0.2, -0.8416212335729142],
    [0.6, 0.2533471031357997],
    [0.9249, 1.4388253927525403],
    [0.9251, 1.440238267527964],
    [0.975, 1.9599639845400538],
    [0.999, 3.090232306167813],
  ])('of %d is %d', (probability, expected) => {
    expect(Math.abs(normalQuantile(probability) - expected)).toBeLessThanOrEqual(
      1e-15 * Math.max(1, Math.abs(expected)),
    );
  });

  test('is antisymmetric about one half', () => {
    expect(normalQuantile(0.5)).toBe(0);
    expect(normalQuantile(0.25)).toBe(-normalQuantile(0.75));
  });

  test('refuses what is no probability, and tails that no rank has', () => {
    for (const probability of [0, 1, 1.1, -1, 1e-11, Number.NaN]) {
      expect(() => normalQuantile(probability), String(probability)).toThrow(RangeError);
    }
  });
});

describe('a quantile', () => {
  test('interpolates between the draws as definition 7 of Hyndman and Fan', () => {
    const sorted = array(1, 2, 4, 8);
    expect([0, 0.25, 0.5, 0.75, 1].map((p) => quantile(sorted, p))).toEqual([1, 1.75, 3, 5, 8]);
  });

  test('between equal draws is that draw, to the last bit', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (x, p) => {
          expect(quantile(array(x, x, x), p)).toBe(x);
        },
      ),
    );
  });

  test('of nothing, or at what is no probability, is refused', () => {
    expect(() => quantile(array(), 0.5)).toThrow(RangeError);
    expect(() => quantile(array(1), -0.1)).toThrow(RangeError);
  });
});

test('moments keep their digits where the spread is far smaller than the mean', () => {
  const values = array(1e9 + 1, 1e9 + 2, 1e9 + 3);
  expect(mean(values)).toBe(1e9 + 2);
  expect(variance(values)).toBe(1);
});

test('tied draws share the score of their average rank', () => {
  const [first, second] = rankNormalise([array(3, 1), array(1, -0)]);
  const score = (rank: number) => normalQuantile((rank - 0.375) / 4.25);
  expect(first).toEqual(array(score(4), score(2.5)));
  expect(second).toEqual(array(score(2.5), score(1)));
});

test('a chain of odd length is split without its middle draw', () => {
  expect(split([array(1, 2, 3, 4, 5)])).toEqual([array(1, 2), array(4, 5)]);
});

describe('the Fourier transform', () => {
  test('is the sum that defines it', () => {
    const uniform = uniforms(7);
    const re = Float64Array.from({ length: 16 }, () => uniform() - 0.5);
    const im = Float64Array.from({ length: 16 }, () => uniform() - 0.5);
    const summed = Array.from({ length: 16 }, (_, k) => {
      let [sumRe, sumIm] = [0, 0];
      for (let j = 0; j < 16; j++) {
        const angle = (-2 * Math.PI * j * k) / 16;
        sumRe += re[j]! * Math.cos(angle) - im[j]! * Math.sin(angle);
        sumIm += re[j]! * Math.sin(angle) + im[j]! * Math.cos(angle);
      }
      return [sumRe, sumIm];
    });
    fourierTransform(re, im);
    for (const [k, [sumRe, sumIm]] of summed.entries()) {
      expect(re[k]).toBeCloseTo(sumRe!, 13);
      expect(im[k]).toBeCloseTo(sumIm!, 13);
    }
  });

  test('refuses a length that is no power of two', () => {
    expect(() => fourierTransform(new Float64Array(6), new Float64Array(6))).toThrow(RangeError);
    expect(() => fourierTransform(new Float64Array(4), new Float64Array(8))).toThrow(RangeError);
  });
});

test.each([1, 2, 3])('the mean autocovariance of %d chains is the sum that defines it', (count) => {
  const chains = Array.from({ length: count }, (_, c) =>
    Float64Array.from({ length: 23 }, autoregression(5 + c, 0.5)),
  );
  const found = meanAutocovariance(chains);
  expect(found).toHaveLength(23);
  for (let lag = 0; lag < 23; lag++) {
    let sum = 0;
    for (const chain of chains) {
      const centre = mean(chain);
      for (let i = 0; i + lag < 23; i++) {
        sum += (chain[i]! - centre) * (chain[i + lag]! - centre);
      }
    }
    expect(found[lag]).toBeCloseTo(sum / 23 / count, 14);
  }
});

describe('the narrowest interval', () => {
  test('is the lowest of those equally narrow', () => {
    expect(highestDensityInterval(array(0, 1, 2, 3), 0.5)).toEqual([0, 2]);
  });

  test('leaves the long tail out', () => {
    expect(highestDensityInterval(array(-9, -5, 0, 0.5, 1, 1.5), 0.5)).toEqual([0, 1.5]);
  });

  test('of one draw is that draw', () => {
    expect(highestDensityInterval(array(3), 0.95)).toEqual([3, 3]);
  });

  test('of no draws, or of all the mass, is refused', () => {
    expect(() => highestDensityInterval(array(), 0.95)).toThrow(RangeError);
    expect(() => highestDensityInterval(array(1, 2), 1)).toThrow(RangeError);
  });
});

describe('draws that define nothing', () => {
  const statistics = {
    rHat,
    bulkEffectiveSize,
    tailEffectiveSize,
    meanEffectiveSize,
    standardErrorOfMean,
    standardErrorOfSd,
  };
  const mixed = () => [11, 12].map((seed) => Float64Array.from({ length: 50 }, autoregression(seed, 0.3)));
  const withDraw = (value: number) => {
    const chains = mixed();
    chains[1]![7] = value;
    return chains;
  };

  test.each(Object.entries(statistics))(
    '%s is null of constant, infinite and missing draws',
    (_, statistic) => {
      expect(statistic(mixed())).toBeGreaterThan(0);
      expect(statistic([new Float64Array(50).fill(3), new Float64Array(50).fill(3)])).toBeNull();
      expect(statistic(withDraw(Number.POSITIVE_INFINITY))).toBeNull();
      expect(statistic(withDraw(Number.NaN))).toBeNull();
    },
  );

  test.each(Object.entries(statistics))('%s is null of chains of three draws', (_, statistic) => {
    expect(statistic([array(1, 2, 4), array(1, 3, 2)])).toBeNull();
  });

  test('R-hat is null, not infinite, of chains that stand still at different places', () => {
    expect(rHat([new Float64Array(50).fill(1), new Float64Array(50).fill(2)])).toBeNull();
  });

  test('tail ESS is null when over 5 % of the draws are the greatest', () => {
    const chains = mixed().map((chain) => chain.map((draw) => Math.min(draw, 0)));
    expect(tailEffectiveSize(chains)).toBeNull();
    expect(bulkEffectiveSize(chains)).toBeGreaterThan(0);
  });

  test('the fraction of missing information is null of one energy, constant ones and infinite ones', () => {
    expect(energyInformation([1])).toBeNull();
    expect(energyInformation([2, 2, 2])).toBeNull();
    expect(energyInformation([1, Number.POSITIVE_INFINITY, 2])).toBeNull();
  });

  test('chains of different lengths are refused', () => {
    expect(() => rHat([array(1, 2), array(1)])).toThrow(RangeError);
    expect(() => effectiveSize([])).toThrow(RangeError);
  });
});

describe('effective sizes at their limits', () => {
  test('are at most S log10(S) of S draws, however antithetic', () => {
    const chains = [51, 52].map((seed) => Float64Array.from({ length: 400 }, autoregression(seed, -0.95)));
    expect(effectiveSize(chains)).toBeCloseTo(800 * Math.log10(800), 8);
  });

  // posterior 1.4.0: ess_mean of rep(c(-1, 1), 200) as 4 chains of 100.
  test('of chains that alternate perfectly are half the draws, as in posterior', () => {
    const chain = Float64Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? -1 : 1));
    expect(meanEffectiveSize([chain, chain, chain, chain])).toBe(200);
  });
});
