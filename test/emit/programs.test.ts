import { describe, expect, it } from 'vitest';
import { bound, compileText, EMITTED, expectInterpreted } from './bound-layout.ts';

/** Numbers in [0, 1) that look random, and are the same every time. */
function column(rows: number, step: number): number[] {
  return Array.from({ length: rows }, (_, row) => (row * step) % 1);
}

const ROWS = 41;
const outcome = column(ROWS, 0.618).map((x) => (x < 0.5 ? 1 : 0));

describe('two programs of one density', () => {
  it('share no value that only one of them has computed', async () => {
    // The direct loop reads the ratio; where exponentials separate only the profile does, on the way back.
    const text = `layout Ratio
demand d in [0, 3]
capability a, b ~ half_normal(3)
let ratio = a / b
observe y ~ bernoulli(margin(ratio, d))
`;
    const compiled = await compileText(text, EMITTED['with separated exponentials']!);
    const d = column(ROWS, 0.414).map((x) => 3 * x);
    const both = bound(compiled, { d, y: outcome });
    // Separated, then direct (the range of the margins is beyond what may separate), then separated again.
    for (const point of [
      [0.3, 0.1],
      [4, -4],
      [-0.5, 0.7],
    ])
      expectInterpreted(both, point);
  });
});

describe('domains', () => {
  it('are found after those that they look up, even where these have as many keys', async () => {
    const text = `layout Lookups
demand easy, hard in [0, 3]
demand near in {0.5, 2, 8}
demand far in [1, 12]
capability reach ~ half_normal(10)
capability luck : probability ~ beta(1, 9)
let wide = sqrt(90 + reach) ^ 2
let lifts = all(margin(3, hard, 6.4), margin(wide, far, 0.24), margin(reach, far, 0.76))
let throws = log_margin(wide, reach, 1.4) or margin(easy, 7.2, 0.43) or margin(reach, near, 0.1)
let fixed = margin(3.7, 9.5, 0.9)
observe y ~ bernoulli(mix(margin(near, far, 0.05), mean(y), luck) and throws and fixed and lifts)
`;
    const { layout, bytes, manifest, warnings } = await compileText(text, {
      rows: 2000,
      distinct: (columns) =>
        Math.min(
          2000,
          columns.reduce((size, name) => size * (name === 'near' ? 3 : 16), 1),
        ),
    });
    const data = {
      easy: column(ROWS, 0.414).map((x) => 3 * x),
      hard: column(ROWS, 0.732).map((x) => 3 * x),
      near: column(ROWS, 0.236).map((x) => [0.5, 2, 8][Math.floor(3 * x)]!),
      far: column(ROWS, 0.646).map((x) => 1 + 11 * x),
      y: outcome,
    };
    const both = bound({ layout, bytes, manifest, warnings }, data);
    expect(both.names).toEqual(['reach', 'luck']);
    for (const point of [
      [0.3, 0.1],
      [2.5, -2],
    ])
      expectInterpreted(both, point);
  });
});
