import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  auroc,
  aurocDifference,
  brierLosses,
  brierScore,
  decomposeBrier,
  expectedCalibrationError,
  logScore,
  scorePredictions,
} from '../../analysis/evaluate/scores/binary-scores.ts';
import { binOf, binPredictions, type Predictions } from '../../analysis/evaluate/scores/predictions.ts';
import { PYTHON, R } from './reference/reference.ts';

const reference = PYTHON.scores;

/** Predictions with ties, edges of bins and certainties among them. */
const predictions: fc.Arbitrary<Predictions> = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.integer({ min: 0, max: 20 }).map((k) => k / 20),
        fc.double({ min: 0, max: 1, noNaN: true }),
      ),
      fc.constantFrom(0, 1),
    ),
    { minLength: 1, maxLength: 60 },
  )
  .map((rows) => ({ probabilities: rows.map(([p]) => p), outcomes: rows.map(([, outcome]) => outcome) }));

describe('scores of probabilistic predictions', () => {
  it('are those of scikit-learn and pROC', () => {
    const scores = scorePredictions(reference);
    expect(scores.brier).toBeCloseTo(reference.brier, 12);
    expect(scores.logScore).toBeCloseTo(reference.logScore, 12);
    expect(scores.impossible).toBe(0);
    expect(scores.auroc).toBeCloseTo(reference.auroc, 12);
    expect(scores.aurocError).toBeCloseTo(R.delongError, 12);
  });

  it('have the parts that NumPy finds by numpy.digitize', () => {
    const parts = decomposeBrier(reference);
    expect(parts.calibration).toBeCloseTo(reference.calibration, 12);
    expect(parts.refinement).toBeCloseTo(reference.refinement, 12);
    expect(parts.withinVariance).toBeCloseTo(reference.withinVariance, 12);
    expect(parts.withinCovariance).toBeCloseTo(reference.withinCovariance, 12);
    expect(expectedCalibrationError(parts.bins)).toBeCloseTo(reference.calibrationError, 12);
  });

  it('are worked out by hand for four rows', () => {
    // Bins [0.2, 0.3) and [0.8, 0.9): means 0.25 and 0.8, success rates 1/2 and 1.
    const four = { probabilities: [0.2, 0.29, 0.8, 0.8], outcomes: [0, 1, 1, 1] };
    const parts = decomposeBrier(four);
    expect(parts.brier).toBeCloseTo((0.04 + 0.5041 + 0.04 + 0.04) / 4, 15);
    expect(parts.calibration).toBeCloseTo((2 * 0.255 ** 2 + 2 * 0.2 ** 2) / 4, 15);
    expect(parts.refinement).toBeCloseTo(0.5 / 4, 15);
    expect(parts.uncertainty).toBeCloseTo(3 / 16, 15);
    expect(auroc(four)!.area).toBe(1);
  });

  it('say that a prediction without errors is perfect, and that one without discrimination is not', () => {
    expect(scorePredictions({ probabilities: [1, 0, 1], outcomes: [1, 0, 1] })).toMatchObject({
      brier: 0,
      calibration: 0,
      refinement: 0,
      logScore: 0,
      auroc: 1,
    });
    // The aggregate of Table 9 of Bayesian triangulation: no more refinement than there is uncertainty.
    const aggregate = decomposeBrier({ probabilities: [0.6, 0.6, 0.6, 0.6], outcomes: [1, 0, 1, 0] });
    expect(aggregate.refinement).toBeCloseTo(aggregate.uncertainty, 15);
    expect(aggregate.resolution).toBeCloseTo(0, 15);
    expect(aggregate.calibration).toBeCloseTo(0.01, 15);
  });

  it('do not hide what was held impossible and came', () => {
    expect(logScore({ probabilities: [0, 0.5, 1], outcomes: [1, 1, 0] })).toEqual({
      mean: -Infinity,
      impossible: 2,
    });
  });

  it('have differences of areas with the errors of pROC', () => {
    const coarse = { probabilities: R.coarse, outcomes: reference.outcomes };
    const found = aurocDifference(reference, coarse)!;
    expect(found.area).toBeCloseTo(R.aurocDifference, 12);
    expect(found.standardError).toBeCloseTo(R.aurocDifferenceError, 10);
    expect(aurocDifference(reference, reference)).toEqual({ area: 0, standardError: 0 });
    expect(() =>
      aurocDifference(
        { probabilities: [0.5, 0.5], outcomes: [0, 1] },
        { probabilities: [0.5, 0.5], outcomes: [1, 0] },
      ),
    ).toThrow('the outcomes of two predictions differ');
    expect(() => aurocDifference(reference, { probabilities: [0.5], outcomes: [1] })).toThrow(RangeError);
  });

  it('have no area where all outcomes are the same, and no error of one success', () => {
    expect(auroc({ probabilities: [0.2, 0.3], outcomes: [1, 1] })).toBeNull();
    expect(auroc({ probabilities: [0.2, 0.3, 0.1], outcomes: [1, 0, 0] })).toEqual({
      area: 0.5,
      standardError: null,
    });
  });

  it('refuse what is no probability, no outcome, or nothing', () => {
    expect(() => brierScore({ probabilities: [1.2], outcomes: [1] })).toThrow(
      'The prediction of row 1 is 1.2, which is no probability.',
    );
    expect(() => brierScore({ probabilities: [0.5, Number.NaN], outcomes: [1, 1] })).toThrow('row 2 is NaN');
    expect(() => brierScore({ probabilities: [0.5], outcomes: [Number.NaN] })).toThrow(
      'The outcome of row 1 is NaN, which is neither 0 nor 1, nor a share between.',
    );
    expect(() => brierScore({ probabilities: [], outcomes: [] })).toThrow('There are no rows to score.');
    expect(() => brierScore({ probabilities: [0.5], outcomes: [] })).toThrow(RangeError);
    expect(() => binPredictions({ probabilities: [0.5], outcomes: [1] }, 0)).toThrow(RangeError);
  });
});

