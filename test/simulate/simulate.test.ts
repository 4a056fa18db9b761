/** Simulations by the public interface. */
import { describe, expect, it } from 'vitest';
import {
  compile,
  type Design,
  encodeLevels,
  HostError,
  load,
  openThisThread,
  SimulationError,
  simulate,
} from '../../index.ts';

const LAYOUT = {
  name: 'climb.ml',
  text: `layout Climb
unit m
demand height : m in [0, 4]
demand dark : flag
demand side in {-1, 0, 1}
demand tries : count in [2, 5]
param widest : m ~ normal(2, 1) in [0, inf]
capability climb : m ~ uniform(0, widest + max(height))
capability sight : probability ~ beta(2, 2)
bias lean : m ~ normal(0, climb)
param spread ~ half_normal(1)
observe success ~ bernoulli(margin(climb + lean * side, height, steepness = 1 / 1 m) and presence(sight, dark))
observe score ~ binomial(tries, sight)
observe effort : m ~ normal(climb * height / 1 m, spread * 1 m)
`,
};
const random = (rows: number): Design => ({ kind: 'random', rows });
const GIVEN = { widest: 1, climb: 2, sight: 0.5, lean: 0, spread: 0.1 };

async function complaint(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SimulationError);
  return `${(error as SimulationError).message} ${(error as SimulationError).remedy}`;
}

describe('a simulation', () => {
  it('has the columns that a fit takes, in order, and the profile that acted', async () => {
    const { columns, profile } = await simulate(LAYOUT, { demands: random(40), profile: 'prior', seed: 4n });
    expect([...columns.keys()]).toEqual(['height', 'dark', 'side', 'tries', 'success', 'score', 'effort']);
    expect([...columns.values()].every(({ length }) => length === 40)).toBe(true);
    expect(Object.keys(profile)).toEqual(['widest', 'climb', 'sight', 'lean', 'spread']);
    expect(profile.climb).toBeLessThan(Number(profile.widest) + 4);
    const again = await simulate(LAYOUT, { demands: random(40), profile: 'prior', seed: 4n });
    expect(again).toEqual({ columns, levels: new Map(), profile, classes: new Map(), statistics: [] });
    const another = await simulate(LAYOUT, { demands: random(40), profile: 'prior', seed: 5n });
    expect(another.profile.climb).not.toBe(profile.climb);
  });

  it('draws levels that sum to zero as deviations from their mean, and takes no others', async () => {
    const text = `layout Plane
category item
param hard[item] ~ normal(0, 2) sum to zero
observe right ~ bernoulli(logistic(hard[item]))
`;
    const options = (profile: 'prior' | { hard: Record<string, number> }, seed: bigint) => ({
      demands: { kind: 'grid', rows: 3, levels: { item: 3 } } as const,
      ...{ profile, seed },
    });
    const draws = await Promise.all(
      Array.from({ length: 400 }, async (_, seed) => {
        const { profile } = await simulate({ name: 'plane.ml', text }, options('prior', BigInt(seed)));
        return Object.values(profile.hard as Record<string, number>);
      }),
    );
    for (const values of draws) expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 12);
    const meanOf = (of: (values: readonly number[]) => number) =>
      draws.reduce((sum, values) => sum + of(values), 0) / draws.length;
    // The covariance is 2² (I − J / 3); five standard errors.
    expect(Math.abs(meanOf(([a]) => a! * a!) - 8 / 3)).toBeLessThan(5 * (8 / 3) * Math.sqrt(2 / 400));
    expect(Math.abs(meanOf(([a, b]) => a! * b!) + 4 / 3)).toBeLessThan(5 * 3 * Math.sqrt(1 / 400));
    const off = { hard: { 1: 1, 2: 0.5, 3: -1 } };
    expect(await complaint(simulate({ name: 'plane.ml', text }, options(off, 1n)))).toBe(
      'The profile gives levels of `hard` that sum to 0.5, and the prior has them sum to zero. Subtract their mean from each.',
    );
  });

  it('comes out the same when its demands and its profile are given back', async () => {
    const first = await simulate(LAYOUT, { demands: random(60), profile: 'prior', seed: 9n });
    const second = await simulate(LAYOUT, { demands: first.columns, profile: first.profile, seed: 9n });
    expect(second).toEqual(first);
  });

  it('leaves a row what it was when other rows are added or changed', async () => {
    const plan = { profile: GIVEN, seed: 2n };
    const few = await simulate(LAYOUT, { ...plan, demands: random(20) });
    const many = await simulate(LAYOUT, { ...plan, demands: random(50) });
    const changed = new Map(few.columns).set('height', Float64Array.from(few.columns.get('height')!));
    changed.get('height')![3] = 0.125;
    const other = await simulate(LAYOUT, { ...plan, demands: changed });
    for (const [name, column] of few.columns) {
      expect(many.columns.get(name)!.slice(0, 20)).toEqual(column);
      expect(other.columns.get(name)!.filter((_, row) => row !== 3)).toEqual(
        column.filter((_, row) => row !== 3),
      );
    }
    expect(other.columns.get('effort')![3]).not.toBe(few.columns.get('effort')![3]);
  });

  it('is drawn, where it is fixed by the profile, as that says', async () => {
    const certain = { ...GIVEN, climb: 4, sight: 1, spread: 1e-9 };
    const { columns } = await simulate(LAYOUT, { demands: random(30), profile: certain, seed: 1n });
    expect(columns.get('score')).toEqual(columns.get('tries'));
    for (const [row, effort] of columns.get('effort')!.entries()) {
      expect(effort).toBeCloseTo(4 * columns.get('height')![row]!, 6);
    }
  });

  it('takes the alternatives that are chosen', async () => {
    const text =
      'layout C\nparam a ~ choose p { low: uniform(0, 1), high: uniform(8, 9) }\nobserve y ~ normal(a, 1)\n';
    const plan = { demands: random(3), profile: 'prior', seed: 1n } as const;
    const { profile } = await simulate({ name: 'c.ml', text }, plan, { choices: { p: 'high' } });
    expect(profile.a).toBeGreaterThan(8);
  });

  it('is found again by a fit', async () => {
    const { columns } = await simulate(LAYOUT, { demands: random(800), profile: GIVEN, seed: 1n });
    const data = await (await load((await compile(LAYOUT)).bytes)).bind(columns);
    const fit = await data.fit({
      pool: openThisThread(),
      warmup: 400,
      draws: 400,
      scouts: 0,
    });
    for (const name of ['climb', 'sight', 'lean', 'spread'] as const) {
      const { mean, sd } = fit.summary()[name]!;
      expect(Math.abs(mean! - GIVEN[name]), name).toBeLessThan(4 * sd!);
    }
  });
});

