/**
 * The meaning of each outcome distribution: its normalised log density or mass in Stan's parametrisation, and its mean.
 * Written from the definitions, independently of compiler/families, which tests compare with this.
 */
import type { Observation, TypedExpression } from '../check/typed-layout.ts';
import {
  componentsOf,
  type FamilyOf,
  gradesOf,
  type MixtureOf,
  namedPartsOf,
  type OutcomeFamily,
  type OutcomeKinds,
  type OutcomeOf,
  outcomeDefinition,
} from '../families/outcomes.ts';
import { isListKind, type ListKind, type OutcomeParameters } from '../families/parameters.ts';
import type { Ends } from '../families/prior.ts';
import { logChoose, logPolya } from './beta-binomial.ts';
import { type Environment, evaluateProbability, evaluateReal } from './evaluate.ts';
import { logBeta, logGamma, logGammaHalfStep, logOnePlusSquare, stirlingError } from './log-gamma.ts';
import { type LogProbability, linear, logistic, logSumOfTwo, not, probability } from './log-probability.ts';
import { logPassage, meanPassage, mirrored, probabilityOfUpper } from './passage.ts';
import { type EvaluatedPrior, logMassBetween, type Range } from './priors.ts';
import {
  deviance,
  LARGEST_SMALL_SHAPE,
  logBetaDensityOfLogOdds,
  logGammaDensityOfLog,
  productLess,
} from './saddle-point.ts';
import { meanWithin, type RangedFamily } from './truncated-mean.ts';

/** The parameters in a row: probabilities as pairs, cut points as a list, all others as numbers. */
type Evaluated<P> = {
  readonly [Name in keyof P]: P[Name] extends 'probability' | 'openProbability'
    ? LogProbability
    : P[Name] extends ListKind
      ? readonly number[]
      : number;
};

interface OutcomeMeaning<P extends OutcomeParameters> {
  /** The log density or mass of a value that the outcome can have. `given` is the choice beside it, NaN if that is missing. */
  logDensity(y: number, parameters: Evaluated<P>, given: number): number;
  /** The mean: of a flag the probability of 1, of grades the mean grade; NaN if there is none. */
  mean(parameters: Evaluated<P>): number;
  /** The probability of 1, for a 0/1 outcome. */
  success?(parameters: Evaluated<P>): LogProbability;
}

/**
 * Gelman et al., Bayesian Data Analysis, 3rd edition (2013), table A.1; the ordered logistic is McCullagh's (1980), Regression
 * models for ordinal data, Journal of the Royal Statistical Society B 42, 109–142.
 */