describe('bins', () => {
  it('hold their lower edge, and the last 1 too', () => {
    expect([0, 0.1, 0.3, 0.6, 0.7, 0.9999, 1].map((p) => binOf(p, 10))).toEqual([0, 1, 3, 6, 7, 9, 9]);
    // Where the product with the number of bins is rounded the other way.
    for (const bins of [3, 7, 10, 49, 100]) {
      for (let k = 1; k < bins; k++) {
        expect(binOf(k / bins, bins)).toBe(k);
        expect(binOf(k / bins - 2 ** -53 * (k / bins), bins)).toBe(k - 1);
      }
    }
  });

  it('hold every row once', () => {
    fc.assert(
      fc.property(predictions, fc.integer({ min: 1, max: 15 }), (given, bins) => {
        const binned = binPredictions(given, bins);
        expect(binned).toHaveLength(bins);
        expect(binned.reduce((sum, bin) => sum + bin.rows, 0)).toBe(given.outcomes.length);
      }),
    );
  });
});

describe('the decomposition of the Brier score', () => {
  it('adds up, with what the means of bins hide', () => {
    fc.assert(
      fc.property(predictions, fc.integer({ min: 1, max: 15 }), (given, bins) => {
        const parts = decomposeBrier(given, bins);
        const sum = parts.calibration + parts.refinement + parts.withinVariance - 2 * parts.withinCovariance;
        expect(sum).toBeCloseTo(parts.brier, 12);
        expect(parts.refinement).toBeCloseTo(parts.uncertainty - parts.resolution, 12);
      }),
    );
  });

  it('is calibration and refinement alone where predictions in a bin are equal', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom(0, 1)), { minLength: 1 }),
        (rows) => {
          const given = {
            probabilities: rows.map(([bin]) => (bin + 0.3) / 10),
            outcomes: rows.map(([, outcome]) => outcome),
          };
          const { brier, calibration, refinement } = decomposeBrier(given);
          expect(calibration + refinement).toBeCloseTo(brier, 12);
        },
      ),
    );
  });
});

describe('the area under the curve', () => {
  it('is the share of pairs in the right order', () => {
    fc.assert(
      fc.property(predictions, (given) => {
        const pairs: number[] = [];
        for (let i = 0; i < given.outcomes.length; i++) {
          for (let j = 0; j < given.outcomes.length; j++) {
            if (given.outcomes[i] !== 1 || given.outcomes[j] !== 0) continue;
            const [p, q] = [given.probabilities[i]!, given.probabilities[j]!];
            pairs.push(p > q ? 1 : p < q ? 0 : 0.5);
          }
        }
        const found = auroc(given);
        if (pairs.length === 0) expect(found).toBeNull();
        else expect(found!.area).toBeCloseTo(pairs.reduce((a, b) => a + b) / pairs.length, 12);
      }),
    );
  });

  it('does not change with the scale of predictions, and turns with their order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.constantFrom(0, 1)), { minLength: 2 }),
        (rows) => {
          const outcomes = rows.map(([, outcome]) => outcome);
          const of = (scale: (k: number) => number) =>
            auroc({ probabilities: rows.map(([k]) => scale(k)), outcomes });
          const plain = of((k) => k / 30);
          fc.pre(plain !== null);
          expect(of((k) => 1 / (1 + Math.exp(5 - k)))).toEqual(plain);
          const turned = of((k) => 1 - k / 30)!;
          expect(turned.area).toBeCloseTo(1 - plain.area, 12);
          if (plain.standardError === null) expect(turned.standardError).toBeNull();
          else expect(turned.standardError).toBeCloseTo(plain.standardError, 12);
        },
      ),
    );
  });
});

describe('scores row by row', () => {
  it('have the score as their mean', () => {
    const losses = brierLosses(reference);
    expect(losses.reduce((a, b) => a + b) / losses.length).toBeCloseTo(reference.brier, 12);
  });
});
