/** What is said of estimates that are none, or not the only ones: each finding as it is told, and data just beside it. */
import { describe, expect, it } from 'vitest';
import type { ColumnsInput, EstimateOptions } from '../../index.ts';
import { estimateLayout } from './estimate-layout.ts';

const COUNT = 60;
const index = Array.from({ length: COUNT }, (_, row) => row);
/** From -3 to 3. */
const x = index.map((row) => (row - (COUNT - 1) / 2) / ((COUNT - 1) / 6));
/** Rises with x, with exceptions on either side. */
const y = index.map((row) => ((row % 7 === 3 ? row < COUNT / 2 : row >= COUNT / 2) ? 1 : 0));
const group = index.map((row) => 'abcdef'[row % 6]!);
const z = index.map((row) => (((row * 37) % 60) - 29.5) / 20 + (row % 6) / 3);

const logit = (priors = 'normal(0, 10)') => `layout Logit
demand x in [-5, 5]
param a, b ~ ${priors}
observe y ~ bernoulli_logit(a + b * x)
`;

const HIERARCHY = `layout Hierarchy
category group
param centre ~ normal(0, 5)
param width  ~ half_normal(2)
param level[group] ~ normal(centre, width)
param spread ~ half_normal(5)
observe z ~ normal(level[group], spread)
`;

const SLIP = (lowest: number) => `layout Slip
unit m
demand x : m in [-5, 5]
capability reach : m ~ normal(0, 5)
robustness slip : probability ~ beta(1, 1) in [${lowest}, 1]
observe y ~ bernoulli(downscale(slip, margin(reach, x, 6)))
`;
/** All succeed below 0.3 m, and none above. */
const reached = x.map((at, row) => (at < 0.3 !== (row === 33 || row === 31) ? 1 : 0));

const LEDGE = (steepness: number) => `layout Ledge
unit m
demand x : m in [-5, 5]
capability reach : m ~ normal(0, 5)
observe y ~ bernoulli(between(0.1, 0.9, margin(reach, x, ${steepness})))
`;
/** None between -1.5 and 1.5. */
const apart = x.map((at) => (at < 0 ? at - 1.5 : at + 1.5));

interface Case {
  readonly text: string;
  readonly data: ColumnsInput;
  readonly options: EstimateOptions;
  readonly status: 'usable' | 'failed';
}

const mle = { method: 'mle' } as const;
const map = { method: 'map' } as const;

const CASES: Readonly<Record<string, Case>> = {
  'a demand that parts successes from failures': {
    text: logit(),
    data: { x, y: x.map((at) => (at > 0.4 ? 1 : 0)) },
    options: mle,
    status: 'failed',
  },
  'a level that has successes alone': {
    text: `layout Levels
category group
param ease[group] ~ normal(0, 3)
observe y ~ bernoulli_logit(ease[group])
`,
    data: { group, y: y.map((success, row) => (row % 6 === 2 ? 1 : success)) },
    options: mle,
    status: 'failed',
  },
  'a steepness beside the place of a step that parts all successes from all failures': {
    text: `layout Step
unit m
demand x : m in [-5, 5]
param place : m ~ uniform(-5, 5)
param steep : 1 / m ~ half_normal(10)
observe y ~ bernoulli(margin(place, x, steep))
`,
    data: { x, y: x.map((each) => (each < 0.7 ? 1 : 0)) },
    options: mle,
    status: 'failed',
  },
  'two latents that only their sum is told of': {
    text: `layout Sum
unit m
demand x : m in [-5, 5]
param a, b : m ~ normal(0, 3)
param c : 1/m ~ normal(0, 3)
observe y ~ bernoulli_logit(c * x + (a - 2 * b) / m)
`,
    data: { x, y },
    options: mle,
    status: 'usable',
  },
  'a population that no outcome depends on but through priors': {
    text: HIERARCHY,
    data: { group, z },
    options: mle,
    status: 'usable',
  },
  'an ability between two steps that fits as well wherever it is between them': {
    text: LEDGE(20),
    data: { x: apart, y: x.map((at, row) => (at < 0 !== (row % 10 === 4) ? 1 : 0)) },
    options: mle,
    status: 'usable',
  },
  'a density of levels that becomes infinite': {
    text: HIERARCHY,
    data: { group, z },
    options: map,
    status: 'failed',
  },
  'two optima that mirror each other': {
    text: `layout Mirror
demand x in [-5, 5]
param b ~ normal(0, 3)
observe y ~ bernoulli_logit(b * b * x)
`,
    data: { x, y },
    options: mle,
    status: 'failed',
  },
  'two optima of which a prior prefers one slightly': {
    text: `layout Mirror
demand x in [-5, 5]
param b ~ normal(0.5, 2)
observe y ~ bernoulli_logit(b * b * x)
`,
    data: { x, y },
    options: map,
    status: 'usable',
  },
  'a probability of slips that is highest at none': {
    text: SLIP(0),
    data: { x, y: x.map((at, row) => (at < 0.3 !== [30, 33, 35].includes(row) ? 1 : 0)) },
    options: mle,
    status: 'usable',
  },
  'a grade that nobody was given': {
    text: `layout Rating
demand x in [-5, 5]
param lowest ~ normal(0, 5)
param gap, further ~ half_normal(5)
let middle = lowest + gap
observe rating ~ ordered_logistic(-x, lowest, middle, middle + further)
`,
    data: { x, rating: index.map((row) => [1, 3, 4][(row * 7 + Math.floor(row / 9)) % 3]!) },
    options: mle,
    status: 'usable',
  },
  'a likelihood that falls steeply on one side': {
    text: `layout Wall
demand x in [-5, 5]
demand steep in [0, 1000]
param reach ~ normal(0, 10)
observe y ~ bernoulli(logistic(steep * (reach - x)))
`,
    // Most rows say gently that the reach is small, and one says as a wall that it is above 0.
    data: {
      x: [0, ...Array(19).fill(1)],
      steep: [100, ...Array(19).fill(0.2)],
      y: [1, ...Array.from({ length: 19 }, (_, row) => (row < 5 ? 1 : 0))],
    },
    options: mle,
    status: 'usable',
  },
  'an approximation that the posterior contradicts': {
    text: `layout Few
demand x in [-5, 5]
param centre ~ normal(0, 1000)
param spread ~ half_cauchy(1000)
observe z ~ normal(centre, spread)
`,
    data: { x: [0, 0, 0, 0], z: [-1, 0.5, 2, 4] },
    options: { method: 'laplace' },
    status: 'usable',
  },
};

