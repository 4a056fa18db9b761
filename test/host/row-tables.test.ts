import { describe, expect, it } from 'vitest';
import { compile } from '../../compiler/index.ts';
import { load, type Model, openThisThread } from '../../host/index.ts';
import { HostError } from '../../module/host-error.ts';

const LAYOUT = `layout Lengths
unit minute
category task in family
category family
category model ordered by size
demand size[model]
param base[family] ~ normal(3, 1)
param length[task] : minute ~ lognormal(base[family], 1)
param slack[judge] ~ half_normal(1)
capability horizon[model] : minute ~ lognormal(median = 30, spread = 1.5)
param taste[task, judge] ~ normal(0, 0.1)
observe success ~ bernoulli(log_margin(horizon[model], length[task], 1))
table ratings {
  category task, judge
  demand hasty : flag missing = 0
  observe minutes : minute ~ lognormal(log(length[task] / minute) + taste[task, judge] + 0.1 * hasty + 0.01 * base[family], slack[judge] + mean(hasty))
}
`;

const MAIN = {
  task: ['b', 'a', 'c', 'b', 'a', 'c'],
  family: ['y', 'x', 'x', 'y', 'x', 'x'],
  model: ['m', 'm', 'm', 'k', 'k', 'k'],
  size: [1, 1, 1, 2, 2, 2],
  success: [1, 0, 1, 1, 1, 0],
};
const RATINGS = {
  task: ['c', 'b', 'b'],
  judge: ['u', 'u', 'v'],
  hasty: [1, null, 0],
  minutes: [12, 30, null],
};

const model: Promise<Model> = compile(LAYOUT).then(({ bytes }) => load(bytes));

async function refused(main: object, tables?: object): Promise<string> {
  const bound = (await model).bind(
    main as typeof MAIN,
    tables === undefined ? {} : { tables: tables as { ratings: typeof RATINGS } },
  );
  return bound.then(
    () => 'nothing is refused',
    (error: unknown) => {
      expect(error).toBeInstanceOf(HostError);
      const { message, remedy } = error as HostError;
      return `${message} ${remedy}`;
    },
  );
}

describe('the rows of several tables', () => {
  it('are bound together, with the levels of all of them', async () => {
    const bound = await (await model).bind(MAIN, { tables: { ratings: RATINGS } });
    expect(Object.fromEntries(bound.levels)).toEqual({
      task: ['a', 'b', 'c'],
      family: ['x', 'y'],
      model: ['m', 'k'],
      judge: ['u', 'v'],
      'task.judge': ['b, u', 'b, v', 'c, u'],
    });
    const point = {
      ...{ base: { x: 3, y: 2.5 }, length: { a: 20, b: 25, c: 10 }, slack: { u: 0.5, v: 1 } },
      ...{ horizon: { m: 20, k: 40 }, 'taste[task, judge]': undefined },
    };
    const values = bound.parameters.map(({ name }) => {
      const [latent, level] = [name.split('[')[0]!, name.match(/\[(.*)\]/)![1]!];
      return latent === 'taste'
        ? 0.05
        : (point as never as Record<string, Record<string, number>>)[latent]![level]!;
    });
    const { logDensity } = bound.logDensity(values);
    const normal = (x: number, mean: number, sd: number) =>
      -(((x - mean) / sd) ** 2) / 2 - Math.log(sd) - Math.log(2 * Math.PI) / 2;
    const lognormal = (x: number, mu: number, sigma: number) => normal(Math.log(x), mu, sigma) - Math.log(x);
    const logit = (p: number, y: number) => -Math.log1p(Math.exp(y === 1 ? -p : p));
    const lengths = { a: 20, b: 25, c: 10 } as Record<string, number>;
    const horizons = { m: 20, k: 40 } as Record<string, number>;
    const prior =
      normal(3, 3, 1) + normal(2.5, 3, 1) + lognormal(20, 3, 1) + lognormal(25, 2.5, 1) + lognormal(10, 3, 1);
    const others =
      [0.5, 1].reduce((sum, x) => sum + normal(x, 0, 1) + Math.log(2), 0) +
      [20, 40].reduce((sum, x) => sum + lognormal(x, Math.log(30), 1.5), 0) +
      3 * normal(0.05, 0, 0.1);
    const attempts = MAIN.task.reduce(
      (sum, task, row) =>
        sum + logit(Math.log(horizons[MAIN.model[row]!]! / lengths[task]!), MAIN.success[row]!),
      0,
    );
    // The rating of a missing minute counts in the mean of `hasty`, which is 1 / 3, and not as a rating.
    const rated =
      lognormal(12, Math.log(10) + 0.05 + 0.1 + 0.03, 0.5 + 1 / 3) +
      lognormal(30, Math.log(25) + 0.05 + 0.025, 0.5 + 1 / 3);
    expect(logDensity).toBeCloseTo(prior + others + attempts + rated, 9);
  });

  it('are fitted, and rows of the main table are predicted', async () => {
    const bound = await (await model).bind(MAIN, { tables: { ratings: RATINGS } });
    const fit = await bound.fit({ chains: 1, warmup: 50, draws: 20, scouts: 0, pool: openThisThread() });
    const { outcomes } = await fit.predict({
      task: ['a', 'b'],
      family: ['x', 'y'],
      model: ['k', 'm'],
      size: [2, 1],
    });
    expect(Object.keys(outcomes)).toEqual(['success']);
    expect(outcomes.success!.mean.every((p) => p > 0 && p < 1)).toBe(true);
    expect((await bound.hints()).map(({ names }) => names)).toEqual([['slack[v]', 'taste[b, v]']]);
  });

  it.each([
    ['are not given', MAIN, undefined],
    ['are those of another name', MAIN, { rating: RATINGS }],
    ['lack a column', MAIN, { ratings: { task: ['a'], judge: ['u'], minutes: [1] } }],
    ['hold what an outcome cannot be', MAIN, { ratings: { ...RATINGS, minutes: [12, -1, 3] } }],
    ['have a level of which nothing is known', MAIN, { ratings: { ...RATINGS, task: ['c', 'd', 'b'] } }],
    ['have columns of different lengths', MAIN, { ratings: { ...RATINGS, task: ['c', 'b'] } }],
    ['have no outcome anywhere', MAIN, { ratings: { ...RATINGS, minutes: [null, null, null] } }],
  ])('are refused in words where they %s', async (_, main, tables) => {
    expect(await refused(main, tables)).toMatchSnapshot();
  });

  it('are refused by a layout that has one table', async () => {
    const { bytes } = await compile('layout One\nparam a ~ normal(0, 1)\nobserve y ~ normal(a, 1)\n');
    const bound = (await load(bytes)).bind({ y: [1] }, { tables: { ratings: RATINGS } });
    await expect(bound).rejects.toThrow('The layout has no table `ratings`.');
  });
});
