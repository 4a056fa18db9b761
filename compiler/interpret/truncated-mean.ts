/**
 * The mean of an outcome that is truncated to a range, from textbooks: Johnson, Kotz & Balakrishnan, Continuous Univariate
 * Distributions, volumes 1 and 2, 2nd edition (1994 and 1995). Most are the whole mean times a quotient of two masses of
 * the range: that under the density times the value, which is of the same family, over its own.
 */
import type { OutcomeFamily, OutcomeKinds } from '../families/outcomes.ts';
import { logGamma, logGammaHalfStep, logOnePlusSquare } from './log-gamma.ts';
import { type EvaluatedPrior, logMassBetween, type Range } from './priors.ts';

/** The families of which the probabilities of ranges are known. */
export type RangedFamily = 'normal' | 'student_t' | 'lognormal' | 'gamma' | 'weibull' | 'exponential';

type Parameters<F extends OutcomeFamily> = { readonly [Name in keyof OutcomeKinds<F>]: number };

const means: { readonly [F in RangedFamily]: (parameters: Parameters<F>, range: Range) => number } = {
  normal({ mean, sd }, { lo, hi }) {
    const mass = logMass({ family: 'normal', parameters: { mean, sd } }, { lo, hi });
    const density = (end: number) => {
      const log = -0.5 * ((end - mean) / sd) ** 2 - 0.5 * Math.log(2 * Math.PI);
      return Math.exp(log - mass);
    };
    return mean + sd * (density(lo) - density(hi));
  },
  student_t({ df, location, scale }, { lo, hi }) {
    if (df <= 1 && !(Number.isFinite(lo) && Number.isFinite(hi))) return Number.NaN;
    const mass = logMass({ family: 'student_t', parameters: { df, location, scale } }, { lo, hi });
    const peak = logGammaHalfStep(df / 2) - 0.5 * Math.log(2 * Math.PI) - mass;
    /** ∫ from the end to ∞ of t times the density, but for a constant. */
    const beyond = (end: number) => {
      if (!Number.isFinite(end)) return 0;
      const growth = logOnePlusSquare((end - location) / scale, df);
      if (df === 1) return -0.5 * Math.exp(peak) * growth;
      return (Math.exp(peak - 0.5 * (df - 1) * growth) * df) / (df - 1);
    };
    return location + scale * (beyond(lo) - beyond(hi));
  },
  lognormal({ mu, sigma }, range) {
    const mass = (middle: number) =>
      logMass({ family: 'lognormal', parameters: { mu: middle, sigma } }, range);
    return Math.exp(mu + 0.5 * sigma ** 2 + mass(mu + sigma ** 2) - mass(mu));
  },
  gamma({ shape, rate }, range) {
    const mass = (steps: number) => logMass({ family: 'gamma', parameters: { shape: steps, rate } }, range);
    return (shape / rate) * Math.exp(mass(shape + 1) - mass(shape));
  },
  weibull({ shape, scale }, { lo, hi }) {
    const ends = { lo: (lo / scale) ** shape, hi: (hi / scale) ** shape };
    const mass = (steps: number) => logMass({ family: 'gamma', parameters: { shape: steps, rate: 1 } }, ends);
    return scale * Math.exp(logGamma(1 + 1 / shape) + mass(1 + 1 / shape) - mass(1));
  },
  exponential({ rate }, { lo, hi }) {
    const width = hi - lo;
    return lo + 1 / rate - (width === Infinity ? 0 : width / Math.expm1(rate * width));
  },
};

function logMass(prior: EvaluatedPrior, { lo, hi }: Range): number {
  return logMassBetween(prior, lo, hi);
}

/** E[y | lo ≤ y ≤ hi]; NaN where there is none. */
export function meanWithin(
  family: RangedFamily,
  parameters: Readonly<Record<string, unknown>>,
  range: Range,
): number {
  const mean = means[family] as (given: typeof parameters, within: Range) => number;
  return mean(parameters, range);
}
