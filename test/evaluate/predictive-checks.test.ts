import { describe, expect, it } from 'vitest';
import { checkPosterior, checkPrior } from '../../analysis/evaluate/checks/predictive-checks.ts';
import { compileSource } from '../../compiler/compile.ts';
import { load, openThisThread } from '../../host/index.ts';
import { openStream } from '../../statistics/random/stream.ts';

const COIN = `layout Coin
category side
demand weight in [0, 10]
capability heads : probability ~ beta(2, 3)
observe up ~ bernoulli(heads)
`;
const JUMP = `layout Jump
unit m
demand height : m in [0, 3]
demand lamp : flag
capability leap : m ~ uniform(0, 3)
observe cleared ~ bernoulli(margin(leap, height, 2))
`;

const rows = 240;
const random = openStream(21n, 'latent', 0);
const height = Float64Array.from({ length: rows }, (_, row) => (row % 8) / 3);
const lamp = Float64Array.from({ length: rows }, (_, row) => row % 2);
const chance = (ability: number, demand: number, steepness: number) =>
  1 / (1 + Math.exp(-steepness * (ability - demand)));
const draw = (p: (row: number) => number) =>
  Float64Array.from({ length: rows }, (_, row) => (random.uniform() < p(row) ? 1 : 0));
const asSaid = draw((row) => chance(1.2, height[row]!, 2));
const steeper = draw((row) => chance(1.2, height[row]!, 12));
const flatter = draw((row) => chance(1.2, height[row]!, 0.4));
const inTheDark = draw((row) => chance(1.2, height[row]!, 2) * (lamp[row] === 0 ? 0.4 : 1));

async function fitted(text: string, data: Parameters<Awaited<ReturnType<typeof load>>['bind']>[0]) {
  const { bytes } = await compileSource({ name: 'layout.ml', text });
  const model = await load(bytes);
  const pool = openThisThread();
  return (await model.bind(data)).fit({ chains: 2, warmup: 300, draws: 500, seed: 1n, pool });
}
const checked = async (cleared: Float64Array) => {
  const data = { height, lamp, cleared };
  return (await checkPosterior(await fitted(JUMP, data), data)).outcomes.cleared!;
};

describe('prior predictive checks', () => {
  it('have the moments of the beta-binomial distribution, where that is what the prior makes', async () => {
    const up = Float64Array.from({ length: 20 }, (_, row) => (row % 5 < 2 ? 1 : 0));
    const data = {
      ...{ up, weight: Float64Array.from({ length: 20 }, (_, row) => row / 2) },
      side: Array.from({ length: 20 }, (_, row) => (row % 2 === 0 ? 'left' : 'right')),
    };
    const found = await checkPrior(COIN, data, { replications: 4000 });
    expect(found).toMatchObject({ source: 'prior', rows: 20, replications: 4000 });
    const [all] = found.outcomes.up!.checks;
    expect(all!.observed).toBe(0.4);
    // The mean of beta(2, 3) is 2/5, and the sd of a rate of 20 √(ab (a + b + n)/((a + b)² (a + b + 1) n)) = √(6 · 25/(25 · 6 · 20)).
    const sd = Math.sqrt(1 / 20);
    expect(Math.abs(all!.mean - 0.4)).toBeLessThan((4 * sd) / Math.sqrt(4000));
    // Of 8 successes of 20: 1 − F(8) + f(8)/2, by the beta-binomial's probabilities.
    const logGamma = (n: number) =>
      Array.from({ length: n - 1 }, (_, i) => Math.log(i + 1)).reduce((a, b) => a + b, 0);
    const logBeta = (a: number, b: number) => logGamma(a) + logGamma(b) - logGamma(a + b);
    const probability = (k: number) =>
      Math.exp(logGamma(21) - logGamma(k + 1) - logGamma(21 - k) + logBeta(k + 2, 23 - k) - logBeta(2, 3));
    const above = Array.from({ length: 12 }, (_, i) => probability(9 + i)).reduce((a, b) => a + b);
    const expected = above + probability(8) / 2;
    expect(Math.abs(all!.pValue - expected)).toBeLessThan(4 * Math.sqrt(0.25 / 4000));
    expect(found.outcomes.up!.findings).toEqual([]);
  });

  it('say that a prior is sure before any data, and in how much of it', async () => {
    const text = JUMP.replace('leap : m ~ uniform(0, 3)', 'leap : m ~ normal(0, 1000)');
    const { certainty, findings } = (await checkPrior(text, { height, lamp, cleared: asSaid })).outcomes
      .cleared!;
    // A leap within 2.3 m of a height is one in 400.
    expect(certainty).toBeGreaterThan(0.99);
    expect(findings[0]).toMatchObject({ kind: 'certain', column: null });
  });

  it('take the statistics of the data', async () => {
    const text = COIN.replace('bernoulli(heads)', 'bernoulli(mix(heads, mean(up), mean(up)))');
    const up = Float64Array.from({ length: 20 }, (_, row) => (row < 15 ? 1 : 0));
    const columns = { up, weight: new Float64Array(20), side: new Array<string>(20).fill('left') };
    const { checks } = (await checkPrior(text, columns)).outcomes.up!;
    expect(Math.abs(checks[0]!.mean - 0.75)).toBeLessThan(0.02);
  });

  it('refuse outcomes that are not finite, in words', async () => {
    const text = 'layout Wide\nparam a ~ cauchy(0, 1)\nobserve y ~ lognormal(1000 * a, 1)\n';
    await expect(checkPrior(text, { y: [1, 2, 3] })).rejects.toThrow(
      /^The prior makes `y` .* in row [123], with which nothing can be compared\.$/,
    );
  });
});