describe('an estimate is doubted in words', () => {
  for (const [title, { text, data, options, status }] of Object.entries(CASES)) {
    it(title, async () => {
      const model = await estimateLayout(text, data, options);
      expect(model.verdict.status).toBe(status);
      expect(JSON.stringify(model.estimates())).not.toContain('NaN');
      const file = `messages/${title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.txt`;
      await expect(`${model}\n`).toMatchFileSnapshot(file);
    });
  }

  it('and not where there is nothing to doubt', async () => {
    const model = await estimateLayout(logit(), { x, y }, mle);
    expect(model.verdict).toEqual({ status: 'converged', findings: [] });
    expect(`${model}`).not.toMatch(/-\s*$/m);
  });
});

describe('a likelihood that is the same near its best', () => {
  it('is not said to rise for ever, nor to be the same everywhere, however wide and steep its ledge is', async () => {
    for (const steepness of [20, 50, 200, 1000]) {
      for (const seed of [1n, 2n, 3n]) {
        const data = { x: apart, y: x.map((at, row) => (at < 0 !== (row % 10 === 4) ? 1 : 0)) };
        const model = await estimateLayout(LEDGE(steepness), data, { ...mle, seed, starts: 8 });
        const [finding, ...others] = model.verdict.findings;
        expect(others).toEqual([]);
        expect(finding).toMatchObject({ kind: 'flat', weight: 'caution', parameters: ['reach'] });
        expect(finding!.message).toContain('only farther away');
      }
    }
  });
});

describe('where an estimate is on a bound', () => {
  it('it is the bound, without an error, and the others have errors given that', async () => {
    const data = { x, y: reached };
    const on = await estimateLayout(SLIP(0.2), data, mle);
    expect(on.estimates().slip).toMatchObject({ estimate: 0.2, se: null, interval: null, bound: 'lower' });
    const fixed = await estimateLayout(
      SLIP(0)
        .replace(/^robust.*$/m, '')
        .replace('slip,', '0.2,'),
      data,
      mle,
    );
    const [found, wanted] = [on.estimates().reach!, fixed.estimates().reach!];
    expect(found.estimate).toBeCloseTo(wanted.estimate!, 8);
    expect(found.se).toBeCloseTo(wanted.se!, 7);
    expect(on.logLikelihood).toBeCloseTo(fixed.logLikelihood, 8);
  });
});

describe('levels whose population the likelihood leaves open', () => {
  it('have the estimates of their own rows', async () => {
    const model = await estimateLayout(HIERARCHY, { group, z }, mle);
    const means = [...'abcdef'].map((name) => {
      const own = z.filter((_, row) => group[row] === name);
      return own.reduce((sum, value) => sum + value, 0) / own.length;
    });
    const residuals = z.map((value, row) => value - means['abcdef'.indexOf(group[row]!)]!);
    const spread = Math.sqrt(residuals.reduce((sum, value) => sum + value * value, 0) / COUNT);
    const estimates = model.estimates();
    for (const [k, name] of [...'abcdef'].entries()) {
      expect(estimates[`level[${name}]`]!.estimate).toBeCloseTo(means[k]!, 8);
      expect(estimates[`level[${name}]`]!.se).toBeCloseTo(spread / Math.sqrt(COUNT / 6), 7);
    }
    expect(estimates.spread!.estimate).toBeCloseTo(spread, 8);
    expect(estimates.centre!.estimate).toBeNull();
    expect(estimates.width!.estimate).toBeNull();
  });
});
