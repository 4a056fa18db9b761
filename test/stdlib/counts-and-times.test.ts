/** Models of counts, of times and of learning: the tables that come with them, and what of those a fit finds again. */
import { testWorked } from './worked-layout.ts';

testWorked({
  counts: {
    table: 'readings.csv',
    design: { kind: 'crossed', rows: 240, levels: { reader: 24, passage: 10 } },
    seed: 33n,
    given: { words: { of: 'passage', at: (passage) => 100 + 75 * ((passage * 7) % 10) } },
  },
  decisions: {
    isLong: true,
    table: 'decisions.csv',
    design: { kind: 'random', rows: 600, levels: { observer: 10 } },
    seed: 8n,
  },
  'learning-curves': {
    table: 'attempts.csv',
    design: { kind: 'random', rows: 1600, levels: { learner: 40, skill: 4 } },
    seed: 186n,
    given: { attempt: { at: (row) => 1 + (row % 16) } },
  },
  'response-times': {
    table: 'times.csv',
    design: { kind: 'crossed', rows: 900, levels: { person: 60, item: 15 } },
    seed: 29n,
  },
});