describe('an outcome with limits', () => {
  const layout = {
    name: 'c.ml',
    text: 'layout C\ndemand most in [0, 2]\nparam a ~ normal(0, 1)\nobserve y ~ normal(a, 1) censored below -0.5 above most\n',
  };
  const most = Float64Array.from({ length: 4000 }, (_, row) => (row % 2 === 0 ? 0.5 : 2));
  const rows = { demands: new Map([['most', most]]), profile: { a: 0 }, seed: 1n };

  it('is recorded as the limit beyond it, in a simulation and in predictions', async () => {
    const { columns } = await simulate(layout, rows);
    const data = await (await load((await compile(layout)).bytes)).bind(columns);
    const fit = await data.fit({ pool: openThisThread(), chains: 2, warmup: 200, draws: 100, scouts: 0 });
    const predicted = await fit.predict(columns, { outcomes: ['y'], seed: 2n });
    const { drawn } = predicted.outcomes.y!;
    const each = drawn!.length / most.length;
    const replicated = drawn!.filter((_, index) => index % each === 0);
    for (const recorded of [columns.get('y')!, replicated]) {
      const shareAt = (limit: number, isOf: (row: number) => boolean) => {
        const of = Array.from(recorded).filter((_, row) => isOf(row));
        return of.filter((value) => value === limit).length / of.length;
      };
      expect(Math.min(...recorded)).toBe(-0.5);
      // Φ(−0.5) = 0.309, Φ(−2) = 0.023; the standard error of each share is below 0.011.
      expect(shareAt(-0.5, () => true)).toBeCloseTo(0.3085, 1);
      expect(shareAt(0.5, (row) => row % 2 === 0)).toBeCloseTo(0.3085, 1);
      expect(shareAt(2, (row) => row % 2 === 1)).toBeCloseTo(0.0228, 1);
    }
  });

  it('is found again by a fit that knows the limits', async () => {
    const { columns } = await simulate(layout, rows);
    const data = await (await load((await compile(layout)).bytes)).bind(columns);
    const fit = await data.fit({ pool: openThisThread(), warmup: 300, draws: 300, scouts: 0 });
    const { mean, sd } = fit.summary().a!;
    expect(Math.abs(mean!)).toBeLessThan(4 * sd!);
    expect(sd!).toBeLessThan(0.02);
  });
});

