/** Whether a fit finds the parameters that outcomes were drawn with. */
import { expect } from 'vitest';
import { openThisThread } from '../../host/chain-pool.ts';
import { fit as fitOnce } from '../../host/fit.ts';
import { loadModule } from '../../host/load.ts';
import { sketchOf } from '../../module/data-sketch.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { Simulator } from './simulate.ts';

export interface Recovery {
  readonly family: string;
  /** Declarations of the latents, and the outcome `y` of `effort` and `tries`. */
  readonly lines: string;
  readonly truth: Readonly<Record<string, number>>;
  readonly draw: (random: Simulator, effort: number, tries: number) => number;
}

const LINE = 'param base ~ normal(0, 3)\nparam slope ~ normal(0, 3)\nlet eta = base + slope * effort';
const logistic = (x: number) => 1 / (1 + Math.exp(-x));
const line = (effort: number) => 0.4 - 0.8 * effort;
const LINE_TRUTH = { base: 0.4, slope: -0.8 };

export const RECOVERIES: readonly Recovery[] = [
  {
    family: 'bernoulli_logit',
    lines: `${LINE}\nobserve y ~ bernoulli_logit(eta)`,
    truth: LINE_TRUTH,
    draw: (random, effort) => random.bernoulli(logistic(line(effort))),
  },
  {
    family: 'binomial',
    lines: 'capability skill : probability ~ beta(1, 1)\nobserve y ~ binomial(tries, downscale(0.2, skill))',
    truth: { skill: 0.65 },
    draw: (random, _, tries) => random.binomial(tries, 0.8 * 0.65),
  },
  {
    family: 'binomial_logit',
    lines: `${LINE}\nobserve y ~ binomial_logit(tries, eta)`,
    truth: LINE_TRUTH,
    draw: (random, effort, tries) => random.binomial(tries, logistic(line(effort))),
  },
  {
    family: 'beta_proportion',
    lines: `${LINE}\nparam precision ~ half_normal(20)\nobserve y ~ beta_proportion(logistic(eta), precision)`,
    truth: { ...LINE_TRUTH, precision: 12 },
    draw: (random, effort) => {
      const mean = logistic(line(effort));
      return random.beta(12 * mean, 12 * (1 - mean));
    },
  },
  {
    family: 'inflated_beta',
    lines: `${LINE}\nparam precision ~ half_normal(20)\nparam edges : probability ~ beta(1, 1)\nobserve y ~ inflated_beta(logistic(eta), precision, edges)`,
    truth: { ...LINE_TRUTH, precision: 12, edges: 0.3 },
    draw: (random, effort) => {
      const mean = logistic(line(effort));
      if (random.uniform() < 0.3) return random.uniform() < mean ? 1 : 0;
      return random.beta(12 * mean, 12 * (1 - mean));
    },
  },
  {
    family: 'beta_binomial',
    lines: 'param a, b ~ half_normal(5)\nobserve y ~ beta_binomial(tries, a, b)',
    truth: { a: 1.5, b: 2.5 },
    draw: (random, _, tries) => random.binomial(tries, random.beta(1.5, 2.5)),
  },
  {
    family: 'normal',
    lines: `${LINE}\nparam spread ~ half_normal(5)\nobserve y ~ normal(eta, spread)`,
    truth: { ...LINE_TRUTH, spread: 1.3 },
    draw: (random, effort) => random.normal(line(effort), 1.3),
  },
  {
    family: 'student_t',
    lines: `${LINE}\nparam spread ~ half_normal(5)\nparam nu ~ uniform(1, 40)\nobserve y ~ student_t(nu, eta, spread)`,
    truth: { ...LINE_TRUTH, spread: 1.3, nu: 4 },
    draw: (random, effort) => random.studentT(4, line(effort), 1.3),
  },
  {
    family: 'lognormal',
    lines: `${LINE}\nparam spread ~ half_normal(5)\nobserve y ~ lognormal(eta, spread)`,
    truth: { ...LINE_TRUTH, spread: 0.7 },
    draw: (random, effort) => Math.exp(random.normal(line(effort), 0.7)),
  },
  {
    family: 'poisson',
    lines: `${LINE}\nobserve y ~ poisson(exp(eta))`,
    truth: LINE_TRUTH,
    draw: (random, effort) => random.poisson(Math.exp(line(effort))),
  },
  {
    family: 'neg_binomial',
    lines: `${LINE}\nparam excess ~ half_normal(2)\nobserve y ~ neg_binomial(exp(eta), excess)`,
    truth: { ...LINE_TRUTH, excess: 0.6 },
    draw: (random, effort) => random.poisson(Math.exp(line(effort)) * 0.6 * random.gamma(1 / 0.6)),
  },
  {
    family: 'gamma',
    lines: `${LINE}\nparam form ~ half_normal(5)\nobserve y ~ gamma(form, form / exp(eta))`,
    truth: { ...LINE_TRUTH, form: 2.5 },
    draw: (random, effort) => (Math.exp(line(effort)) / 2.5) * random.gamma(2.5),
  },
  {
    family: 'weibull',
    lines: `${LINE}\nparam form ~ half_normal(5)\nobserve y ~ weibull(form, exp(eta))`,
    truth: { ...LINE_TRUTH, form: 1.6 },
    draw: (random, effort) => Math.exp(line(effort)) * (-Math.log(random.uniform())) ** (1 / 1.6),
  },
  {
    family: 'exponential',
    lines: `${LINE}\nobserve y ~ exponential(exp(-eta))`,
    truth: LINE_TRUTH,
    draw: (random, effort) => -Math.log(random.uniform()) * Math.exp(line(effort)),
  },
  {
    family: 'ordered_logistic',
    lines:
      'param slope ~ normal(0, 3)\nparam lowest ~ normal(0, 3)\nparam gap1, gap2 ~ half_normal(3)\n' +
      'observe y ~ ordered_logistic(slope * effort, lowest, lowest + gap1, lowest + gap1 + gap2)',
    truth: { slope: -0.8, lowest: -1, gap1: 0.9, gap2: 1.6 },
    draw: (random, effort) => random.ordered(-0.8 * effort, [-1, -0.1, 1.5]),
  },
  {
    family: 'partial_credit',
    lines: 'param slope, b1, b2 ~ normal(0, 3)\nobserve y ~ partial_credit(slope * effort, b1, b2)',
    truth: { slope: 1.2, b1: 0.5, b2: -0.4 },
    draw: (random, effort) => random.among([1, Math.exp(1.2 * effort - 0.5), Math.exp(2.4 * effort - 0.1)]),
  },
  {
    family: 'categorical_logit',
    lines:
      'param slope, other, last ~ normal(0, 3)\nobserve y ~ categorical_logit(0, slope * effort, other - last * effort)',
    truth: { slope: -0.8, other: 0.6, last: 0.5 },
    draw: (random, effort) => random.among([1, Math.exp(-0.8 * effort), Math.exp(0.6 - 0.5 * effort)]),
  },
];