const meanings: { readonly [F in OutcomeFamily]: OutcomeMeaning<OutcomeKinds<F>> } = {
  bernoulli: {
    logDensity: (y, { p }) => logBernoulli(y, p),
    mean: ({ p }) => linear(p),
    success: ({ p }) => p,
  },
  bernoulli_logit: {
    logDensity: (y, { logit }) => logBernoulli(y, logistic(logit)),
    mean: ({ logit }) => linear(logistic(logit)),
    success: ({ logit }) => logistic(logit),
  },
  binomial: {
    logDensity: (y, { n, p }) => logBinomial(y, n, p),
    mean: ({ n, p }) => n * linear(p),
  },
  binomial_logit: {
    logDensity: (y, { n, logit }) => logBinomial(y, n, logistic(logit)),
    mean: ({ n, logit }) => n * linear(logistic(logit)),
  },
  beta_proportion: {
    logDensity: (y, { mean, precision }) =>
      logBetaDensity(y, precision * linear(mean), precision * linear(not(mean))),
    mean: ({ mean }) => linear(mean),
  },
  inflated_beta: {
    logDensity(y, { mean, precision, edges }) {
      if (y === 0) return edges.lnP + mean.lnComplement;
      if (y === 1) return edges.lnP + mean.lnP;
      const inside = logBetaDensity(y, precision * linear(mean), precision * linear(not(mean)));
      return edges.lnComplement + inside;
    },
    mean: ({ mean }) => linear(mean),
  },
  beta_binomial: {
    logDensity: (y, { n, a, b }) => logPolya(n, y, a, b),
    mean: ({ n, a, b }) => (n * a) / (a + b),
  },
  poisson: {
    logDensity: (y, { rate }) => logPoisson(y, rate),
    mean: ({ rate }) => rate,
  },
  neg_binomial: {
    logDensity: (y, { mean, dispersion }) => logNegBinomial(y, mean, dispersion),
    mean: ({ mean }) => mean,
  },
  normal: {
    logDensity: (y, { mean, sd }) => logNormal(y, mean, sd),
    mean: ({ mean }) => mean,
  },
  student_t: {
    logDensity(y, { df, location, scale }) {
      const norm = logGammaHalfStep(df / 2) - 0.5 * Math.log(2 * Math.PI) - Math.log(scale);
      return norm - ((df + 1) / 2) * logOnePlusSquare((y - location) / scale, df);
    },
    mean: ({ df, location }) => (df <= 1 ? Number.NaN : location),
  },
  lognormal: {
    logDensity: (y, { mu, sigma }) => logNormal(Math.log(y), mu, sigma) - Math.log(y),
    mean: ({ mu, sigma }) => Math.exp(mu + 0.5 * sigma ** 2),
  },
  gamma: {
    logDensity(y, { shape, rate }) {
      if (shape > LARGEST_SMALL_SHAPE)
        return logGammaDensityOfLog(shape, rate * y, productLess(rate, y, shape)) - Math.log(y);
      return shape * Math.log(rate) - logGamma(shape) + (shape - 1) * Math.log(y) - rate * y;
    },
    mean: ({ shape, rate }) => shape / rate,
  },
  weibull: {
    logDensity: (y, { shape, scale }) =>
      Math.log(shape / scale) + (shape - 1) * Math.log(y / scale) - (y / scale) ** shape,
    mean: ({ shape, scale }) => scale * Math.exp(logGamma(1 + 1 / shape)),
  },
  exponential: {
    logDensity: (y, { rate }) => Math.log(rate) - rate * y,
    mean: ({ rate }) => 1 / rate,
  },
  wiener: {
    logDensity(y, race, given) {
      const chance = probabilityOfUpper(race);
      if (given === 1) return logPassage(y, mirrored(race)) - chance.lnP;
      if (given === 0) return logPassage(y, race) - chance.lnComplement;
      return logSumOfTwo(logPassage(y, race), logPassage(y, mirrored(race)));
    },
    mean: (race) => race.delay + race.boundary ** 2 * meanPassage(race),
  },
  wiener_choice: {
    logDensity: (y, race) => logBernoulli(y, probabilityOfUpper(race)),
    mean: (race) => linear(probabilityOfUpper(race)),
    success: probabilityOfUpper,
  },
  ordered_logistic: {
    logDensity: (y, { eta, cut: cuts }) => logOrdered(y, eta, cuts),
    mean: ({ eta, cut: cuts }) => cuts.reduce((sum, cut) => sum + linear(logistic(eta - cut)), 1),
  },
  partial_credit: {
    logDensity: (y, given) => logShare(creditLogits(given), y),
    mean: (given) => meanShare(creditLogits(given)),
  },
  categorical_logit: {
    logDensity: (y, { logit: logits }) => logShare(logits, y),
    mean: ({ logit: logits }) => meanShare(logits),
  },
};

/** A distribution in a row. */
interface Distribution {
  /** The log density or mass of a value that the outcome can have, NaN if a parameter is invalid. `given` is the choice beside it, NaN if that is missing. */
  logDensity(y: number, given: number): number;
  /** The log probability of a range. */
  logMass(range: Range): number;
  /** The mean, of the values in the range if there is one. */
  mean(range: Range | null): number;
  /** The probability of 1; null if the outcome is not 0 or 1. */
  readonly success: LogProbability | null;
}

/** The distribution that an outcome has in a row. */
function distributionIn(outcome: OutcomeOf<TypedExpression>, scope: Environment): Distribution {
  return outcome.family === 'mixture' ? mixtureIn(outcome, scope) : ofFamily(outcome, scope);
}

function ofFamily(outcome: FamilyOf<TypedExpression>, scope: Environment): Distribution {
  const { family } = outcome;
  const meaning = meanings[family] as OutcomeMeaning<OutcomeParameters>;
  const parameters = parametersIn(outcome, scope);
  const isSound = Object.entries(outcomeDefinition(outcome).parameters).every(
    ([name, kind]) => !['scale', 'rate', 'shape'].includes(kind) || (parameters[name] as number) > 0,
  );
  return {
    logDensity: (y, given) => (isSound ? meaning.logDensity(y, parameters, given) : Number.NaN),
    // Every family that has ranges is a prior too.
    logMass: ({ lo, hi }) =>
      isSound ? logMassBetween({ family, parameters } as unknown as EvaluatedPrior, lo, hi) : Number.NaN,
    mean: (range) =>
      range === null ? meaning.mean(parameters) : meanWithin(family as RangedFamily, parameters, range),
    success: meaning.success?.(parameters) ?? null,
  };
}

