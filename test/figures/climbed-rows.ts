/** Rows of windows that were climbed or not, for the example fits: one of them beside what their layout allows. */
import type { NamedPosterior } from '../../reporting/figures/data/named-fit.ts';
import type { PredictedSubject } from '../../reporting/figures/data/predicted-subject.ts';

const ROWS = 150;

/** Success where 3 lies in the window, but for every seventh row. */
export function climbed({ name, manifest }: NamedPosterior): PredictedSubject {
  const row = (of: (row: number) => number) => Float64Array.from({ length: ROWS }, (_, place) => of(place));
  const spread = (place: number) => (place * 0.6180339887498949) % 1;
  const least = row((place) => (place === 0 ? 9 : 6 * spread(place)));
  const most = row((place) => (place === 0 ? 9.5 : Math.min(8, least[place]! + 0.2 + 4 * spread(3 * place))));
  const outcomes = row((place) => Number((least[place]! < 3 && 3 < most[place]!) !== (place % 7 === 0)));
  return {
    ...{ name, failed: false, outcomes, predictions: outcomes, values: outcomes, fittedRate: 0.4 },
    areFitted: true,
    outcome: {
      ...{ name: 'success', role: 'outcome', kind: 'binary', unit: '', doc: null },
      domain: { kind: 'set', values: [0, 1] },
    },
    demands: manifest.columns
      .filter(({ role }) => role === 'demand')
      .map((column) => ({ column, values: { least, most, height: least }[column.name]! })),
  };
}