describe('a design', () => {
  it('of a grid has each combination once, sets and flags whole, and as many rows as it may', async () => {
    const demands: Design = { kind: 'grid', rows: 500 };
    const { columns } = await simulate(LAYOUT, { demands, profile: GIVEN, seed: 1n });
    const values = (name: string) => [...new Set(columns.get(name))];
    expect(values('dark')).toEqual([0, 1]);
    expect(values('side')).toEqual([-1, 0, 1]);
    expect(values('tries')).toEqual([2, 3, 4, 5]);
    // 6 · 4 combinations leave room for 20 heights.
    expect(values('height')).toHaveLength(20);
    expect([values('height')[0], values('height').at(-1)]).toEqual([0, 4]);
    const rows = Array.from(columns.get('height')!, (_, row) =>
      ['height', 'dark', 'side', 'tries'].map((name) => columns.get(name)![row]).join(),
    );
    expect(rows).toHaveLength(480);
    expect(new Set(rows).size).toBe(480);
  });

  it('of random rows stays within what is declared and reaches all of it', async () => {
    const { columns } = await simulate(LAYOUT, { demands: random(2000), profile: GIVEN, seed: 1n });
    const height = columns.get('height')!;
    expect(height.every((x) => x >= 0 && x <= 4)).toBe(true);
    expect(Math.min(...height)).toBeLessThan(0.02);
    expect(Math.max(...height)).toBeGreaterThan(3.98);
    for (const [name, of] of [
      ['dark', 2],
      ['side', 3],
      ['tries', 4],
    ] as const) {
      const counts = new Map<number, number>();
      for (const value of columns.get(name)!) counts.set(value, (counts.get(value) ?? 0) + 1);
      expect(counts.size).toBe(of);
      for (const count of counts.values()) expect(Math.abs(count - 2000 / of)).toBeLessThan(150);
    }
  });

  it('is of rows alone where a layout has no demands', async () => {
    const source = { name: 'm.ml', text: 'layout M\nparam a ~ normal(0, 1)\nobserve y ~ normal(a, 1)\n' };
    const { columns } = await simulate(source, { demands: random(7), profile: 'prior', seed: 1n });
    expect([...columns].map(([name, { length }]) => [name, length])).toEqual([['y', 7]]);
  });

  it.each([
    ['demand far : m', 'random'],
    ['demand far : m in [0, inf]', 'grid'],
    ['demand far : count', 'random'],
  ] as const)('of %s is refused with the remedy', async (line, kind) => {
    const text = `layout F\nunit m\n${line}\nparam a ~ normal(0, 1)\nobserve y ~ normal(a, 1 + 0 * sum(far${line.includes('count') ? '' : ' / m'}))\n`;
    const demands: Design = { kind, rows: 10 };
    const said = await complaint(simulate({ name: 'f.ml', text }, { demands, profile: 'prior', seed: 1n }));
    expect(said).toContain('The demand `far` has no finite range');
    expect(said).toContain('or give a table of demands');
  });

  it('of a grid with too few rows is refused with how many it takes', async () => {
    const demands: Design = { kind: 'grid', rows: 23 };
    const said = await complaint(simulate(LAYOUT, { demands, profile: GIVEN, seed: 1n }));
    expect(said).toContain('at least 24 rows, more than 23');
  });
});

