/** Draws an outcome of a row. */
import type { Observation, TypedExpression } from '../../compiler/check/typed-layout.ts';
import {
  componentsOf,
  type FamilyOf,
  namedPartsOf,
  type OutcomeFamily,
  type OutcomeKinds,
} from '../../compiler/families/outcomes.ts';
import {
  isListKind,
  type ListKind,
  type OutcomeParameters,
  type ParameterKind,
} from '../../compiler/families/parameters.ts';
import { type Environment, evaluateProbability, evaluateReal } from '../../compiler/interpret/evaluate.ts';
import { type LogProbability, linear, logistic, not } from '../../compiler/interpret/log-probability.ts';
import { truncationOf } from '../../compiler/interpret/outcomes.ts';
import { type EvaluatedPrior, logMassBetween, type Range } from '../../compiler/interpret/priors.ts';
import { drawBernoulli, drawBinomial, isBelow } from '../../statistics/random/binomial.ts';
import { roundBetween } from '../../statistics/random/doubles.ts';
import { exp, log } from '../../statistics/random/elementary.ts';
import { drawBeta, drawLogGamma, drawStudentT, type ProbabilityPair } from '../../statistics/random/gamma.ts';
import { drawPassage } from '../../statistics/random/passage.ts';
import { drawPoisson } from '../../statistics/random/poisson.ts';
import type { Stream } from '../../statistics/random/stream.ts';
import { drawPrior } from './draw-prior.ts';

/** Why an outcome has no distribution: the name of a parameter with an impossible value. */
export interface Unsound {
  readonly parameter: string;
  readonly value: number;
  readonly wanted: string;
}

/** Valid parameters of a distribution: probabilities with their complements, cut points in order, others as numbers. */
type Sound<P> = {
  readonly [Name in keyof P]: P[Name] extends 'probability' | 'openProbability'
    ? ProbabilityPair
    : P[Name] extends ListKind
      ? readonly number[]
      : number;
};

type Draw<P> = (parameters: Sound<P>, random: Stream) => number;

const draws: { readonly [F in OutcomeFamily]: Draw<OutcomeKinds<F>> } = {
  bernoulli: ({ p }, random) => drawBernoulli(random, p),
  bernoulli_logit: ({ logit }, random) => drawBernoulli(random, pairOf(logistic(logit))),
  binomial: ({ n, p }, random) => drawBinomial(random, n, p),
  binomial_logit: ({ n, logit }, random) => drawBinomial(random, n, pairOf(logistic(logit))),
  beta_binomial: ({ n, a, b }, random) => drawBinomial(random, n, drawBeta(random, a, b)),
  beta_proportion: ({ mean, precision }, random) =>
    roundBetween(drawBeta(random, precision * mean.p, precision * mean.complement).p, 0, 1),
  inflated_beta({ mean, precision, edges }, random) {
    if (drawBernoulli(random, edges) === 1) return drawBernoulli(random, mean);
    return roundBetween(drawBeta(random, precision * mean.p, precision * mean.complement).p, 0, 1);
  },
  poisson: ({ rate }, random) => drawPoisson(random, rate),
  // A Poisson's rate drawn from a gamma distribution of shape 1/dispersion: Devroye 1986, section X.4.3.
  neg_binomial: ({ mean, dispersion }, random) =>
    drawPoisson(random, exp(drawLogGamma(random, 1 / dispersion) + log(dispersion) + log(mean))),
  normal: ({ mean, sd }, random) => finite(mean + sd * random.normal()),
  student_t: ({ df, location, scale }, random) => finite(location + scale * drawStudentT(random, df)),
  lognormal: ({ mu, sigma }, random) => roundBetween(exp(mu + sigma * random.normal()), 0, Infinity),
  gamma: ({ shape, rate }, random) => roundBetween(exp(drawLogGamma(random, shape) - log(rate)), 0, Infinity),
  // The power of an exponential variable.
  weibull: ({ shape, scale }, random) =>
    roundBetween(exp(log(scale) + log(-log(random.uniform())) / shape), 0, Infinity),
  exponential: ({ rate }, random) => roundBetween(-log(random.uniform()) / rate, 0, Infinity),
  wiener({ boundary, delay, start, drift }, random) {
    const { time } = drawPassage(random, boundary * drift, start);
    return roundBetween(delay + boundary * boundary * time, 0, Infinity);
  },
  wiener_choice: ({ boundary, start, drift }, random) =>
    drawPassage(random, boundary * drift, start).isUpper ? 1 : 0,
  ordered_logistic({ eta, cut: cuts }, random) {
    const u = random.uniform();
    // P(y > k) decreases with k, so one uniform deviate decides all comparisons.
    const isAbove = (cut: number) => isBelow({ p: u, complement: 1 - u }, pairOf(logistic(eta - cut)));
    return 1 + cuts.filter(isAbove).length;
  },
  partial_credit: ({ eta, step: steps }, random) => {
    const logits = [0];
    for (const step of steps) logits.push(logits.at(-1)! + eta - step);
    return drawShare(random, logits);
  },
  categorical_logit: ({ logit: logits }, random) => drawShare(random, logits),
};

/** A value from 1 on, with probabilities proportional to the exponentials of the logits. */
function drawShare(random: Stream, logits: readonly number[]): number {
  const most = Math.max(...logits);
  const weights = logits.map((logit) => exp(logit - most));
  return 1 + drawPlace(random, weights);
}

