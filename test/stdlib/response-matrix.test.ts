/** Response matrices of systems and items: the tables that come with their layouts, and what of those a fit finds again. */
import { expect } from 'vitest';
import { testWorked } from './worked-layout.ts';

const folder = 'response-matrix';
const MATRIX = { kind: 'crossed', rows: 1200, levels: { system: 30, item: 40 } } as const;

testWorked({
  rasch: { folder, table: 'answers-rasch.csv', design: MATRIX, seed: 14n },
  'two-parameter': { folder, table: 'answers-two.csv', design: MATRIX, seed: 47n },
  'three-parameter': {
    folder,
    table: 'answers-three.csv',
    design: MATRIX,
    seed: 25n,
    given: { chance: { of: 'item', at: (item) => [0.25, 0.5, 0][item % 3]! } },
  },
  multidimensional: {
    folder,
    table: 'answers-dimensions.csv',
    design: MATRIX,
    seed: 6n,
    // Each item draws on one ability, and every fourth on a second.
    given: Object.fromEntries(
      ['language', 'reasoning', 'knowledge'].map((ability, place) => [
        `draws.${ability}`,
        {
          of: 'item',
          at: (item: number) =>
            item % 3 === place ? 1 : item % 4 === 0 && (item + 1) % 3 === place ? 0.5 : 0,
        },
      ]),
    ),
  },
  bifactor: {
    isLong: true,
    folder,
    table: 'answers-bifactor.csv',
    design: { kind: 'crossed', rows: 1200, levels: { system: 40, area: 3, item: 30 } },
    seed: 84n,
    says: (summary) => expect(summary.share!.mean).toBeGreaterThan(0),
  },
});