/** The probability of a component is its share, divided by the sum of all shares. */
function mixtureIn(mixture: MixtureOf<TypedExpression>, scope: Environment): Distribution {
  const components = componentsOf(mixture).map(({ kind, share, distribution }) => ({
    logShare:
      kind === 'probability' ? evaluateProbability(share, scope).lnP : logOfShare(evaluateReal(share, scope)),
    ...ofFamily(distribution, scope),
  }));
  const total = logSum(components.map(({ logShare }) => logShare));
  const mixed = (logOf: (component: Distribution) => number) =>
    logSum(components.map((each) => each.logShare - total + logOf(each)));
  return {
    logDensity: (y, given) => mixed((each) => each.logDensity(y, given)),
    logMass: (range) => mixed((each) => each.logMass(range)),
    mean(range) {
      const weights = components.map(
        (each) => each.logShare - total + (range === null ? 0 : each.logMass(range)),
      );
      const whole = logSum(weights);
      return components.reduce((sum, each, place) => {
        const weight = Math.exp(weights[place]! - whole);
        return weight === 0 ? sum : sum + weight * each.mean(range);
      }, 0);
    },
    success: components.some(({ success }) => success === null)
      ? null
      : {
          lnP: mixed(({ success }) => success!.lnP),
          lnComplement: mixed(({ success }) => success!.lnComplement),
        },
  };
}

/** ln of a share, which must be above 0. */
function logOfShare(share: number): number {
  return share > 0 ? Math.log(share) : Number.NaN;
}

function logSum(logs: readonly number[]): number {
  return logs.reduce(logSumOfTwo);
}

/** The parameters of an outcome's distribution in a row, by name. */
function parametersIn(outcome: FamilyOf<TypedExpression>, scope: Environment): Evaluated<OutcomeParameters> {
  const evaluated: Record<string, LogProbability | number | number[]> = {};
  for (const { parameter, kind, part } of namedPartsOf<TypedExpression>(outcome)) {
    if (kind === 'probability' || kind === 'openProbability') {
      evaluated[parameter] = evaluateProbability(part, scope);
    } else if (isListKind(kind)) {
      const before = (evaluated[parameter] ?? []) as number[];
      evaluated[parameter] = [...before, evaluateReal(part, scope)];
    } else {
      evaluated[parameter] = evaluateReal(part, scope);
    }
  }
  return evaluated as Evaluated<OutcomeParameters>;
}

/**
 * The log density of an outcome in a row, or the log probability of its range if it is censored, times the weight of
 * the row; NaN if a parameter is invalid, such as an `sd` that is not positive.
 */
export function logOutcome(observation: Observation, y: number, scope: Environment): number {
  const { weight } = observation;
  const times = weight === null ? 1 : scope.column(weight.column);
  return times === 0 ? 0 : times * logOfRow(observation, y, scope);
}

function logOfRow(observation: Observation, y: number, scope: Environment): number {
  const { logDensity, logMass } = distributionIn(observation, scope);
  const truncation = truncationOf(observation, scope);
  const whole = truncation === null ? 0 : logMass(truncation);
  if (truncation !== null && !(truncation.lo <= y && y <= truncation.hi))
    return Number.isNaN(whole) ? whole : -Infinity;
  const range = rangeOf(observation, y, scope);
  if (range === null) {
    const given = observation.given === null ? Number.NaN : scope.column(observation.given);
    return logDensity(y, given) - whole;
  }
  const { lo, hi } = truncation ?? supportOf(observation);
  return logMass({ lo: range.lo ?? lo, hi: Math.min(range.hi ?? hi, hi) }) - whole;
}

/** From where to where values lie at all. */
function supportOf(observation: Observation): Range {
  return { lo: outcomeDefinition(observation).values === 'positive' ? 0 : -Infinity, hi: Infinity };
}

/** The range to which an outcome is truncated in a row; null if it is not. */
export function truncationOf(observation: Observation, scope: Environment): Range | null {
  const { truncation } = observation;
  if (truncation === null) return null;
  const { lo, hi } = supportOf(observation);
  return {
    lo: truncation.lo === null ? lo : evaluateReal(truncation.lo, scope),
    hi: truncation.hi === null ? hi : evaluateReal(truncation.hi, scope),
  };
}

/** The range of the value in a censored row; null if the recorded value is exact. */
function rangeOf({ censoring }: Observation, y: number, scope: Environment): Ends<number> | null {
  switch (censoring?.kind) {
    case undefined:
      return null;
    case 'where':
      return scope.column(censoring.flag) === censoring.equals ? { lo: y, hi: null } : null;
    case 'to': {
      const to = evaluateReal(censoring.to, scope);
      return to > y ? { lo: y, hi: to } : null;
    }
    case 'limits': {
      const [below, above] = [censoring.below, censoring.above].map(
        (limit) => limit && evaluateReal(limit, scope),
      );
      if (above != null && y >= above) return { lo: above, hi: null };
      return below != null && y <= below ? { lo: null, hi: below } : null;
    }
  }
}