/** The quantile by which a standard normal z would pass 4: 1 in 16 000 for each parameter. */
const FARTHEST = 4;

/** Draws outcomes, fits, and expects each parameter within 4 posterior standard deviations, which are small. */
export async function expectRecovery(
  { family, lines, truth, draw }: Recovery,
  rows: number,
  seed: number,
): Promise<void> {
  const random = new Simulator(seed);
  const effort = Float64Array.from({ length: rows }, (_, row) => (row % 21) / 5 - 2);
  const tries = Float64Array.from({ length: rows }, (_, row) => row % 7);
  const y = Float64Array.from(effort, (x, row) => draw(random, x, tries[row]!));
  const used = [
    ...(lines.includes('effort') ? ['demand effort'] : []),
    ...(lines.includes('tries') ? ['demand tries : count'] : []),
  ];
  const text = ['layout Recovery', ...used, lines, ''].join('\n');
  const columns = new Map([
    ['effort', effort],
    ['tries', tries],
    ['y', y],
  ]);
  const { bytes } = await compileToFit({ name: `${family}.ml`, text }, sketchOf(columns));
  const options = { chains: 4, warmup: 500, draws: 500, seed: 1n, pool: openThisThread(), scouts: 0 };
  const { summary, verdict } = await fitOnce(await loadModule(bytes), columns, options);
  expect(verdict.status).toBe('converged');
  for (const [name, value] of Object.entries(truth)) {
    const { mean, sd } = summary[name]!;
    expect(Math.abs(mean! - value) / sd!, `${name} is ${mean} ± ${sd}, not ${value}`).toBeLessThan(FARTHEST);
    expect(sd! / Math.abs(value), `${name}: sd`).toBeLessThan(0.35);
  }
}