describe('posterior predictive checks', () => {
  it('find nothing where outcomes are as the layout says', async () => {
    const { checks, findings, rows: count, certainty } = await checked(asSaid);
    expect(count).toBe(rows);
    expect(certainty).toBeNull();
    expect(findings).toEqual([]);
    // One of all rows, eight heights and two lamps, and a slope over each.
    expect(checks).toHaveLength(13);
    expect(checks.filter(({ isOutside }) => isOutside).length).toBeLessThanOrEqual(2);
  });

  it('say that an outcome falls faster, or more slowly, with a demand than the layout says', async () => {
    const [fast] = (await checked(steeper)).findings;
    expect(fast).toMatchObject({ kind: 'slope', column: 'height' });
    expect(fast!.message).toMatch(
      /^`cleared` falls faster with `height` than the layout says: by -0\.\d+ per m, where the fit makes -0\.\d+ to -0\.\d+\.$/,
    );
    const [slow] = (await checked(flatter)).findings;
    expect(slow!.message).toMatch(/^`cleared` falls more slowly with `height` than the layout says/);
  });

  it('name the demand that the layout declares and does not read', async () => {
    const finding = (await checked(inTheDark)).findings.find(({ column }) => column === 'lamp');
    expect(finding).toMatchObject({
      kind: 'slope',
      column: 'lamp',
      remedy: 'No outcome of the layout depends on `lamp`: add its effect to the layout.',
    });
    expect(finding!.message).toMatch(/^`cleared` rises with `lamp`, of which the layout makes nothing/);
  });

  it('leave out rows without the outcome, and outcomes that are not there', async () => {
    const cleared = asSaid.map((value, row) => (row < 100 ? value : Number.NaN));
    const data = { height, lamp, cleared };
    const fit = await fitted(JUMP, data);
    expect((await checkPosterior(fit, data)).outcomes.cleared!.rows).toBe(100);
    await expect(checkPosterior(fit, { height, lamp })).rejects.toThrow(
      'There is no column for the outcome `cleared`.',
    );
    const none = { height, lamp, cleared: new Float64Array(rows).fill(Number.NaN) };
    await expect(checkPosterior(fit, none)).rejects.toThrow('No row has an outcome.');
    await expect(checkPosterior(fit, data, { replications: 20 })).rejects.toThrow(
      '20 data sets are too few for a check.',
    );
  });

  it('tell of other columns than those of the layout', async () => {
    const data = { height, lamp, cleared: inTheDark };
    const text = JUMP.replace('demand lamp : flag\n', '');
    const by = [{ name: 'lamp', values: lamp, levels: ['off', 'on'] }];
    const { findings } = (await checkPosterior(await fitted(text, data), data, { by })).outcomes.cleared!;
    const finding = findings.find(({ column }) => column === 'lamp')!;
    expect(finding).toMatchObject({
      kind: 'level',
      remedy:
        'The layout does not contain `lamp`: declare it as a category, and add its effect on the outcome.',
    });
    expect(finding.message).toMatch(
      /^`cleared` is lower than the layout says where `lamp` is off \(.*\), and higher where `lamp` is on \(.*\)\.$/,
    );
  });
});
