/** The log densities of outcomes: normalised, in Stan's parametrisation. */
import type { Observation, OutcomeFamily, TypedExpression } from '../check/typed-layout.ts';
import { logChoose, logPolya } from './beta-binomial.ts';
import { evaluateProbability, evaluateReal, type Scope } from './evaluate.ts';
import { logBeta, logGammaHalfStep, logOnePlusSquare } from './log-gamma.ts';
import { type LogProbability, linear, logistic, not, probability } from './log-probability.ts';
import { LARGEST_SMALL_SHAPE, logBetaDensityOfLogOdds } from './saddle-point.ts';

/**
 * The log density of an outcome in a row; NaN where a parameter has no density, such as an `sd` that is not positive. Gelman
 * et al., Bayesian Data Analysis, 3rd edition (2013), table A.1; the ordered logistic is McCullagh's (1980), Regression
 * models for ordinal data, Journal of the Royal Statistical Society B 42, 109–142.
 */
export function logOutcome({ family, parameters }: Observation, y: number, scope: Scope): number {
  const x = (index: number): number => evaluateReal(parameters[index]!, scope);
  const p = (index: number): LogProbability => evaluateProbability(parameters[index]!, scope);
  switch (family) {
    case 'bernoulli':
      return logBernoulli(y, p(0));
    case 'bernoulli_logit':
      return logBernoulli(y, logistic(x(0)));
    case 'binomial':
      return logBinomial(y, x(0), p(1));
    case 'binomial_logit':
      return logBinomial(y, x(0), logistic(x(1)));
    case 'beta_proportion': {
      const [mean, precision] = [p(0), positive(x(1))];
      return logBetaDensity(y, precision * linear(mean), precision * linear(not(mean)));
    }
    case 'beta_binomial': {
      const [n, a, b] = [x(0), positive(x(1)), positive(x(2))];
      return logPolya(n, y, a, b);
    }
    case 'normal':
      return logNormal(y, x(0), positive(x(1)));
    case 'lognormal':
      return logNormal(Math.log(y), x(0), positive(x(1))) - Math.log(y);
    case 'student_t': {
      const [nu, mu, sigma] = [positive(x(0)), x(1), positive(x(2))];
      const z = (y - mu) / sigma;
      const norm = logGammaHalfStep(nu / 2) - 0.5 * Math.log(2 * Math.PI) - Math.log(sigma);
      return norm - ((nu + 1) / 2) * logOnePlusSquare(z, nu);
    }
    case 'ordered_logistic':
      return logOrdered(
        y,
        x(0),
        parameters.slice(1).map((cut) => evaluateReal(cut, scope)),
      );
  }
}

/** Whether an outcome can have the value at all; `most` is the number of trials, where there are some. */
export function isPossible({ family, parameters }: Observation, y: number, most: number): boolean {
  switch (family) {
    case 'bernoulli':
    case 'bernoulli_logit':
      return y === 0 || y === 1;
    case 'binomial':
    case 'binomial_logit':
    case 'beta_binomial':
      return Number.isInteger(y) && y >= 0 && y <= most;
    case 'beta_proportion':
      return y > 0 && y < 1;
    case 'lognormal':
      return y > 0 && y < Infinity;
    case 'normal':
    case 'student_t':
      return Number.isFinite(y);
    case 'ordered_logistic':
      return Number.isInteger(y) && y >= 1 && y <= parameters.length;
  }
}

const COUNTED: ReadonlySet<OutcomeFamily> = new Set(['binomial', 'binomial_logit', 'beta_binomial']);

/** How many trials a count is out of; null where the outcome is no such count. */
export function trialsOf({ family, parameters }: Observation): TypedExpression | null {
  return COUNTED.has(family) ? parameters[0]! : null;
}

/** The success probability of an outcome of 0 and 1; null for any other. */
export function successProbability({ family, parameters }: Observation, scope: Scope): LogProbability | null {
  if (family === 'bernoulli') return evaluateProbability(parameters[0]!, scope);
  return family === 'bernoulli_logit' ? logistic(evaluateReal(parameters[0]!, scope)) : null;
}

/** ln p for a success, ln(1 − p) for a failure: no product with 0, so that a certain event costs exactly nothing. */
function logBernoulli(y: number, p: LogProbability): number {
  return y === 1 ? p.lnP : p.lnComplement;
}

function logBinomial(k: number, n: number, p: LogProbability): number {
  return logChoose(n, k) + times(k, p.lnP) + times(n - k, p.lnComplement);
}

/** The textbook's formula, and beyond the shapes at which its terms nearly cancel the saddle point's. */
function logBetaDensity(y: number, a: number, b: number): number {
  if (Math.max(a, b) > LARGEST_SMALL_SHAPE)
    return logBetaDensityOfLogOdds(a, b, probability(y), y) - Math.log(y) - Math.log1p(-y);
  return (a - 1) * Math.log(y) + (b - 1) * Math.log1p(-y) - logBeta(a, b);
}

function logNormal(y: number, mean: number, sd: number): number {
  const z = (y - mean) / sd;
  return -0.5 * z * z - Math.log(sd) - 0.5 * Math.log(2 * Math.PI);
}

/**
 * ln(P(at least y) − P(more than y)) with P(more than k) = σ(η − c_k). Between two cut points it is what both tails leave, or, where that is
 * less than half, sinh((a − b)/2)/(2 cosh(a/2) cosh(b/2)) for σ(a) − σ(b), in which close cut points keep their digits. -∞ between two
 * that touch, and NaN where any cut point is below the one before it, whichever y lies between.
 */
function logOrdered(y: number, eta: number, cuts: readonly number[]): number {
  if (cuts.some((cut, index) => index > 0 && !(cut >= cuts[index - 1]!))) return Number.NaN;
  const upper = y === 1 ? { lnP: 0, lnComplement: -Infinity } : logistic(eta - cuts[y - 2]!);
  const lower = y > cuts.length ? { lnP: -Infinity, lnComplement: 0 } : logistic(eta - cuts[y - 1]!);
  if (y === 1) return lower.lnComplement;
  if (y > cuts.length) return upper.lnP;
  const outside = Math.exp(upper.lnComplement) + Math.exp(lower.lnP);
  if (outside < 0.5) return Math.log1p(-outside);
  const [below, above] = [cuts[y - 2]!, cuts[y - 1]!];
  return logSinh((above - below) / 2) - Math.LN2 - logCosh((eta - below) / 2) - logCosh((eta - above) / 2);
}

function logSinh(x: number): number {
  return x < 1 ? Math.log(Math.sinh(x)) : x + Math.log1p(-Math.exp(-2 * x)) - Math.LN2;
}

function logCosh(x: number): number {
  return Math.abs(x) + Math.log1p(Math.exp(-2 * Math.abs(x))) - Math.LN2;
}

/** ln x^n, which is 0 for n = 0 even where x is 0. */
function times(n: number, lnX: number): number {
  return n === 0 ? 0 : n * lnX;
}

function positive(x: number): number {
  return x > 0 ? x : Number.NaN;
}
