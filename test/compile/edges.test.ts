import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { expectSlopes } from '../expect-slopes.ts';
import { casesOf } from '../random-cases.ts';
import { bindModule } from './bound-module.ts';

/** Probabilities, each of one latent that may be exactly 0 or 1. */
const ofLatent = (name: string) =>
  fc.constantFrom(
    name,
    name,
    `not ${name}`,
    `${name} and 0.7`,
    `${name} or 0.2`,
    `${name} and f`,
    `presence(${name}, f)`,
  );
const mean = fc
  .tuple(
    fc.constantFrom('-1000', '-40', '-3', '-2', '-1', '0', '0.5', '1', '2', '3', '40', '200', '1000'),
    ofLatent('P'),
    fc.oneof(ofLatent('Q'), ofLatent('P'), fc.constant('(P and Q)')),
    fc.constantFrom('', ', 0.4', ', not f'),
  )
  .map(([r, a, b, c]) => `power_mean(${r}, ${a}, ${b}${c})`);
const value = fc.constantFrom(0, 0, 1, 1, 0.3, 0.6);

const layoutOf = (expression: string) => `layout Edges
demand f : flag
param P, Q : probability ~ uniform(0, 1)
observe y ~ bernoulli(mix(0.1, ${expression}, 0.5))
`;
const COLUMNS = { f: [0, 1, 0, 1, 0, 1], y: [0, 1, 1, 0, 1, 0] };

/**
 * The slope of a function at an end of [0, 1] or inside it, along the side that is inside, with the error of a second-order
 * difference as two steps tell it. Infinite where it grows as the step shrinks.
 */
function slopeAt(f: (x: number) => number, x: number): { slope: number; error: number } {
  const way = x === 1 ? -1 : 1;
  const at = (h: number) => (way * (-3 * f(x) + 4 * f(x + way * h) - f(x + way * 2 * h))) / (2 * h);
  const [coarse, fine, finest] = [at(1e-4), at(1e-5), at(1e-6)];
  if (Math.abs(finest) > 2 * Math.abs(fine) && Math.abs(fine) > 2 * Math.abs(coarse) && Math.abs(finest) > 10)
    return { slope: Math.sign(finest) * Infinity, error: 0 };
  return { slope: finest, error: Math.abs(finest - fine) + 1e-5 * Math.max(1, Math.abs(finest)) };
}

async function wrongAt(expression: string, point: readonly [number, number]): Promise<string[]> {
  const { bytes, manifest, layout } = await compileToFit({ name: 'edges.ml', text: layoutOf(expression) });
  const columns = Object.fromEntries(
    Object.entries(COLUMNS).map(([name, each]) => [name, Float64Array.from(each)]),
  );
  const meaning = interpret(layout, { rows: 6, columns });
  const order = manifest.latents.map(({ name }) => (name === 'P' ? 0 : 1));
  const density = (values: readonly number[]) => meaning.logDensity({ P: values[0]!, Q: values[1]! });
  const found = bindModule(bytes, manifest, { rows: 6, columns: COLUMNS }).logDensity(
    order.map((k) => point[k]!),
  );
  const wanted = density(point);
  const wrong = Math.abs(found.value - wanted) < 1e-10 ? [] : [`density ${found.value}, not ${wanted}`];
  for (const [place, k] of order.entries()) {
    const slope = found.gradient[place]!;
    const along = (x: number) => density(point.map((each, other) => (other === k ? x : each)));
    const { slope: limit, error } = slopeAt(along, point[k]!);
    // Infinite slopes inside chains of others have no sign that differences tell.
    const isRight = Number.isFinite(limit)
      ? Math.abs(slope - limit) <= 10 * error
      : Math.abs(slope) === Number.POSITIVE_INFINITY;
    if (!isRight) wrong.push(`d/d${'PQ'[k]} is ${slope}, not ${limit}`);
  }
  return wrong.map((each) => `${expression} at ${point}: ${each}`);
}

describe('where a latent is exactly 0 or 1, a power mean', () => {
  it('has the density of the interpreter, and its slopes from inside', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(mean, value, value, async (expression, p, q) => {
        expect(await wrongAt(expression, [p, q])).toEqual([]);
      }),
      { numRuns: casesOf(12), endOnFailure: true },
    );
  });

  it.each<[string, number, number]>([
    ['power_mean(-1, P, Q)', 0, 0.6],
    ['power_mean(-2, P, Q, 0.5)', 0, 1],
    ['power_mean(-1, P, Q)', 0, 0],
    ['power_mean(-1, P and f, Q)', 0.3, 0],
    ['power_mean(0.5, P, Q)', 0, 0.6],
    ['power_mean(0, P, Q)', 0, 0.6],
    ['power_mean(0.5, P, Q)', 0, 0],
    ['power_mean(2, P, Q)', 0, 0],
    ['power_mean(2, P, Q)', 0, 0.6],
    ['power_mean(2, not P, Q)', 1, 0],
    // With what data may make 0 as well.
    ['power_mean(0.5, P and f, Q)', 0, 0.6],
    ['power_mean(0, presence(P, f), Q)', 0, 0.6],
    ['power_mean(0.5, P and f, Q and f)', 0, 0],
    // Two of one latent rise together.
    ['power_mean(0.5, P, P and 0.7)', 0, 0.6],
    ['power_mean(-1, P, P and 0.7)', 0, 0.6],
    ['power_mean(0, P, P and 0.7)', 0, 0.6],
    ['power_mean(2, P, P and 0.7, 0.4)', 0, 0.6],
    ['power_mean(-2, P, P and f, Q)', 0, 0],
    ['power_mean(0.5, not P, not P and 0.7)', 1, 0.6],
    ['power_mean(-1, P and Q, P)', 0, 0],
    ['power_mean(2, P, P and Q)', 0, 0],
    ['power_mean(3, P, P and Q)', 0, 0],
    ['power_mean(0.5, P and Q, Q)', 0, 0],
    // Powers so great that they are 0 or infinite as numbers.
    ['power_mean(-200, P, 0.6, 0.02)', 0.3, 0.6],
    ['power_mean(1000, P, Q)', 0.3, 0.6],
    ['power_mean(1000, P, Q, f)', 0, 0],
    ['power_mean(-1000, P, P and 0.7)', 0, 0.6],
    ['power_mean(1000, P, P and Q)', 0, 0],
    ['power_mean(-1000, P and Q, Q, P)', 0, 0],
    ['power_mean(40, not P, not P and not Q)', 1, 1],
    ['power_mean(3, power_mean(1000, P, Q), P, 0.4)', 0, 0],
    // The other latent alone decides, and stays where it is.
    ['power_mean(-1, power_mean(1000, f, not P), (not P or log_margin(Q, 2)), Q)', 1, 0],
    ['power_mean(200, log_margin(P / (1 + Q), 1 + f), Q)', 0, 0],
    // Beside 0 the slope is lost to rounding, and the density is not.
    ['log_margin(exp(P) - 1, 2)', 0, 0.6],
  ])('so it has in %s at %d and %d', async (expression, p, q) => {
    expect(await wrongAt(expression, [p, q])).toEqual([]);
  });
});

