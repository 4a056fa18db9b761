/** Models of item response theory: the tables that come with them, and what of those a fit finds again. */
import { expect } from 'vitest';
import { testWorked } from './worked-layout.ts';

testWorked({
  'graded-response': {
    table: 'answers.csv',
    design: { kind: 'crossed', rows: 1000, levels: { person: 100, item: 8 } },
    seed: 1n,
  },
  'partial-credit': {
    isLong: true,
    table: 'points.csv',
    design: { kind: 'crossed', rows: 1000, levels: { person: 100, item: 10 } },
    seed: 4n,
  },
  'nominal-response': {
    isLong: true,
    table: 'options.csv',
    design: { kind: 'crossed', rows: 2000, levels: { person: 200, item: 10 } },
    seed: 6n,
  },
  facets: {
    table: 'grades.csv',
    // Each judge sees some of the candidates, on some of the tasks.
    design: { kind: 'random', rows: 600, levels: { candidate: 30, task: 4, judge: 8 } },
    seed: 88n,
  },
  'linear-logistic': {
    table: 'answers.csv',
    design: { kind: 'crossed', rows: 720, levels: { model: 12, item: 60 } },
    seed: 673n,
    given: {
      'has.steps': { of: 'item', at: (item) => item % 5 },
      'has.negations': { of: 'item', at: (item) => Math.floor(item / 5) % 3 },
      'has.distractors': { of: 'item', at: (item) => Math.floor(item / 15) },
    },
  },
  'differential-functioning': {
    isLong: true,
    table: 'answers.csv',
    design: { kind: 'crossed', rows: 4000, levels: { person: 200, item: 20 } },
    seed: 144n,
    given: { focal: { of: 'person', at: (person) => person % 2 } },
    // Drawn with a shift of 1.77, by far the largest.
    says: (summary) => {
      const certain = Object.entries(summary)
        .filter(([name, { hdi95 }]) => name.startsWith('shift') && (hdi95![0] > 0 || hdi95![1] < 0))
        .map(([name]) => name);
      expect(certain).toEqual(['shift[item11]']);
    },
  },
  testlets: {
    isLong: true,
    table: 'answers.csv',
    design: { kind: 'crossed', rows: 1440, levels: { person: 80, text: 3, item: 18 } },
    seed: 160n,
  },
});
