import { describe, expect, it } from 'vitest';
import { showSource } from '../../compiler/compile.ts';
import { bound, compileText, expectInterpreted } from './bound-layout.ts';

/** What is seen, at each size and light, is looked up by rows that differ in their distances too. */
const text = `layout Grid
demand size in [0, 10]
demand light in [0, 10]
demand far in [0, 100]
capability sight, dusk, reach ~ half_normal(5)
robustness noise : probability ~ beta(1, 9)
observe found ~ bernoulli(mix(noise, margin(sight, size) and margin(dusk, light) and margin(reach, far), 0.5))
`;

/** So many values has each demand, whatever the data. */
const LEVELS: Readonly<Record<string, number>> = { size: 4, light: 5, far: 40, found: 2 };
const ROWS = 1000;
const sketch = {
  rows: ROWS,
  distinct: (columns: readonly string[]) =>
    Math.min(
      ROWS,
      columns.reduce((product, name) => product * LEVELS[name]!, 1),
    ),
};
const source = { name: 'grid.ml', text };

/** Rows of which only those are kept whose size and light `occur` together. */
function data(occur: (size: number, light: number) => boolean, levels = 4): Record<string, number[]> {
  const rows = Array.from({ length: ROWS }, (_, row) => ({
    size: row % levels,
    light: Math.floor(row / levels) % (levels + 1),
    far: (row * 7) % 40,
    found: (row * 11) % 3 === 0 ? 1 : 0,
  })).filter(({ size, light }) => occur(size, light));
  return {
    size: rows.map(({ size }) => size),
    light: rows.map(({ light }) => light),
    far: rows.map(({ far }) => far),
    found: rows.map(({ found }) => found),
  };
}

const POINTS = [
  [0.3, 0.1, 1.2, -2],
  [1.5, -1, 3, 0.5],
];

describe('a domain of most pairs of levels', async () => {
  const compiled = await compileText(text, sketch);

  it('is laid out as a grid, and the plan says so', async () => {
    expect(await showSource(source, 'assemblyscript', sketch)).toContain(' = placeInGrid(');
    expect(await showSource(source, 'plan', sketch)).toContain('in a grid');
  });

  it.each([
    ['all pairs occur', data(() => true)],
    ['some pairs do not', data((size, light) => (size * 5 + light) % 7 !== 3)],
    ['levels are odd in number, and some pairs do not occur', data((size, light) => size + light > 1, 5)],
    ['so few occur that they are looked up after all', data((size, light) => light === size, 40)],
    ['a single one occurs', data((size, light) => size === 2 && light === 3)],
  ])('means what the interpreter says where %s', (_, rows) => {
    const both = bound(compiled, rows);
    for (const point of POINTS) expectInterpreted(both, point);
  });

  it('is none where a pair is more than sums and products, which are finite whatever levels meet', async () => {
    const product = text.replace('mix(noise, ', 'mix(0.1, ').replace(/robustness.*\n/, '');
    expect(await showSource({ name: 'product.ml', text: product }, 'plan', sketch)).toContain('in a grid');
    const root = product.replace(
      'margin(sight, size) and margin(dusk, light)',
      'power_mean(2, margin(sight, size), margin(dusk, light))',
    );
    const plan = await showSource({ name: 'root.ml', text: root }, 'plan', sketch);
    expect(plan).toContain('one for each value of size, light');
    expect(plan).not.toContain('in a grid');
  });

  it('is none where the sketch says that few pairs occur', async () => {
    const few = {
      rows: ROWS,
      distinct: (columns: readonly string[]) =>
        columns.length === 1 ? LEVELS[columns[0]!]! * 10 : columns.length === 2 ? 120 : 900,
    };
    expect(await showSource(source, 'assemblyscript', few)).not.toContain('placeInGrid');
  });
});