describe('a statistic of an outcome', () => {
  const text = `layout Statistic
demand x in [0, 1]
param centre ~ normal(mean(x), 0.1)
param a ~ normal(sd(y), 0.001)
robustness noise : probability ~ uniform(0, 1)
observe y ~ normal(a + mean(hit) + 0 * count(y), 0.5)
observe hit ~ bernoulli(mix(noise, logistic(centre + x), mean(hit)))
`;
  const source = { name: 'statistic.ml', text };
  const plan = { demands: random(50), profile: 'prior', seed: 1n } as const;

  it('must be given, and is what the priors and outcomes read', async () => {
    expect(await complaint(simulate(source, plan))).toContain('the statistic sd(y) of an outcome');
    const given = { 'sd( y )': 7, 'mean(hit)': 0.25 };
    const { profile, columns, statistics } = await simulate(source, { ...plan, statistics: given });
    expect(Math.abs(Number(profile.a) - 7)).toBeLessThan(0.01);
    const hits = columns.get('hit')!;
    expect(statistics.find(({ text }) => text === 'mean(hit)')).toEqual({
      text: 'mean(hit)',
      assumed: 0.25,
      simulated: expect.closeTo(hits.reduce((a, b) => a + b, 0) / 50, 12),
    });
    // How many rows there are is known before there are outcomes.
    expect(statistics.map(({ text }) => text)).toEqual(['sd(y)', 'mean(hit)']);
  });

  it('that counts is that of the rows, of all of them or of a level', async () => {
    const counting = {
      name: 'count.ml',
      text: 'layout Count\ncategory who\nparam a ~ normal(0, 1)\nobserve y ~ normal(0 * a + 100 * count(y) + count(y, by = who), 1e-9)\n',
    };
    const { codes } = encodeLevels(['Ada', 'Ben', 'Ada', 'Ada']);
    const { columns } = await simulate(counting, {
      demands: new Map([['who', codes]]),
      profile: { a: 1 },
      seed: 1n,
    });
    expect([...columns.get('y')!].map(Math.round)).toEqual([403, 401, 403, 403]);
  });

  it.each([
    [{ 'sd(y)': 7, 'mean(hit)': 1.5 }, 'but it is a probability'],
    [{ 'sd(y)': Number.NaN, 'mean(hit)': 0.5 }, 'is given as NaN'],
    [{ 'sd(y)': 7, 'mean(hit)': 0.5, 'mean(x)': 1 }, 'does not read a statistic mean(x) of an outcome'],
  ])('given as %o is refused', async (statistics, what) => {
    expect(await complaint(simulate(source, { ...plan, statistics }))).toContain(what);
  });
});

