/** Members of other domains are looked up by integers of 1, 2 or 4 bytes, each of which has a loop of its own. */
import { describe, expect, it } from 'vitest';
import { showSource } from '../../compiler/compile.ts';
import { compileRuntimeBinary } from '../compile-runtime.ts';
import { bound, compileText, EMITTED, expectInterpreted } from './bound-layout.ts';

const text = `layout Widths
demand size, shade in [0, 10]
demand far in [0, 100]
capability sight, contrast, reach ~ half_normal(5)
robustness noise : probability ~ beta(1, 9)
observe found ~ bernoulli(mix(noise, margin(sight, size) and margin(contrast, shade) and margin(reach, far), 0.5))
`;
/** Sizes repeat, whatever the data, and so do shades: each row is looked up among both, since pairs of them do not repeat. */
const sketch = {
  rows: 1e6,
  distinct: (columns: readonly string[]) => (columns.length > 1 || columns[0] === 'far' ? 1e6 : 100),
};

/** Rows with so many sizes; that of the last number stands in the first row and in the last. */
function data(sizes: number): Record<string, number[]> {
  const each = Array.from({ length: sizes + 50 }, (_, row) => ({
    size: (10 * ((row + sizes - 1) % sizes)) / sizes,
    shade: (row * row) % 7,
    far: (row * 0.618) % 100,
    found: (row * 0.732) % 1 < 0.4 ? 1 : 0,
  }));
  return {
    size: each.map(({ size }) => size),
    shade: each.map(({ shade }) => shade),
    far: each.map(({ far }) => far),
    found: each.map(({ found }) => found),
  };
}

describe('a loop that looks levels up', async () => {
  const compiled = await compileText(text, sketch);
  const withoutLevels = await compileText(text, EMITTED['row by row']!);
  const point = [0.6, 1.2, 3, -1];

  it('is written once for each width', async () => {
    const code = await showSource({ name: 'widths.ml', text }, 'assemblyscript', sketch);
    for (const type of ['u8', 'u16', 'u32']) expect(code).toContain(`<${type}>`);
    // The numbers of both levels of a pair of rows stand together.
    expect(code).toContain('indexAt += 4 * sizeof<Index>()');
  });

  it.each([2, 255, 256, 257])('means what the interpreter says of %i levels', (sizes) => {
    expectInterpreted(bound(compiled, data(sizes)), point);
  });

  it.each([256, 257, 65_537])(
    'takes integers that hold the numbers of %i levels of whichever demand has most',
    (shades) => {
      const { size, shade, ...others } = data(shades);
      const columns = { ...others, size: shade!, shade: size! };
      const found = bound(compiled, columns).module.logDensityUnconstrained(point);
      const wanted = bound(withoutLevels, columns).module.logDensityUnconstrained(point);
      expect(Math.abs(found.value / wanted.value - 1)).toBeLessThan(1e-11);
      for (const [i, derivative] of found.gradient.entries())
        expect(Math.abs(derivative / wanted.gradient[i]! - 1)).toBeLessThan(1e-11);
    },
  );

  it.each([65_536, 65_537])('means of %i levels what it means where each row has its own', (sizes) => {
    const found = bound(compiled, data(sizes)).module.logDensityUnconstrained(point);
    const wanted = bound(withoutLevels, data(sizes)).module.logDensityUnconstrained(point);
    const pairs = [found.value, ...found.gradient].map((each, i) => [
      each,
      [wanted.value, ...wanted.gradient][i]!,
    ]);
    for (const [one, other] of pairs as [number, number][])
      expect(Math.abs(one / other - 1)).toBeLessThan(1e-11);
  });
});

it('the narrowest integers are taken that hold the numbers of all members', async () => {
  const binary = await compileRuntimeBinary(`export { indexBytes } from './runtime/bind';`);
  const { instance } = await WebAssembly.instantiate(binary);
  const { indexBytes } = instance.exports as { indexBytes(count: number): number };
  const counts = [1, 256, 257, 65_536, 65_537, 2 ** 31 - 1];
  expect(counts.map((count) => indexBytes(count))).toEqual([1, 1, 2, 2, 4, 4]);
});