/** The mean of an outcome's distribution in a row. */
export function outcomeMean(observation: Observation, scope: Environment): number {
  return distributionIn(observation, scope).mean(truncationOf(observation, scope));
}

/** The success probability of a 0/1 outcome; null for any other. */
export function successProbability(observation: Observation, scope: Environment): LogProbability | null {
  return distributionIn(observation, scope).success;
}

/** Whether an outcome can have the value at all; `trials` is the number of trials of a count. */
export function isPossible(observation: Observation, y: number, trials: number): boolean {
  switch (outcomeDefinition(observation).values) {
    case 'flag':
      return y === 0 || y === 1;
    case 'count':
      return Number.isInteger(y) && y >= 0 && y <= trials;
    case 'grade':
      return Number.isInteger(y) && y >= 1 && y <= gradesOf(observation);
    case 'tally':
      return Number.isInteger(y) && y >= 0;
    case 'share':
      return y > 0 && y < 1;
    case 'closedShare':
      return y >= 0 && y <= 1;
    case 'positive':
      return y > 0 && y < Infinity;
    case 'line':
      return Number.isFinite(y);
  }
}

/** ln p for a success, ln(1 − p) for a failure. This is not a product, since 0 · ∞ is NaN. */
function logBernoulli(y: number, p: LogProbability): number {
  return y === 1 ? p.lnP : p.lnComplement;
}

function logBinomial(k: number, n: number, p: LogProbability): number {
  return logChoose(n, k) + times(k, p.lnP) + times(n - k, p.lnComplement);
}

/** By saddle points: Loader (2000), Fast and accurate computation of binomial probabilities. */
function logPoisson(y: number, rate: number): number {
  if (y === 0) return -rate;
  return -0.5 * Math.log(2 * Math.PI * y) - stirlingError(y) - deviance(y, rate, rate - y);
}

/**
 * The mass of y failures before 1/dispersion successes, by saddle points: a binomial mass of y + 1/dispersion trials,
 * of which the last is a success.
 */
function logNegBinomial(y: number, mean: number, dispersion: number): number {
  if (y === 0) return -Math.log1p(dispersion * mean) / dispersion;
  const successes = 1 / dispersion;
  const trials = y + successes;
  const surplus = (y - mean) / (1 + dispersion * mean);
  const growth = (1 + dispersion * y) / (1 + dispersion * mean);
  const errors = stirlingError(trials) - stirlingError(y) - stirlingError(successes);
  const deviances = deviance(y, mean * growth, -surplus) + deviance(successes, successes * growth, surplus);
  return errors - deviances - 0.5 * Math.log(2 * Math.PI * y) - 0.5 * Math.log1p(dispersion * y);
}

/** The textbook's formula, or for shapes at which its terms nearly cancel the saddle-point formula. */
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
 * ln(P(at least y) − P(more than y)) with P(more than k) = σ(η − c_k). Between two cut points this is 1 minus both
 * tails or, if that is less than half, sinh((a − b)/2)/(2 cosh(a/2) cosh(b/2)) = σ(a) − σ(b), which keeps the digits of
 * close cut points. −∞ between two equal cut points; NaN if any cut point is below the previous one, whatever y is.
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

/** −ln Σ exp(l − l_y), computed relative to the largest exponent: the log of the share of e^{l_y} in Σ e^l. */
function logShare(logits: readonly number[], y: number): number {
  const apart = logits.toSpliced(y - 1, 1).map((logit) => logit - logits[y - 1]!);
  const most = Math.max(0, ...apart);
  const others = apart.reduce((sum, distance) => sum + Math.exp(distance - most), 0);
  return most === 0 ? -Math.log1p(others) : -most - Math.log(Math.exp(-most) + others);
}

function meanShare(logits: readonly number[]): number {
  return logits.reduce((sum, _, index) => sum + (index + 1) * Math.exp(logShare(logits, index + 1)), 0);
}

/** The logits of grades that are reached step by step. */
function creditLogits({
  eta,
  step: steps,
}: {
  readonly eta: number;
  readonly step: readonly number[];
}): number[] {
  return [
    0,
    ...steps.map((_, index) => steps.slice(0, index + 1).reduce((sum, step) => sum + (eta - step), 0)),
  ];
}

function logSinh(x: number): number {
  return x < 1 ? Math.log(Math.sinh(x)) : x + Math.log1p(-Math.exp(-2 * x)) - Math.LN2;
}

function logCosh(x: number): number {
  return Math.abs(x) + Math.log1p(Math.exp(-2 * Math.abs(x))) - Math.LN2;
}

/** ln x^n, which is 0 for n = 0 even if x is 0. */
function times(n: number, lnX: number): number {
  return n === 0 ? 0 : n * lnX;
}
