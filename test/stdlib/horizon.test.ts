/** Capability in minutes of a person's work: the tables that come with the layouts, and what of those a fit finds again. */
import { testWorked } from './worked-layout.ts';

/** From a minute to eight hours, in no order. */
const LENGTHS = Array.from({ length: 40 }, (_, task) =>
  Number((480 ** (((task * 7) % 40) / 39)).toPrecision(2)),
);

/** Each task is rated by two of three judges. */
const RATINGS = {
  task: Array.from({ length: 80 }, (_, row) => `task${String((row >> 1) + 1).padStart(2, '0')}`),
  judge: Array.from({ length: 80 }, (_, row) => ['ann', 'ben', 'cat'][((row >> 1) + (row & 1)) % 3]!),
};

testWorked({
  'time-horizon': {
    table: 'attempts.csv',
    design: { kind: 'random', rows: 400, levels: { model: 10 } },
    seed: 5n,
    given: { length: { at: (row) => LENGTHS[row % 40]! } },
  },
  'rated-demands': {
    table: 'attempts.csv',
    design: { kind: 'crossed', rows: 400, levels: { model: 10, task: 40 } },
    seed: 15n,
    tables: { ratings: RATINGS },
  },
  'annotated-demands': {
    table: 'attempts.csv',
    design: { kind: 'crossed', rows: 400, levels: { model: 10, task: 40 } },
    seed: 300n,
    once: { of: 'task', outcomes: ['estimate1', 'estimate2'] },
  },
});
