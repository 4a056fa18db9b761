import { describe, it } from 'vitest';
import { bound, compileText, expectInterpreted } from './bound-layout.ts';

const text = `layout Levels
demand far in [0, 56]
demand side in {-1, 0, 1}
demand size in [0, 5]
capability reach ~ normal(20, 10)
capability sight ~ normal(2, 1)
bias drift ~ normal(0, 100)
observe found ~ bernoulli(mix(0.1, margin(reach + drift * side, far) and margin(sight, size, 2), 0.5))
`;

/** Rows whose distances are many levels, and whose sizes are too few to be worth it. */
function data(rows: number, distances: number): Record<string, number[]> {
  const each = Array.from({ length: rows }, (_, row) => row);
  return {
    far: each.map((row) => (56 * (row % distances)) / distances),
    side: each.map((row) => (row % 3) - 1),
    size: each.map((row) => (row % 7) * 0.7),
    found: each.map((row) => ((row * 0.732) % 1 < 0.4 ? 1 : 0)),
  };
}

describe('a loop over levels whose exponentials separate', async () => {
  const compiled = await compileText(text, {
    rows: 1000,
    distinct: (columns) => {
      if (!columns.includes('far')) return columns.length === 1 ? 7 : 21;
      return columns.length === 1 ? 40 : columns.includes('size') ? 1000 : 120;
    },
  });

  it.each([
    [1, 1],
    [2, 2],
    [97, 13],
    [840, 40],
  ])(
    'means what the interpreter says of %i rows with %i distances, in range and beyond',
    (rows, distances) => {
      const both = bound(compiled, data(rows, distances));
      for (const point of [
        [20, 2, 0.3],
        [28, -1, -7],
        // At the end of the range, and beyond it.
        [28, 2, 570],
        [28, 2, 575],
        [-300, 2, 280],
        [28, 2, -900],
      ])
        expectInterpreted(both, point);
    },
  );
});
