import { describe, expect, it } from 'vitest';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { bindModule, type Evaluated } from './bound-module.ts';

const DATA = { rows: 4, columns: { d: [0, 1, 2, 9], y: [1, 1, 2, Number.NaN] } };

/** The log densities of a rating whose cut points these are, by the module and by the interpreter. */
async function densities(cuts: string, values: readonly number[]): Promise<readonly [number, number]> {
  const text = `layout Rating
demand d in [0, 9]
capability a, b, c ~ normal(0, 5)
observe y ~ ordered_logistic(0.1 * d, ${cuts})
`;
  const { bytes, manifest, layout } = await compileToFit({ name: 'rating.ml', text });
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

const TOUCHING: readonly {
  readonly title: string;
  readonly layout: string;
  readonly columns: Readonly<Record<string, readonly number[]>>;
}[] = [
  {
    title: 'that are the same in every row',
    layout: `demand d in [0, 9]
capability a ~ normal(0, 5)
param gap, further ~ half_normal(5)
observe y ~ ordered_logistic(0.1 * d, a, a + gap, a + gap + further)
`,
    columns: { d: [0, 1, 2, 9, 5], y: [1, 1, 3, 4, Number.NaN] },
  },
  {
    title: 'of two outcomes',
    layout: `demand d in [0, 9]
capability a ~ normal(0, 5)
param gap, further ~ half_normal(5)
observe y ~ ordered_logistic(0.1 * d, a, a + gap, a + gap + further)
observe z ~ ordered_logistic(0.2 * d, a, a + gap, a + gap + further)
`,
    columns: { d: [0, 1, 2, 9, 5], y: [1, 1, 3, 4, 4], z: [4, 1, 3, 3, 1] },
  },
  {
    title: 'in some rows alone',
    layout: `demand d in [0, 9]
capability a ~ normal(0, 5)
param gap, further ~ half_normal(5)
observe y ~ ordered_logistic(0.1, a, a + gap * d, a + gap * d + further * d)
`,
    columns: { d: [0, 0, 1, 2, 9, 5], y: [1, 4, 1, 3, 4, 4] },
  },
  {
    title: 'that rows share which differ in the rest',
    layout: `demand d in [0, 9]
demand e in [0, 1]
capability a ~ normal(0, 5)
param gap, further ~ half_normal(5)
observe y ~ ordered_logistic(0.1 * d, a, a + gap * e, a + gap * e + further)
`,
    columns: { d: [0, 1, 2, 3, 4, 5, 6, 7], e: [0, 1, 0, 1, 0, 1, 0, 1], y: [1, 3, 4, 3, 3, 1, 1, 4] },
  },
];

describe('cut points that touch', () => {
  for (const { title, layout: body, columns } of TOUCHING) {
    const rows = columns.y!.length;
    const evaluated = async (more: Readonly<Record<string, readonly number[]>> = {}) => {
      const text = `layout Rating\n${body}`;
      const { bytes, manifest, layout } = await compileToFit({ name: 'rating.ml', text });
      const data = { rows, columns: { ...columns, ...more } };
      const arrays = Object.fromEntries(
        Object.entries(data.columns).map(([name, column]) => [name, Float64Array.from(column)]),
      );
      const meaning = interpret(layout, { rows, columns: arrays });
      return {
        module: (a: number, gap: number, further: number): Evaluated =>
          bindModule(bytes, manifest, data).logDensity([a, gap, further]),
        meaning: (a: number, gap: number, further: number) => meaning.logDensity({ a, gap, further }),
      };
    };

    it(`${title} cost nothing where no row lies between them, and have the slopes of one side`, async () => {
      const { module, meaning } = await evaluated();
      const [a, gap, further] = [0.3, 0, 1.7];
      const { value, gradient } = module(a, gap, further);
      expect(Number.isFinite(value)).toBe(true);
      expect(value).toBeCloseTo(meaning(a, gap, further), 12);
      const h = 1e-4;
      // Of second order, from the side on which the cut points are in order.
      const slopes = [
        (meaning(a + h, gap, further) - meaning(a - h, gap, further)) / (2 * h),
        (-3 * value + 4 * meaning(a, h, further) - meaning(a, 2 * h, further)) / (2 * h),
        (meaning(a, gap, further + h) - meaning(a, gap, further - h)) / (2 * h),
      ];
      for (const [k, slope] of slopes.entries()) expect(gradient[k]).toBeCloseTo(slope, 5);
    });

    it(`${title} leave a row between them without a chance`, async () => {
      const y = columns.y!.map((each, row) => (row === 0 ? 2 : each));
      const { module, meaning } = await evaluated({ y });
      expect(module(0.3, 0, 1.7).value).toBe(-Infinity);
      expect(meaning(0.3, 0, 1.7)).toBe(-Infinity);
    });
  }
});

describe('a probability that every row shares', () => {
  it.each([
    ['bernoulli(p)', [1, 1, 1], 1, 0, 3],
    ['bernoulli(p)', [0, 0], 0, 0, -2],
    ['bernoulli(p)', [0, 1], 1, -Infinity, null],
    ['binomial(2, p)', [2, 2, 2], 1, 0, 6],
  ] as const)('may be certain: %s of %j at %d', async (distribution, y, p, value, slope) => {
    const text = `layout Shared\nparam p : probability ~ uniform(0, 1)\nobserve y ~ ${distribution}\n`;
    const { bytes, manifest, layout } = await compileToFit({ name: 'shared.ml', text });
    const data = { rows: y.length, columns: { y } };
    const found = bindModule(bytes, manifest, data).logDensity([p]);
    expect(found.value).toBe(value);
    if (slope !== null) expect(found.gradient).toEqual([slope]);
    const meaning = interpret(layout, { rows: y.length, columns: { y: Float64Array.from(y) } });
    expect(meaning.logDensity({ p })).toBe(value);
  });
});