describe('a power mean of a great exponent', () => {
  it.each<[number, number, number]>([
    [-200, 0.02, 0.5],
    [1000, 0.3, 0.2],
    [-1000, 1e-9, 1],
    [40, 1e-12, 1e-300],
    [2, 1e-200, 1e-300],
  ])('%d of %d and %d is the one that rules, by the root of 2', async (r, p, q) => {
    const source = {
      name: 'great.ml',
      text: `layout Great\nparam P, Q : probability ~ uniform(0, 1)\nobserve y ~ bernoulli(power_mean(${r}, P, Q))\n`,
    };
    const { bytes, manifest, layout } = await compileToFit(source);
    const bound = bindModule(bytes, manifest, { rows: 1, columns: { y: [1] } });
    const ruling = Math.log(r > 0 ? Math.max(p, q) : Math.min(p, q)) - Math.LN2 / r;
    const point = manifest.latents.map(({ name }) => (name === 'P' ? p : q));
    expect(bound.logDensity(point).value).toBeCloseTo(ruling, 11);
    const meaning = interpret(layout, { rows: 1, columns: { y: Float64Array.of(1) } });
    expect(meaning.logDensity({ P: p, Q: q })).toBeCloseTo(ruling, 11);
  });
});

describe('where the density jumps', () => {
  it('it has no slope, and the other slopes are as they are', async () => {
    // 0^0 is 1, and 0 to any power above 0 is 0.
    const { bytes, manifest } = await compileToFit({
      name: 'jump.ml',
      text: 'layout Jump\nparam a, b ~ half_normal(1)\nobserve y ~ bernoulli(mix(0.5, log_margin(a ^ b, 2), 0.4))\n',
    });
    const { value, gradient } = bindModule(bytes, manifest, { rows: 1, columns: { y: [1] } }).logDensity([
      0, 0,
    ]);
    expect(value).toBeCloseTo(2 * Math.log(Math.sqrt(2 / Math.PI)) + Math.log(0.5 / 3 + 0.2), 12);
    expect(gradient[manifest.latents.findIndex(({ name }) => name === 'b')]).toBeNaN();
  });
});

describe('where an ability is exactly 0, a margin of ratios', () => {
  /** Y is P of `layoutOf`, a positive latent, and the steepness may be Q. */
  const cases: readonly (readonly [string, number, number])[] = ['1', '0.5', '0.4', '1.3', '2', '3'].flatMap(
    (steepness) =>
      ['P', 'P * (1 + f)', 'at_least(P, 0) * 3'].map(
        (ability) => [`log_margin(${ability}, 2, ${steepness})`, 0, 0.6] as const,
      ),
  );
  it.each([
    ...cases,
    ['log_margin(P, 2, Q)', 0, 1],
    ['log_margin(P, 2, 1 + Q)', 0, 0.6],
    ['log_margin(P, 2) and log_margin(Q, 1)', 0, 0],
    ['log_margin(P * f, 1)', 0, 0],
    ['log_margin(P + Q, 1, 1.5)', 0, 0],
    ['log_margin(P, 1 + P, 1)', 0, 0],
    ['power_mean(0.5, log_margin(P, 1), Q)', 0, 0],
  ] as const)('has the slopes from inside: %s at %d and %d', async (expression, p, q) => {
    expect(await wrongAt(expression, [p, q])).toEqual([]);
  });
});

it('where one row is all but impossible, the slope of a presence is that of the other rows', async () => {
  const text = `layout Impossible
demand absent : flag
bias nerve ~ half_normal(4)
observe done ~ bernoulli(presence(absent, margin(nerve, 5)) and margin(75, 0))
`;
  const { bytes, manifest, layout } = await compileToFit({ name: 'impossible.ml', text });
  const slopeOf = (absent: readonly number[]) => {
    const data = {
      rows: absent.length,
      columns: { absent: Float64Array.from(absent), done: new Float64Array(absent.length) },
    };
    const point = [-0.3];
    const { gradient } = bindModule(bytes, manifest, data).logDensityUnconstrained(point);
    expectSlopes(gradient, (u) => interpret(layout, data).logDensityUnconstrained(u), point);
    return gradient[0]!;
  };
  const [possible, both] = [slopeOf([0]), slopeOf([0, 1])];
  expect(possible).not.toBe(slopeOf([1]));
  expect(both).toBe(possible);
});
