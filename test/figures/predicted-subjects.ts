/** Two subjects with invented predictions: of a demand that most rows have the easiest value of, a flag, and a long name. */
import type { HeldOutPredictions } from '../../analysis/evaluate/parts/held-out-predictions.ts';
import type { VerdictStatus } from '../../host/diagnose/verdict-status.ts';
import type { ManifestColumn } from '../../module/manifest.ts';
import type { PredictedSubject } from '../../reporting/figures/data/predicted-subject.ts';

const ROWS = 240;
const DRAWS = 20;

function column(name: string, unit: string, doc: string | null): ManifestColumn {
  return { name, role: 'demand', kind: 'real', unit, domain: { kind: 'any' }, doc };
}

const OUTCOME: ManifestColumn = {
  ...{ name: 'read', role: 'outcome', kind: 'binary', unit: '', doc: null },
  domain: { kind: 'set', values: [0, 1] },
};

const row = (of: (row: number) => number) => Float64Array.from({ length: ROWS }, (_, place) => of(place));
/** Neither random nor regular: the fractional parts of multiples of the golden ratio. */
const spread = (place: number) => (place * 0.6180339887498949) % 1;

const blur = row((place) => (place % 3 > 0 ? 0 : Math.round(8 * spread(place)) / 2));
const height = row((place) => 8 + Math.round(32 * spread(7 * place)));
const nonword = row((place) => (place % 4 === 0 ? 1 : 0));

export function predictedSubject(name: string, tolerance: number, areFitted = true): PredictedSubject {
  const chance = row((place) => {
    const sees = 1 / (1 + Math.exp((18 - height[place]!) / 3));
    return (sees / (1 + Math.exp(2 * (blur[place]! - tolerance)))) * (nonword[place] === 1 ? 0.6 : 0.98);
  });
  const outcomes = row((place) => (spread(13 * place + 1) < chance[place]! ? 1 : 0));
  return {
    ...{ name, failed: false, outcome: OUTCOME, outcomes, predictions: chance, areFitted },
    demands: [
      { column: column('blur', 'px', 'Radius of the Gaussian blur.'), values: blur },
      { column: column('height', 'px', null), values: height },
      { column: column('nonword', '', 'The letters form no word.'), values: nonword },
    ],
    values: Float64Array.from(
      { length: ROWS * DRAWS },
      (_, place) => chance[Math.floor(place / DRAWS)]! * (1 - 0.004 * (place % DRAWS)),
    ),
    fittedRate: 0.5,
  };
}

export const ADA = predictedSubject('Ada <b>', 2);
export const BO = predictedSubject('Bo', 3.2, false);

/** Of two repeats of two folds, of which a boosted tree says nothing of one. */
export function heldOut(
  subject: string,
  tolerance: number,
  status: VerdictStatus = 'converged',
): HeldOutPredictions {
  const { outcomes, predictions } = predictedSubject(subject, tolerance);
  const part = (repeat: number, fold: number, own: VerdictStatus) => {
    const rows = outcomes.map((_, place) => place).filter((place) => place % 2 === fold - 1);
    const at = (values: Float64Array) => rows.map((place) => values[place]!);
    const layout = at(predictions);
    return {
      ...{ repeat, fold, status: own, outcomes: at(outcomes) },
      probabilities: {
        layout,
        aggregate: rows.map(() => 0.5),
        'logistic regression': layout.map((p) => 0.2 + 0.6 * p),
        ...(repeat === 1 && fold === 2 ? {} : { 'boosted trees': layout.map((p) => p * p) }),
      },
    };
  };
  return {
    ...{ subject, outcome: 'read' },
    parts: [part(1, 1, status), part(1, 2, 'converged'), part(2, 1, 'converged'), part(2, 2, 'converged')],
  };
}
