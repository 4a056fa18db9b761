import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sketchOf } from '../../module/data-sketch.ts';

/** Columns of so many rows, each of so many values at most, NaN and infinities among them. */
const arbitraryTable = fc
  .record({
    rows: fc.integer({ min: 1, max: 300 }),
    levels: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 }),
  })
  .chain(({ rows, levels }) =>
    fc.tuple(
      ...levels.map((most) =>
        fc.array(
          fc.integer({ min: 0, max: most - 1 }).map((value) => [Number.NaN, -Infinity][value] ?? value / 8),
          { minLength: rows, maxLength: rows },
        ),
      ),
    ),
  );

describe('a sketch of data', () => {
  it('counts the distinct tuples of columns, in whatever order they are named', () => {
    fc.assert(
      fc.property(arbitraryTable, (columns) => {
        const named = columns.map((values, index) => [`c${index}`, values] as const);
        const names = named.map(([name]) => name);
        const tuples = new Set(columns[0]!.map((_, row) => columns.map((values) => values[row]).join()));
        const sketch = sketchOf(new Map(named));
        expect(sketch.distinct(names)).toBe(tuples.size);
        expect(sketchOf(new Map(named)).distinct(names.toReversed())).toBe(tuples.size);
      }),
    );
  });

  it('draws a count out to all rows where hardly any repeat, and leaves it where most do', () => {
    const rows = 250_000;
    const few = Float64Array.from({ length: rows }, (_, row) => row % 7);
    const many = Float64Array.from({ length: rows }, (_, row) => row);
    const sketch = sketchOf(
      new Map([
        ['few', few],
        ['many', many],
      ]),
    );
    expect(sketch.distinct(['few'])).toBe(7);
    expect(sketch.distinct(['few', 'many'])).toBe(rows);
  });

  it('knows no rows, and says which column is missing', () => {
    expect(sketchOf(new Map([['a', []]])).distinct(['a'])).toBe(0);
    expect(() => sketchOf(new Map([['a', [1]]])).distinct(['b'])).toThrow('there is no column b');
  });
});
