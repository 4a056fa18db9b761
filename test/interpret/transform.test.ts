import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalProbability } from '../../compiler/interpret/normal-probability.ts';
import { type EvaluatedPrior, isInSupport } from '../../compiler/interpret/priors.ts';
import { AS_IT_IS, transform } from '../../compiler/interpret/transform.ts';
import { centralDifference } from '../central-difference.ts';

const cases: { prior: EvaluatedPrior; isProbability: boolean }[] = [
  { prior: { family: 'uniform', parameters: { lo: -2, hi: 5 } }, isProbability: false },
  { prior: { family: 'uniform', parameters: { lo: 0.2, hi: 0.7 } }, isProbability: true },
  { prior: { family: 'uniform', parameters: { lo: 0, hi: 1 } }, isProbability: true },
  { prior: { family: 'beta', parameters: { a: 2, b: 3 } }, isProbability: true },
  { prior: { family: 'half_normal', parameters: { sd: 3 } }, isProbability: false },
  { prior: { family: 'normal', parameters: { mean: 1, sd: 3 } }, isProbability: false },
  { prior: { family: 'cauchy', parameters: { location: 1, scale: 3 } }, isProbability: false },
  { prior: { family: 'student_t', parameters: { df: 4, location: 1, scale: 3 } }, isProbability: false },
  { prior: { family: 'scaled_beta', parameters: { a: 2, b: 3, lo: -2, hi: 5 } }, isProbability: false },
  {
    prior: { family: 'normal', parameters: { mean: 1, sd: 3 }, truncation: { lo: -2, hi: 5 } },
    isProbability: false,
  },
  {
    prior: { family: 'normal', parameters: { mean: 0, sd: 1 }, truncation: { lo: 0.2, hi: 0.7 } },
    isProbability: true,
  },
  {
    prior: { family: 'cauchy', parameters: { location: 1, scale: 3 }, truncation: { lo: 2, hi: null } },
    isProbability: false,
  },
  {
    prior: { family: 'normal', parameters: { mean: 1, sd: 3 }, truncation: { lo: null, hi: 5 } },
    isProbability: false,
  },
  {
    prior: { family: 'exponential', parameters: { rate: 1 }, truncation: { lo: null, hi: 5 } },
    isProbability: false,
  },
];

const centred = (prior: EvaluatedPrior, isProbability: boolean, u: number) =>
  transform(prior, { isProbability, isNonCentred: false, standard: AS_IT_IS }, u);

describe('the transform of a latent', () => {
  for (const { prior, isProbability } of cases) {
    const name = `${prior.family}${prior.truncation ? ` in ${JSON.stringify(prior.truncation)}` : ''}${isProbability ? ' probability' : ''}`;
    test(`has the log of its slope as its Jacobian: ${name}`, () => {
      for (const u of [-2.5, -1.5, 0, 0.3, 3]) {
        const [slope] = centralDifference((x) => centred(prior, isProbability, x[0]!).value, [u]);
        expect(centred(prior, isProbability, u).logJacobian).toBeCloseTo(Math.log(Math.abs(slope!.value)), 7);
      }
    });

    test(`never leaves the support: ${name}`, () => {
      fc.assert(
        fc.property(fc.double({ min: -700, max: 700, noNaN: true }), (u) => {
          expect(isInSupport(prior, centred(prior, isProbability, u).value)).toBe(true);
        }),
      );
    });
  }

  test('is the middle of an interval at 0', () => {
    expect(centred({ family: 'uniform', parameters: { lo: 2, hi: 6 } }, false, 0).value).toBe(4);
    expect(centred({ family: 'beta', parameters: { a: 1, b: 9 } }, true, 0).value).toBe(0.5);
  });

  test('gives a probability between 0 and 1 as exactly the pair Φ(u), Φ(−u)', () => {
    for (const u of [-40, -8, 0.1, 8, 40]) {
      expect(centred({ family: 'uniform', parameters: { lo: 0, hi: 1 } }, true, u).probability).toEqual(
        normalProbability(u),
      );
      expect(centred({ family: 'beta', parameters: { a: 1, b: 1 } }, true, u).probability).toEqual(
        normalProbability(u),
      );
    }
  });

  test('keeps the distance of a probability to an upper bound of 1', () => {
    const { probability } = centred({ family: 'uniform', parameters: { lo: 0.5, hi: 1 } }, true, 30);
    // ln Φ(−30), from 40 digits.
    expect(probability!.lnComplement).toBeCloseTo(-454.3212439563432 + Math.log(0.5), 11);
  });
});
