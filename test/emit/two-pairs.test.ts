import { describe, expect, it } from 'vitest';
import { showSource } from '../../compiler/compile.ts';
import { bound, compileText, EMITTED, expectInterpreted } from './bound-layout.ts';

const text = `layout Pairs
demand far, small in [-50, 50]
capability reach, sight ~ normal(0, 10)
observe found ~ bernoulli(margin(reach, far) and margin(sight, small, 0.7))
`;
const sketch = EMITTED['with separated exponentials']!;

/** Rows that repeat up to three times, so that runs of equal counts have even and odd numbers of pairs. */
function data(rows: number, spread: number): Record<string, number[]> {
  const each = Array.from({ length: rows }, (_, row) => ({
    far: spread * (((row * 0.618) % 1) - 0.5),
    small: spread * (((row * 0.414) % 1) - 0.5),
    found: (row * 0.732) % 1 < 0.4 ? 1 : 0,
  })).flatMap((row, index) => new Array<typeof row>(index % 7 === 0 ? 3 : index % 3 === 0 ? 2 : 1).fill(row));
  return {
    far: each.map(({ far }) => far),
    small: each.map(({ small }) => small),
    found: each.map(({ found }) => found),
  };
}

const POINTS = [
  [0.03, -0.05],
  [1.1, 0.4],
  // So low or high that products of few members are tiny, of successes or of failures.
  [-3, -2.5],
  [4, 4.5],
  // Beyond what separates.
  [30, -20],
];

describe('a loop of odds', async () => {
  const compiled = await compileText(text, sketch);

  it('divides once for two pairs of members', async () => {
    const code = await showSource({ name: 'pairs.ml', text }, 'assemblyscript', sketch);
    expect(code.match(/at \+ 16 < runEnd; at \+= 32/g)).toHaveLength(2);
  });

  it.each([1, 2, 3, 5, 17, 60, 400])('means what the interpreter says of %i rows', (rows) => {
    const both = bound(compiled, data(rows, 30));
    for (const point of POINTS) expectInterpreted(both, point);
  });

  it('means what the interpreter says where exponents are as large as it may serve', () => {
    const both = bound(compiled, data(90, 100));
    for (const point of POINTS) expectInterpreted(both, point);
  });

  it('is left alone where it looks levels up, and where a numerator is data', async () => {
    const atLevels = await showSource({ name: 'pairs.ml', text }, 'assemblyscript', EMITTED['at levels']);
    expect(atLevels).not.toContain('at += 32');
    const tilted = text.replace('margin(reach, far)', 'margin(reach + sight * small, far)');
    expect(await showSource({ name: 'tilted.ml', text: tilted }, 'assemblyscript', sketch)).not.toContain(
      'at += 32',
    );
  });
});
