/** Layouts that say something of levels: the tables that come with them, and what of those a fit finds again. */
import { testWorked } from './worked-layout.ts';

/** Four to an order of magnitude, from 10^20 on. */
const COMPUTE = Array.from({ length: 24 }, (_, step) =>
  Number(`${[1, 1.8, 3.2, 5.6][step % 4]}e${20 + Math.floor(step / 4)}`),
);

testWorked({
  arena: {
    table: 'verdicts.csv',
    design: { kind: 'random', rows: 1500, levels: { model: 20 } },
    seed: 59n,
  },
  scaling: {
    table: 'answers.csv',
    design: { kind: 'crossed', rows: 1000, levels: { model: 24, item: 40 } },
    seed: 7n,
    // In no order of the models' names.
    given: { compute: { of: 'model', at: (level) => COMPUTE[(level * 7) % 24]! } },
  },
  families: {
    table: 'attempts.csv',
    design: { kind: 'crossed', rows: 1000, levels: { task: 60, family: 8, model: 15 } },
    seed: 44n,
  },
});