describe('a category', () => {
  const text = `layout Group
category person
demand x in [0, 1]
param center ~ normal(0, 1)
param spread ~ half_normal(1)
capability theta[person] ~ normal(center, spread)
capability sure[person] : probability ~ beta(2, 2)
observe y ~ normal(theta[person] + x, 1e-9)
observe hit ~ bernoulli(sure[person])
`;
  const source = { name: 'group.ml', text };
  const names = ['Ada', 'Ben', 'Cy'];
  const given = encodeLevels(Array.from({ length: 30 }, (_, row) => names[row % 3]!));
  const demands = new Map([
    ['x', Float64Array.from({ length: 30 }, (_, row) => row / 30)],
    ['person', given.codes],
  ]);
  const levels = new Map([['person', given.levels]]);

  it('has a value of each latent that it indexes for each level, which act on the rows of that level', async () => {
    const { columns, profile } = await simulate(source, { demands, levels, profile: 'prior', seed: 1n });
    const theta = profile.theta as Readonly<Record<string, number>>;
    expect(Object.keys(theta)).toEqual(names);
    expect(new Set(Object.values(theta)).size).toBe(3);
    for (const [row, y] of columns.get('y')!.entries())
      expect(y).toBeCloseTo(theta[names[row % 3]!]! + row / 30, 6);
    const again = await simulate(source, { demands, levels, profile, seed: 1n });
    expect(again.columns).toEqual(columns);
    expect([...columns.keys()]).toEqual(['x', 'person', 'y', 'hit']);
  });

  it('is drawn level by level where a prior reads the level before', async () => {
    const drift = {
      name: 'drift.ml',
      text: `layout Drift
category day
param start ~ normal(50, 1)
capability theta[day] ~ normal(previous(theta[day], start), 1)
observe y ~ normal(theta[day], 1)
`,
    };
    const days = encodeLevels([1, 2, 3, 4]);
    const plan = {
      demands: new Map([['day', days.codes]]),
      levels: new Map([['day', days.levels]]),
      seed: 1n,
    };
    const { profile } = await simulate(drift, { ...plan, profile: 'prior' });
    const theta = Object.values(profile.theta as Readonly<Record<string, number>>);
    // About 50, where it starts, and no step of a standard normal is as long as five.
    for (const [day, value] of theta.entries()) {
      expect(Math.abs(value - (theta[day - 1] ?? Number(profile.start)))).toBeLessThan(5);
    }
    expect((await simulate(drift, { ...plan, profile })).profile).toEqual(profile);
  });

  it('is named in what is wrong', async () => {
    const plan = { demands, levels, seed: 1n };
    const profile = {
      center: 0,
      spread: 1,
      theta: { Ada: 1, Ben: 2, Cy: 0 },
      sure: { Ada: 1, Ben: 0.5, Cy: 0 },
    };
    const said = (changes: object) =>
      complaint(simulate(source, { ...plan, profile: { ...profile, ...changes } }));
    expect(await said({ theta: { Ada: 1, Cy: 2 } })).toContain('no value for the latent `theta[Ben]`');
    expect(await said({ theta: 3 })).toContain('no value for the latent `theta[Ada]`');
    expect(await said({ theta: { ...profile.theta, Di: 1 } })).toContain('`person` has no level called that');
    expect(await said({ sure: { ...profile.sure, Cy: 1.5 } })).toContain('puts the latent `sure[Cy]` at 1.5');
    expect(await said({ spread: { Ada: 1 } })).toContain('no value for the latent `spread`');
    expect(await complaint(simulate(source, { ...plan, demands: random(5), profile }))).toContain(
      'A design does not say which rows belong to which level of the category `person`.',
    );
    const holes = new Map(demands).set(
      'person',
      Float64Array.from(given.codes, (code) => 2 * code),
    );
    await expect(simulate(source, { ...plan, demands: holes, profile })).rejects.toThrow(HostError);
  });
});

describe('a missing demand', () => {
  it('is what the layout takes it for, and is refused where it says nothing', async () => {
    const text = (missing: string) =>
      `layout Gap\ndemand x in [0, 9]${missing}\nparam a ~ normal(0, 1)\nobserve y ~ normal(a + x, 1e-9)\n`;
    const plan = { demands: new Map([['x', Float64Array.of(1, Number.NaN)]]), profile: { a: 0 }, seed: 1n };
    const { columns } = await simulate({ name: 'g.ml', text: text(' missing = 7') }, plan);
    expect([...columns.get('x')!]).toEqual([1, 7]);
    expect(columns.get('y')![1]).toBeCloseTo(7, 6);
    expect(await complaint(simulate({ name: 'g.ml', text: text('') }, plan))).toContain(
      '`x` is NaN in row 2',
    );
  });
});

