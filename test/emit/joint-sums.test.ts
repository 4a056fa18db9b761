import { describe, expect, it } from 'vitest';
import { showSource } from '../../compiler/compile.ts';
import { bound, compileText, expectInterpreted } from './bound-layout.ts';

/** Successes and failures both add to the levels of size, whose adjoint is the difference of their sums. */
const text = `layout Joint
demand size, far in [0, 10]
capability sight, reach ~ half_normal(5)
robustness noise : probability ~ beta(1, 9)
observe found ~ bernoulli(mix(noise, margin(sight, size) and margin(reach, far), 0.5))
`;
const sketch = {
  rows: 400,
  distinct: (columns: readonly string[]) =>
    columns.reduce((product, name) => product * (name === 'found' ? 2 : 10), 1),
};
const ROWS = 300;
const column = (step: number) => Array.from({ length: ROWS }, (_, row) => (row * step) % 10);
const outcomes = {
  'of both kinds': column(7).map((x) => (x < 5 ? 1 : 0)),
  'all successes': column(7).map(() => 1),
  'all failures': column(7).map(() => 0),
};

describe('sums of which only the difference is read', async () => {
  const compiled = await compileText(text, sketch);

  it('are kept in one array, which is cleared once', async () => {
    const code = await showSource({ name: 'joint.ml', text }, 'assemblyscript', sketch);
    const density = code.slice(code.indexOf('// The domains'), code.indexOf('// The density'));
    const added = [...density.matchAll(/ scatterPair\((\w+),/g)].length;
    const taken = [...density.matchAll(/ takePair\((\w+),/g)].length;
    expect(taken).toBeGreaterThan(0);
    expect(added).toBe(taken);
    expect([...density.matchAll(/ clearSums\(/g)].length).toBe(added);
  });

  it.each(Object.entries(outcomes))('are what the interpreter says where outcomes are %s', (_, found) => {
    const both = bound(compiled, {
      size: column(3),
      far: column(1).map((x, row) => (x + row / 10) % 10),
      found,
    });
    for (const point of [
      [0.3, 1.2, -2],
      [1.5, -1, 0.5],
    ])
      expectInterpreted(both, point);
  });
});
