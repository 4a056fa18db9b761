/** Forests with invented numbers: of a row's own scales, of a shared one, of long and hostile names, and of many rows. */
import type { ShownScale } from '../../reporting/figures/data/scale.ts';
import type { ForestData, ForestRow } from '../../reporting/figures/kinds/forest.ts';

function row(label: string, center: number, spread: number, scale: ShownScale): ForestRow {
  const within = (half: number): [number, number] => [
    Math.max(scale.endsAtFrom ? scale.from : -Infinity, center - half * spread),
    Math.min(scale.endsAtTo ? scale.to : Infinity, center + half * spread),
  ];
  return { label, center, hdi50: within(0.67), hdi95: within(1.96), failed: false, scale };
}

const probability = { unit: 'probability', from: 0, to: 1, endsAtFrom: true, endsAtTo: true };
const acuity = { unit: '1 / px', from: 0, to: 0.35, endsAtFrom: true, endsAtTo: true };
const lean = { unit: 'm', from: -1.2, to: 1.4, endsAtFrom: false, endsAtTo: false };
const speed = { unit: 'm / s', from: 0, to: 6, endsAtFrom: true, endsAtTo: false };
const HORIZON = {
  ...{ unit: 'minute', from: 0.005, to: 1000, endsAtFrom: false, endsAtTo: false, isLogarithmic: true },
};

/** Of each subject its abilities, each on its own scale. */
export const BY_SUBJECT: ForestData = {
  title: 'What each reader can do',
  caption: 'Of each ability the median and the intervals of highest density.',
  groups: ['tesseract', 'gocr'].map((title, place) => ({
    title,
    note: null,
    scale: null,
    rows: [
      row('acuity', 0.11 + 0.08 * place, 0.012, acuity),
      row('spelling', 0.62 - 0.4 * place, 0.1, probability),
      row('lean', 0.1, 0.4, lean),
      row('speed', 0.6, 0.5, speed),
    ],
  })),
};

/** Of each ability the subjects, of which one has a name that is markup and one a name that is long. */
export const BY_CAPABILITY: ForestData = {
  title: 'What readers can do',
  caption: 'Of each ability the median and the intervals of highest density.',
  groups: [
    {
      title: 'acuity',
      note: 'The finest strokes that are told apart.',
      scale: acuity,
      rows: [
        row('tesseract', 0.11, 0.012, acuity),
        row('<script>alert("x")</script> & co', 0.2, 0.05, acuity),
        row('the reader of very long names that nobody can take in at one glance', 0.02, 0.02, acuity),
      ],
    },
    { title: 'lean', note: null, scale: lean, rows: [row('tesseract', 0.1, 0.4, lean)] },
  ],
};

/** As many rows as a layout of persons and items has. */
export const MANY: ForestData = {
  title: 'How able each person is',
  caption: '',
  groups: [
    {
      title: 'theta',
      note: null,
      scale: lean,
      rows: Array.from({ length: 300 }, (_, place) =>
        row(`person ${place + 1}`, Math.sin(place) * 0.6, 0.2, lean),
      ),
    },
  ],
};

/** Horizons from seconds to days, on a logarithmic axis. */
export const FAR_APART: ForestData = {
  title: 'Horizons',
  caption: '',
  groups: [
    {
      title: 'horizon',
      note: null,
      scale: HORIZON,
      rows: [0.02, 0.3, 4, 50, 600].map((center, place) =>
        row(`agent ${place + 1}`, center, center / 3, HORIZON),
      ),
    },
  ],
};