/** A place, with probabilities in proportion to the weights. */
function drawPlace(random: Stream, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const at = random.uniform() * total;
  let upTo = 0;
  for (const [index, weight] of weights.entries()) {
    upTo += weight;
    if (at < upTo) return index;
  }
  // Where rounding makes the uniform number 1: the last place that can be.
  return weights.findLastIndex((weight) => weight > 0);
}

/**
 * A draw with the parameters that the outcome has in this scope. It is always inside the support: a value that
 * overflows, or that rounds to an excluded end, becomes the nearest allowed number.
 */
export function drawOutcome(observation: Observation, scope: Environment, random: Stream): number | Unsound {
  const range = truncationOf(observation, scope);
  if (observation.family !== 'mixture') return drawFrom(observation, range, scope, random);
  const weights: number[] = [];
  const components = componentsOf<TypedExpression>(observation);
  for (const [place, { kind, share, distribution }] of components.entries()) {
    const { value, isSound, wanted } = readParameter(kind, share, -Infinity, scope);
    const weight = typeof value === 'number' ? value : value.p;
    if (!isSound) return { parameter: `share ${place + 1}`, value: weight, wanted };
    if (range === null) weights.push(weight);
    else {
      const parameters = soundParameters(distribution, scope);
      if (isUnsound(parameters)) return parameters;
      weights.push(weight * exp(logMassBetween(asPrior(distribution, parameters), range.lo, range.hi)));
    }
  }
  // No component has any probability within the range.
  const taken = components[drawPlace(random, weights)];
  return taken === undefined ? Number.NaN : drawFrom(taken.distribution, range, scope, random);
}

/** A draw from a distribution of a family, within a range if there is one. */
function drawFrom(
  distribution: FamilyOf<TypedExpression>,
  truncation: Range | null,
  scope: Environment,
  random: Stream,
): number | Unsound {
  const parameters = soundParameters(distribution, scope);
  if (isUnsound(parameters)) return parameters;
  if (truncation !== null) return drawPrior({ ...asPrior(distribution, parameters), truncation }, random);
  const draw = draws[distribution.family] as Draw<OutcomeParameters>;
  return draw(parameters, random);
}

/** The distribution as a prior: every family that can be truncated is one too. */
function asPrior(
  { family }: FamilyOf<TypedExpression>,
  parameters: Sound<OutcomeParameters>,
): EvaluatedPrior {
  return { family, parameters } as unknown as EvaluatedPrior;
}

function isUnsound(parameters: Sound<OutcomeParameters> | Unsound): parameters is Unsound {
  return 'wanted' in parameters;
}

function soundParameters(
  distribution: FamilyOf<TypedExpression>,
  scope: Environment,
): Sound<OutcomeParameters> | Unsound {
  const sound: Record<string, ProbabilityPair | number | readonly number[]> = {};
  for (const { parameter, kind, part } of namedPartsOf<TypedExpression>(distribution)) {
    const list = isListKind(kind) ? ((sound[parameter] ?? []) as readonly number[]) : null;
    const { value, isSound, wanted } = readParameter(kind, part, list?.at(-1) ?? -Infinity, scope);
    if (!isSound) {
      // Cut points are named c1, c2, …, as is usual in layouts.
      const name = list === null ? parameter : `${LIST_LETTERS[kind as ListKind]}${list.length + 1}`;
      return { parameter: name, value: typeof value === 'number' ? value : value.p, wanted };
    }
    sound[parameter] = list === null ? value : [...list, value as number];
  }
  return sound as Sound<OutcomeParameters>;
}

const LIST_LETTERS: Readonly<Record<ListKind, string>> = { cuts: 'c', steps: 'b', logits: 'l' };

/** The value of a parameter, and whether it is valid. `before` is the preceding cut point. */
function readParameter(
  kind: ParameterKind,
  part: TypedExpression,
  before: number,
  scope: Environment,
): { readonly value: number | ProbabilityPair; readonly isSound: boolean; readonly wanted: string } {
  if (kind === 'probability' || kind === 'openProbability') {
    const share = pairOf(evaluateProbability(part, scope));
    return kind === 'probability'
      ? { value: share, isSound: share.p >= 0 && share.complement >= 0, wanted: 'between 0 and 1' }
      : { value: share, isSound: share.p > 0 && share.complement > 0, wanted: 'above 0 and below 1' };
  }
  const value = evaluateReal(part, scope);
  const isNumber = Number.isFinite(value);
  switch (kind) {
    case 'location':
    case 'number':
    case 'steps':
    case 'logits':
      return { value, isSound: isNumber, wanted: 'a finite number' };
    case 'scale':
    case 'rate':
    case 'shape':
      return { value, isSound: isNumber && value > 0, wanted: 'above 0' };
    case 'trials':
      return { value, isSound: Number.isInteger(value) && value >= 0, wanted: 'a whole number from 0' };
    case 'cuts':
      return isNumber
        ? { value, isSound: before <= value, wanted: `at least the ${before} before it` }
        : { value, isSound: false, wanted: 'a finite number' };
  }
}

function pairOf(p: LogProbability): ProbabilityPair {
  return { p: linear(p), complement: linear(not(p)) };
}

function finite(x: number): number {
  return roundBetween(x, -Infinity, Infinity);
}
