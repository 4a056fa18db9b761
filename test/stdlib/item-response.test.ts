/** Models of item response theory: the tables that come with them, and what of those a fit finds again. */
import { testWorked } from './worked-layout.ts';

testWorked({
  'graded-response': {
    table: 'answers.csv',
    design: { kind: 'crossed', rows: 1000, levels: { person: 100, item: 8 } },
    seed: 1n,
  },
  facets: {
    table: 'grades.csv',
    // Each judge sees some of the candidates, on some of the tasks.
    design: { kind: 'random', rows: 600, levels: { candidate: 30, task: 4, judge: 8 } },
    seed: 88n,
  },
});
