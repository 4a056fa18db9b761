import { describe, expect, it } from 'vitest';
import { quantityText } from '../../analysis/evaluate/checks/findings.ts';
import { judgeLayout } from '../../analysis/evaluate/checks/judge-layout.ts';
import { checkPosterior, checkPrior } from '../../analysis/evaluate/checks/predictive-checks.ts';
import { compileSource } from '../../compiler/compile.ts';
import { type CheckedFit, misfitsIn } from '../../files/fits/layout-checks.ts';
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

const CHOICE = `layout Choice
demand lure in [0, 3]
category side
param pull, rest ~ normal(0, 2)
observe answer in {none, bait, other} ~ categorical_logit(0, pull, rest)
observe grade in {low, mid, high} ~ ordered_logistic(pull, -1, 1)
`;

describe('predictive checks of choices', () => {
  const lure = Float64Array.from({ length: 400 }, (_, row) => row % 4);
  const side = Array.from(lure, (_, row) => (row % 3 === 0 ? 'left' : 'right'));
  const grade = Float64Array.from(lure, (_, row) => 1 + ((row * 7) % 3));
  /** Draws of `none`, `bait` and `other` with the shares that the row says. */
  const choose = (shares: (row: number) => readonly [number, number]) =>
    lure.map((_, row) => {
      const uniform = random.uniform();
      const [none, bait] = shares(row);
      return uniform < none ? 1 : uniform < none + bait ? 2 : 3;
    });
  const alike = choose(() => [0.3, 0.3]);
  // The mean of their numbers is the same everywhere: what one value loses, the two beside it gain.
  const lured = choose((row) => [0.45 - 0.13 * lure[row]!, 0.1 + 0.26 * lure[row]!]);
  const outcomes = async (answer: Float64Array, text = CHOICE) => {
    const data = { lure, side, answer, grade };
    const fit = await fitted(text, data);
    const found = (await checkPosterior(fit, data)).outcomes;
    return { answer: found.answer!, ordered: found.grade!, judged: await judgeLayout(fit, data, 400) };
  };

  it('compare the share of each value, by name, and of ordered grades the mean', async () => {
    const { answer, ordered } = await outcomes(alike);
    expect(answer.findings).toEqual([]);
    expect(answer.checks.slice(0, 6).map(({ quantity }) => quantityText(quantity))).toEqual([
      ...['share of none', 'share of bait', 'share of other'],
      ...['none', 'bait', 'other'].map((name) => `slope of the share of ${name} over lure`),
    ]);
    expect(answer.checks.map(({ quantity }) => quantityText(quantity))).toContain(
      'share of bait where side is left',
    );
    // Three of all rows, three slopes, and three at each of four lures and two sides.
    expect(answer.checks).toHaveLength(24);
    expect(ordered.checks.slice(0, 2).map(({ quantity }) => quantityText(quantity))).toEqual([
      ...['mean of all rows', 'sd'],
    ]);
  });

  it('find what the mean of the numbers does not show', async () => {
    const { answer, judged } = await outcomes(lured);
    expect(answer.findings).toMatchObject([
      {
        kind: 'slope',
        column: 'lure',
        remedy: 'No outcome of the layout depends on `lure`: add its effect to the layout.',
      },
    ]);
    expect(answer.findings[0]!.message).toMatch(
      /^The share of `bait` in `answer` rises with `lure`, of which the layout makes nothing: by 0\.2\d+, where the fit makes -0\.\d+ to 0\.\d+\.$/,
    );
    const [[outcome, { worst }]] = misfitsIn(judged) as [[string, CheckedFit]];
    expect(outcome).toBe('answer');
    expect(worst!.message).toMatch(
      /^`answer` is `bait` in \S+ % of 100 rows where `lure` is [03], expected \S+ % \(\S+ to \S+ %\)$/,
    );
  });

  it('say which shares of all rows a layout cannot make, and at which levels', async () => {
    const even = CHOICE.replace(
      'categorical_logit(0, pull, rest)',
      'categorical_logit(0, 0, 0 * rest)',
    ).replace('in {none, bait, other} ~ cat', '~ cat');
    const unequal = choose((row) => (side[row] === 'left' ? [0.1, 0.2] : [0.05, 0.9]));
    const { answer } = await outcomes(unequal, even);
    const [rate, level] = answer.findings;
    expect(rate).toMatchObject({
      kind: 'rate',
      remedy:
        'Look for something that prevents it: values that share a logit or have a fixed one, or a prior that is too narrow.',
    });
    expect(rate!.message).toMatch(
      /^`answer` is 2 in \S+ % of 400 rows, expected 33\.?\d* % \(\S+ to \S+ %\); 1 in \S+ % of 400 rows, expected [^;]*\.$/,
    );
    expect(level).toMatchObject({ kind: 'level' });
  });
});
