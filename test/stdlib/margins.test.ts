/** The forms that the thesis on common sense gives success, and its regression: worked layouts. */
import { testWorked } from './worked-layout.ts';

testWorked({
  'shared-steepness': {
    folder: 'margins',
    table: 'shared-steepness.csv',
    design: { kind: 'random', rows: 900, levels: { subject: 12 } },
    seed: 317n,
  },
  'learnt-noise': {
    folder: 'margins',
    table: 'learnt-noise.csv',
    design: { kind: 'random', rows: 1500, levels: { subject: 10 } },
    seed: 324n,
  },
  'bounded-success': {
    folder: 'margins',
    table: 'bounded-success.csv',
    design: { kind: 'random', rows: 1500, levels: { subject: 10 } },
    seed: 325n,
  },
  combinations: {
    folder: 'margins',
    table: 'combinations.csv',
    design: { kind: 'random', rows: 1200, levels: { subject: 10 } },
    seed: 33n,
  },
  regression: {
    folder: 'margins',
    table: 'households.csv',
    design: { kind: 'random', rows: 600, levels: { region: 15 } },
    seed: 3n,
  },
});
