import { describe, expect, it } from 'vitest';
import { bound, compileText, EMITTED, expectInterpreted } from './bound-layout.ts';

const LAYOUT = `layout Data
demand d, e in [-1e300, 1e300]
demand f : flag
capability a ~ normal(0, 3)
capability b ~ uniform(-5, 5)
capability nerve : probability ~ beta(2, 1)
robustness noise : probability ~ uniform(0, 0.5)
observe y ~ bernoulli(mix(noise, margin(a, d) and margin(b, e) and presence(nerve, f), 0.5))
`;

/** Columns d, e, f and y of rows that are given one by one. */
function columns(rows: readonly (readonly [d: number, e: number, f: number, y: number])[]) {
  const column = (index: 0 | 1 | 2 | 3) => rows.map((row) => row[index]);
  return { d: column(0), e: column(1), f: column(2), y: column(3) };
}

const POINTS = [
  [0.4, -0.2, 1.1, -0.7],
  [-2.5, 3, -4, 2],
];

const TABLES: Readonly<Record<string, ReturnType<typeof columns>>> = {
  'of failures alone': columns([
    [1, 2, 0, 0],
    [-1, 2, 1, 0],
    [0, 0, 1, 0],
  ]),
  'of successes alone': columns([
    [1, 2, 0, 1],
    [-1, 2, 1, 1],
    [0, 0, 1, 1],
  ]),
  'of one row, a failure': columns([[1, 2, 1, 0]]),
  'of one row, a success': columns([[1, 2, 1, 1]]),
  'of two rows': columns([
    [1, 2, 1, 1],
    [2, 1, 0, 0],
  ]),
  'of an odd number of rows, all different': columns(
    Array.from({ length: 7 }, (_, row) => [row - 3, row / 2, row % 2, row % 3 === 0 ? 1 : 0] as const),
  ),
  'of an odd number of rows, all alike': columns(Array.from({ length: 5 }, () => [1, -1, 1, 1] as const)),
  'of rows alike in all but their outcome': columns(
    Array.from({ length: 6 }, (_, row) => [1, -1, 1, row % 2] as const),
  ),
  'with values as large and as small as there are': columns([
    [1e300, 0, 0, 0],
    [-1e300, 1, 1, 1],
    [1e300, -1e300, 1, 1],
    [5e-324, 2.5, 0, 1],
    [-5e-324, 2.5, 1, 0],
  ]),
  'with 0 and -0, which are one value': columns([
    [0, -0, 0, 1],
    [-0, 0, 0, 0],
    [-0, -0, -0, 1],
    [0, 0, 1, 0],
  ]),
  'with levels that only succeed or only fail': columns([
    [1, 0, 0, 1],
    [1, 1, 0, 1],
    [2, 0, 1, 0],
    [2, 1, 1, 0],
    [3, 0, 1, 1],
  ]),
};

describe.each(Object.entries(EMITTED))('a module that computes %s', async (_name, sketch) => {
  const compiled = await compileText(LAYOUT, sketch);

  it.each(Object.entries(TABLES))('agrees with the interpreter on data %s', (_what, table) => {
    const both = bound(compiled, table);
    for (const point of POINTS) expectInterpreted(both, point);
  });

  it('is the prior alone where there are no rows', () => {
    const both = bound(compiled, columns([]));
    for (const point of POINTS) expectInterpreted(both, point);
  });
});

describe('a level without failures', () => {
  it.each(Object.entries(EMITTED))(
    'adds nothing where it is certain to succeed, %s',
    async (_name, sketch) => {
      const text = `layout Certain
demand f : flag
demand d in [0, 10]
capability a ~ uniform(0, 10)
capability nerve : probability ~ beta(1, 1)
observe y ~ bernoulli(presence(nerve, f) and log_margin(a, d, 3))
`;
      const compiled = await compileText(text, sketch);
      // Where the flag is down and the demand is 0 nothing can fail: the probability of a failure is exactly 0.
      const f = [0, 0, 1, 1, 1, 0, 0];
      const d = [0, 0, 0, 2, 2, 2, 5];
      expectInterpreted(bound(compiled, { f, d, y: [1, 1, 0, 1, 0, 1, 0] }), [0.3, -0.4]);
      expectInterpreted(bound(compiled, { f, d, y: [1, 1, 1, 1, 1, 1, 1] }), [0.3, -0.4]);
    },
  );
});

describe('a domain of so many members', () => {
  it.each([
    ['256, which u8s number', 256],
    ['257, which take u16s', 257],
    ['70000, which take u32s', 70_000],
  ])('as %s, is looked up and agrees with the interpreter', async (_name, rows) => {
    // Coprime steps: every value of each demand is different, and so is every row.
    const d = Float64Array.from({ length: rows }, (_, row) => ((row * 7919) % rows) / 10_000);
    const e = Float64Array.from({ length: rows }, (_, row) => ((row * 104_729) % rows) / 10_000);
    const y = Float64Array.from({ length: rows }, (_, row) => (row % 3 === 0 ? 1 : 0));
    expect(new Set(d).size).toBe(rows);
    const text = `layout Wide
demand d, e in [0, 10]
capability a, b ~ uniform(0, 10)
observe y ~ bernoulli(mix(0.25, margin(a, d), margin(b, e)))
`;
    const compiled = await compileText(text, EMITTED['at levels']!);
    const { module, meaning } = bound(compiled, { d, e, y });
    const point = [0.4, -0.3];
    const { value, gradient } = module.logDensityUnconstrained(point);
    const wanted = meaning.logDensityUnconstrained(point);
    expect(Math.abs(value / wanted - 1)).toBeLessThan(1e-12);
    gradient.forEach((derivative, index) => {
      const h = 1e-4;
      const moved = (by: number) =>
        meaning.logDensityUnconstrained(point.map((u, i) => (i === index ? u + by : u)));
      const difference = (moved(h) - moved(-h)) / (2 * h);
      expect(Math.abs(derivative / difference - 1), `${derivative}, not ${difference}`).toBeLessThan(1e-5);
    });
  });
});