describe('what cannot be simulated is refused in words', () => {
  const plan = { demands: random(10), profile: GIVEN, seed: 1n };

  it.each([
    ['a latent that lacks', { ...plan, profile: { climb: 1 } }, 'no value for the latent `widest`'],
    ['a latent that is not there', { ...plan, profile: { ...GIVEN, clim: 1 } }, 'no latent called'],
    [
      'a value outside a support',
      { ...plan, profile: { ...GIVEN, climb: 9 } },
      'outside the support of its prior uniform(',
    ],
    [
      'a value that is no number',
      { ...plan, profile: { ...GIVEN, lean: Number.NaN } },
      'at NaN, outside the support',
    ],
    ['a seed beyond 64 bits', { ...plan, seed: 1n << 64n }, 'The seed is'],
    ['a design of no rows', { ...plan, demands: random(0) }, 'A design of 0 rows'],
    ['no column', { ...plan, demands: new Map() }, 'There is no column for the demand `height`'],
  ])('%s', async (_, wrong, what) => {
    expect(await complaint(simulate(LAYOUT, wrong))).toContain(what);
  });

  it('a demand outside its range, columns of two lengths, and none', async () => {
    const { columns } = await simulate(LAYOUT, plan);
    const changed = (name: string, values: number[]) =>
      complaint(
        simulate(LAYOUT, { ...plan, demands: new Map(columns).set(name, Float64Array.from(values)) }),
      );
    expect(await changed('side', [0, 0, 2, 0, 0, 0, 0, 0, 0, 0])).toContain(
      'The demand `side` is 2 in row 3, which is not one of -1, 0, 1.',
    );
    expect(await changed('side', [0])).toContain('has 1 rows where `height` has 10');
    const empty = new Map([...columns.keys()].map((name) => [name, new Float64Array(0)]));
    expect(await complaint(simulate(LAYOUT, { ...plan, demands: empty }))).toContain('have no rows');
  });

  it('an outcome of which it is not known what would be recorded', async () => {
    const text = (clause: string) => ({
      name: 'c.ml',
      text: `layout C\ndemand n : count\ndemand cut : flag\nparam a ~ normal(0, 1)\nobserve y ~ normal(a, 1) ${clause}\n`,
    });
    const demands = new Map([
      ['n', Float64Array.of(1, 1, 3)],
      ['cut', Float64Array.of(0, 1, 0)],
    ]);
    const refusal = (clause: string) =>
      complaint(simulate(text(clause), { demands, profile: { a: 0 }, seed: 1n }));
    expect(await refusal('count n')).toBe(
      'Row 3 stands for 3 rows by `n`, and each of them would have an outcome `y` of its own. Give every row by itself, with 1 in `n`.',
    );
    expect(await refusal('censored where cut')).toBe(
      'The outcome `y` is censored in row 2, and `cut` does not say at which value. Give 0 in `cut` for every row, or write the layout with a limit, as `censored above budget`.',
    );
    expect(await refusal('censored where not cut')).toContain('censored in row 1');
    expect(await refusal('censored to 3')).toContain('known by intervals');
  });

  it('a prior that is truncated to nothing', async () => {
    const text = 'layout N\nparam a ~ normal(0, 1) in [1e200, inf]\nobserve y ~ normal(a, 1)\n';
    expect(
      await complaint(simulate({ name: 'n.ml', text }, { demands: random(1), profile: 'prior', seed: 1n })),
    ).toContain(
      'The prior normal(0, 1) in [1e200, inf] of `a` is truncated so far out that nothing of it is left.',
    );
  });

  it('an outcome and a prior without a distribution', async () => {
    const outcome = 'layout O\ndemand x in [-1, 1]\nparam a ~ normal(1, 1)\nobserve y ~ normal(0, a + x)\n';
    const grid: Design = { kind: 'grid', rows: 5 };
    expect(
      await complaint(
        simulate({ name: 'o.ml', text: outcome }, { demands: grid, profile: { a: 0.25 }, seed: 1n }),
      ),
    ).toContain('`y` has no distribution in row 1: the `sd` of its `normal` is -0.75, and must be above 0.');
    const cuts = 'layout O\nparam a, b ~ normal(0, 1)\nobserve y ~ ordered_logistic(0, a, b)\n';
    expect(
      await complaint(
        simulate({ name: 'o.ml', text: cuts }, { demands: random(1), profile: { a: 1, b: 0 }, seed: 1n }),
      ),
    ).toContain('the `c2` of its `ordered_logistic` is 0, and must be at least the 1 before it.');
    const prior =
      'layout P\nparam a ~ normal(-5, 0.1)\nparam b ~ normal(0, a) in [0, inf]\nobserve y ~ normal(b, 1)\n';
    expect(
      await complaint(
        simulate({ name: 'p.ml', text: prior }, { demands: random(1), profile: 'prior', seed: 1n }),
      ),
    ).toMatch(
      /The prior normal\(0, a\) in \[0, inf\] of `b` has no density with mean = 0, sd = -[45]\.\d+ in \[0, inf\]\./,
    );
  });
});
