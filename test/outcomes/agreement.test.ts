import { describe, expect, it } from 'vitest';
import { bound, compileText, EMITTED, expectInterpreted } from '../emit/bound-layout.ts';
import { someOf, triesAll } from '../random-cases.ts';
import { CLAUSES, FAMILIES } from './families.ts';

const POINTS: readonly (readonly number[])[] = [
  [0.3, -0.2, 0.1, -0.5, 0.4, 0.2],
  [-1.7, 1.1, -0.9, 0.8, -1.3, 1.5],
  [4, -3, 1.2, -3, 2.5, -1],
];

describe.each(Object.entries(EMITTED))('an outcome, compiled for data sketched as %s,', (name, sketch) => {
  const place = Object.keys(EMITTED).indexOf(name);
  /** Each case with one of the sketches. */
  const spread = <T>(cases: readonly T[]) =>
    cases.filter((_, index) => index % Object.keys(EMITTED).length === place);

  it.each(triesAll() ? FAMILIES : spread(FAMILIES))(
    'of $family has the density and the gradient that the interpreter says',
    async (each) => {
      const { text, columns } = each;
      const layout = bound(await compileText(text, sketch), columns);
      for (const point of POINTS) expectInterpreted(layout, point);
      expect(layout.names).toHaveLength(6);
    },
  );

  it.each(someOf(spread(CLAUSES)))('of $family has them too', async ({ text, columns }) => {
    const layout = bound(await compileText(text, sketch), columns);
    for (const point of POINTS) expectInterpreted(layout, point);
  });
});
