import { describe, expect, it } from 'vitest';
import { compile } from '../../compiler/compile.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { bindModule } from './bound-module.ts';

const DATA = { rows: 4, columns: { d: [0, 1, 2, 9], y: [1, 1, 2, Number.NaN] } };

/** The log densities of a rating whose cut points these are, by the module and by the interpreter. */
async function densities(cuts: string, values: readonly number[]): Promise<readonly [number, number]> {
  const text = `layout Rating
demand d in [0, 9]
capability a, b, c ~ normal(0, 5)
observe y ~ ordered_logistic(0.1 * d, ${cuts})
`;
  const { bytes, manifest, layout } = await compile({ name: 'rating.ml', text });
  const columns = Object.fromEntries(
    Object.entries(DATA.columns).map(([name, column]) => [name, Float64Array.from(column)]),
  );
  const [a, b, c] = values as [number, number, number];
  return [
    bindModule(bytes, manifest, DATA).logDensity(values).value,
    interpret(layout, { rows: DATA.rows, columns }).logDensity({ a, b, c }),
  ];
}

describe('a rating whose cut points are not in order', () => {
  it.each([
    ['between values that no row has', 'a, b, c', [0, 2, 1]],
    ['between values that a row has', 'a, b, c', [1, 0, 2]],
    ['in one row, between values that it has not', 'a, b, c - d', [0, 2, 3]],
  ] as const)('has no density: %s', async (_, cuts, values) => {
    expect(await densities(cuts, values)).toEqual([NaN, NaN]);
  });

  it.each([
    ['a, b, c', [0, 1, 2]],
    // Where the outcome is missing there is nothing to order.
    ['a, b, c - d', [0, 1, 4]],
  ] as const)('has one where they are: %s', async (cuts, values) => {
    const [found, wanted] = await densities(cuts, values);
    expect(found).toBeCloseTo(wanted, 12);
    expect(Number.isFinite(found)).toBe(true);
  });
});
