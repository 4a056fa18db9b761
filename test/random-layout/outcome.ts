/** Random outcomes of every distribution but `bernoulli`, with the values that their columns take. */
import type { Unit } from '../../compiler/check/typed-layout.ts';
import { chanceExpression, uncertain } from './chance-expression.ts';
import type { Choices } from './choices.ts';
import type { DemandDeclaration } from './demand.ts';
import { bare, positiveExpression, realExpression, someUnit, type Vocabulary } from './real-expression.ts';
import { BINDS, magnitude, type Real, within } from './term.ts';
import { complexity, DIMENSIONLESS, unitText } from './unit.ts';

/** What stands after `observe name`, and the column's value. */
export interface RandomOutcome {
  /** The unit of the outcome, if any, with its colon. */
  readonly annotation: string;
  readonly distribution: string;
  /** A range in which all values lie, if the outcome can be truncated. */
  readonly range?: string;
  /** Whether a choice is observed beside it. */
  readonly hasChoice?: true;
  /** A value for a fraction in [0, 1); `read` gives the demands of the row. */
  valueAt(fraction: number, read: (column: string) => number): number;
}

/** All components of a mixture can be, if the first can: the others have values of the same kind. */
const CENSORABLE = /^(mixture \{[^:]*: )?(normal|student_t|lognormal|gamma|weibull|exponential)\(/;

/** Clauses behind a distribution, or nothing: weights and counts by what demands allow, and rows that are censored. */
export function randomClauses(
  { distribution, range }: RandomOutcome,
  demands: readonly DemandDeclaration[],
  choices: Choices,
): string {
  const flags = demands.filter(({ isFlag }) => isFlag).flatMap(({ names }) => names);
  const counts = demands
    .filter(({ annotation }) => annotation.startsWith(': count'))
    .flatMap(({ names }) => names);
  const clauses: string[] = [];
  if (range !== undefined && choices.sometimes(0.4)) clauses.push(` in ${range}`);
  const flag = choices.pickAny(flags);
  if (CENSORABLE.test(distribution) && flag !== undefined && choices.sometimes(0.4))
    clauses.push(` censored where ${choices.sometimes(0.5) ? 'not ' : ''}${flag}`);
  const count = choices.pickAny(counts);
  const weight = choices.pickAny([...flags, ...counts]);
  if (count !== undefined && choices.sometimes(0.2)) clauses.push(` count ${count}`);
  else if (weight !== undefined && choices.sometimes(0.2)) clauses.push(` weight ${weight}`);
  return clauses.join('');
}

type Maker = (words: Vocabulary, demands: readonly DemandDeclaration[], choices: Choices) => RandomOutcome;

/** How far a logit goes, and the reach of a probability whose shapes are computed. */
const FARTHEST_LOGIT = 60;
const SHAPE_REACH = 60;
/** How far the logarithm of a rate goes. */
const FARTHEST_LOG_RATE = 6;

/** An outcome of any distribution but `bernoulli`. */
export const randomOutcome: Maker = (words, demands, choices) =>
  choices.pick(makers)(words, demands, choices);

/** A real without a unit, scaled down so that it stays within the limit. */
function moderate(limit: number, words: Vocabulary, choices: Choices): Real {
  const x = realExpression(DIMENSIONLESS, choices.whole(0, 2), words, choices);
  const size = magnitude(x);
  if (size <= limit) return x;
  const factor = bare(limit / size, DIMENSIONLESS);
  return {
    ...x,
    text: `${factor.text} * ${within(x, BINDS.negation)}`,
    binds: BINDS.product,
    lo: x.lo * factor.lo,
    hi: x.hi * factor.hi,
  };
}

/** A positive real of the unit, between about a twentieth of `size` and 20 times it. */
function scale(size: number, unit: Unit, words: Vocabulary, choices: Choices): Real {
  const some = positiveExpression(unit, choices.whole(0, 1), words, choices);
  if (some.lo >= size / 20 && some.hi <= size * 20) return some;
  const floor = bare(size / 4, unit);
  if (some.hi > size * 20) return floor;
  const text = `${within(some, BINDS.sum)} + ${floor.text}`;
  return { ...some, text, binds: BINDS.sum, lo: floor.lo, hi: some.hi + floor.hi };
}

const annotated = (unit: Unit) => (complexity(unit) === 0 ? '' : ` : ${unitText(unit)}`);

/** Values all over the interval, a tenth beyond it on either side. */
function over({ lo, hi }: Real): (fraction: number) => number {
  const width = Math.max(hi - lo, 0.1);
  return (fraction) => lo - 0.1 * width + fraction * 1.2 * width;
}

/** A number of trials, or a column of them: its text, and what it is in a row. */
function trials(demands: readonly DemandDeclaration[], choices: Choices) {
  const counts = demands.filter(({ annotation }) => annotation.startsWith(': count'));
  const column = choices.pickAny(counts.flatMap(({ names }) => names));
  const most = choices.whole(0, 8);
  return column === undefined || choices.sometimes(0.3)
    ? { text: String(most), of: () => most }
    : { text: column, of: (read: (name: string) => number) => read(column) };
}

function counted(
  demands: readonly DemandDeclaration[],
  choices: Choices,
  distribution: (n: string) => string,
): RandomOutcome {
  const n = trials(demands, choices);
  return {
    annotation: '',
    distribution: distribution(n.text),
    valueAt: (fraction, read) => Math.floor(fraction * (n.of(read) + 1)),
  };
}

function chance(reach: number, words: Vocabulary, choices: Choices): string {
  return uncertain(chanceExpression(choices.whole(0, 2), reach, words, choices), choices).text;
}

/** Components of a mixture with values of one kind, and the values. */
interface Kind {
  readonly range?: string;
  readonly components: readonly string[];
  valueAt(fraction: number, read: (column: string) => number): number;
}

function componentsOfOneKind(
  words: Vocabulary,
  demands: readonly DemandDeclaration[],
  choices: Choices,
): Kind {
  const number = (limit: number) => moderate(limit, words, choices).text;
  const shape = (size: number) => scale(size, DIMENSIONLESS, words, choices).text;
  const p = (reach = 300) => chance(reach, words, choices);
  const several = (...texts: readonly (() => string)[]) =>
    Array.from({ length: choices.whole(2, 3) }, () => choices.pickAny(texts)!());
  const n = trials(demands, choices);
  const values = choices.whole(2, 4);
  const logits = () => Array.from({ length: values }, () => number(15)).join(', ');
  return choices.pick<() => Kind>([
    () => ({
      components: several(
        () => `normal(${number(4)}, ${shape(2)})`,
        () => `student_t(${shape(3)}, ${number(4)}, ${shape(2)})`,
      ),
      range: choices.pick(['[-inf, 6]', '[-7, 7]']),
      valueAt: (fraction) => -5 + 10 * fraction,
    }),
    () => ({
      components: several(
        () => `lognormal(${number(2)}, ${shape(1)})`,
        () => `gamma(${shape(2)}, ${shape(1)})`,
        () => `weibull(${shape(1)}, ${shape(2)})`,
        () => `exponential(mean = ${shape(1)})`,
      ),
      range: choices.pick(['[0.005, inf]', '[-inf, 9]', '[0.005, 20]']),
      valueAt: (fraction) => 0.01 + 8 * fraction,
    }),
    () => ({
      components: several(
        () => `poisson(${shape(4)})`,
        () => `neg_binomial(${shape(4)}, ${shape(1)})`,
      ),
      valueAt: (fraction) => Math.floor(2 ** (8 * fraction)) - 1,
    }),
    () => ({
      components: several(
        () => `bernoulli(${p()})`,
        () => `bernoulli_logit(${number(FARTHEST_LOGIT)})`,
      ),
      valueAt: (fraction) => (fraction < 0.4 ? 0 : 1),
    }),
    () => ({
      components: several(
        () => `binomial(${n.text}, ${p()})`,
        () => `binomial_logit(${n.text}, ${number(FARTHEST_LOGIT)})`,
        () => `beta_binomial(${n.text}, ${shape(1)}, ${shape(3)})`,
      ),
      valueAt: (fraction, read) => Math.floor(fraction * (n.of(read) + 1)),
    }),
    () => ({
      components: several(() => `inflated_beta(${p(SHAPE_REACH)}, ${shape(4)}, ${p()})`),
      valueAt: (fraction) => (fraction < 0.2 ? 0 : fraction > 0.7 ? 1 : fraction),
    }),
    () => ({
      components: several(
        () => `categorical_logit(${logits()})`,
        () => `partial_credit(${logits()})`,
      ),
      valueAt: (fraction) => 1 + Math.floor(fraction * values),
    }),
  ])();
}

const makers: [Maker, ...Maker[]] = [
  (words, demands, choices) => {
    const { components, valueAt, ...range } = componentsOfOneKind(words, demands, choices);
    const share = () =>
      choices.sometimes(0.5) ? chance(300, words, choices) : scale(1, DIMENSIONLESS, words, choices).text;
    const first = chance(300, words, choices);
    const shares =
      components.length === 2 && choices.sometimes(0.5) ? [first, `not (${first})`] : components.map(share);
    const texts = components.map((component, place) => `${shares[place]}: ${component}`);
    return { annotation: '', distribution: `mixture {${texts.join(', ')}}`, ...range, valueAt };
  },
  (words, _, choices) => {
    const unit = someUnit(words, choices);
    const mean = realExpression(unit, choices.whole(0, 3), words, choices);
    const reach = 1 + 2 * magnitude(mean);
    const sd = scale(Math.max(magnitude(mean), 0.1), unit, words, choices);
    return {
      annotation: annotated(unit),
      distribution: `normal(${mean.text}, ${sd.text})`,
      range: choices.pick([
        `[-inf, ${bare(reach, unit).text}]`,
        `[${bare(-reach, unit).text}, ${bare(reach, unit).text}]`,
      ]),
      valueAt: over(mean),
    };
  },
  (words, _, choices) => ({
    annotation: '',
    distribution: `bernoulli_logit(${moderate(FARTHEST_LOGIT, words, choices).text})`,
    valueAt: (fraction) => (fraction < 0.4 ? 0 : 1),
  }),
  (words, demands, choices) =>
    counted(demands, choices, (n) => `binomial(${n}, ${chance(300, words, choices)})`),
  (words, demands, choices) =>
    counted(
      demands,
      choices,
      (n) => `binomial_logit(${n}, ${moderate(FARTHEST_LOGIT, words, choices).text})`,
    ),
  (words, _, choices) => ({
    annotation: '',
    distribution: `beta_proportion(${chance(SHAPE_REACH, words, choices)}, ${scale(4, DIMENSIONLESS, words, choices).text})`,
    valueAt: (fraction) => (fraction < 0.1 ? 1e-12 : 0.001 + 0.998 * fraction),
  }),
  (words, _, choices) => ({
    annotation: '',
    distribution: `inflated_beta(${chance(SHAPE_REACH, words, choices)}, ${scale(4, DIMENSIONLESS, words, choices).text}, ${chance(300, words, choices)})`,
    valueAt: (fraction) => (fraction < 0.2 ? 0 : fraction > 0.7 ? 1 : fraction),
  }),
  (words, demands, choices) =>
    counted(
      demands,
      choices,
      (n) =>
        `beta_binomial(${n}, ${scale(1, DIMENSIONLESS, words, choices).text}, ${scale(3, DIMENSIONLESS, words, choices).text})`,
    ),
  (words, _, choices) => {
    const unit = someUnit(words, choices);
    const mu = realExpression(unit, choices.whole(0, 2), words, choices);
    const sigma = scale(Math.max(magnitude(mu), 0.1), unit, words, choices);
    const nu = scale(3, DIMENSIONLESS, words, choices);
    return {
      annotation: annotated(unit),
      distribution: `student_t(${nu.text}, ${mu.text}, scale = ${sigma.text})`,
      valueAt: over(mu),
    };
  },
  (words, _, choices) => {
    const mu = moderate(4, words, choices);
    return {
      annotation: choices.sometimes(0.3) ? ' : s' : '',
      distribution: `lognormal(${mu.text}, ${scale(1, DIMENSIONLESS, words, choices).text})`,
      valueAt: (fraction) => Math.exp(over(mu)(fraction)),
    };
  },
  (words, _, choices) => ({
    annotation: '',
    distribution: choices.sometimes(0.5)
      ? `poisson(exp(${moderate(FARTHEST_LOG_RATE, words, choices).text}))`
      : `poisson(${scale(4, DIMENSIONLESS, words, choices).text})`,
    valueAt: (fraction) => Math.floor(2 ** (12 * fraction)) - 1,
  }),
  (words, _, choices) => {
    const mean = choices.sometimes(0.5)
      ? `exp(${moderate(FARTHEST_LOG_RATE, words, choices).text})`
      : scale(4, DIMENSIONLESS, words, choices).text;
    return {
      annotation: '',
      distribution: `neg_binomial(${mean}, dispersion = ${scale(1, DIMENSIONLESS, words, choices).text})`,
      valueAt: (fraction) => Math.floor(2 ** (12 * fraction)) - 1,
    };
  },
  (words, _, choices) => {
    const shape = choices.sometimes(0.3)
      ? String(choices.pick([0.5, 1, 2.5, 80]))
      : scale(2, DIMENSIONLESS, words, choices).text;
    return {
      annotation: '',
      distribution: `gamma(${shape}, ${choices.sometimes(0.4) ? 'mean = ' : ''}${scale(1, DIMENSIONLESS, words, choices).text})`,
      range: choices.pick(['[0.005, inf]', '[-inf, 9]', '[0.005, 20]']),
      valueAt: (fraction) => 0.01 + 8 * fraction,
    };
  },
  (words, _, choices) => {
    const unit = someUnit(words, choices);
    const size = scale(2, unit, words, choices);
    return {
      annotation: annotated(unit),
      distribution: `weibull(${scale(1, DIMENSIONLESS, words, choices).text}, ${size.text})`,
      valueAt: (fraction) => size.lo * (0.1 + 1.5 * fraction),
    };
  },
  (words, _, choices) => ({
    annotation: '',
    distribution: `exponential(${choices.sometimes(0.5) ? 'mean = ' : ''}${scale(1, DIMENSIONLESS, words, choices).text})`,
    range: choices.pick(['[0.005, inf]', '[-inf, 6]', '[0.001, 20]']),
    valueAt: (fraction) => 0.01 + 5 * fraction,
  }),
  (words, _, choices) => ({
    annotation: '',
    distribution: `wiener_choice(${scale(1, DIMENSIONLESS, words, choices).text}, ${chance(300, words, choices)}, ${moderate(8, words, choices).text})`,
    valueAt: (fraction) => (fraction < 0.4 ? 0 : 1),
  }),
  (words, _, choices) => {
    const unit = someUnit(words, choices);
    const parts = [
      scale(1, DIMENSIONLESS, words, choices),
      bare(choices.pick([0.001, 0.05]), unit),
      `mix(0.01, 0.5, ${chance(20, words, choices)})`,
      moderate(8, words, choices),
    ];
    return {
      annotation: annotated(unit),
      distribution: `wiener(${parts.map((part) => (typeof part === 'string' ? part : part.text)).join(', ')})`,
      hasChoice: true,
      valueAt: (fraction) => 0.06 + 3 * fraction,
    };
  },
  (words, _, choices) => {
    const eta = moderate(FARTHEST_LOGIT, words, choices);
    const gaps = Array.from({ length: choices.whole(0, 3) }, () => scale(1, DIMENSIONLESS, words, choices));
    const first = within(moderate(5, words, choices), BINDS.sum);
    const cuts = [first];
    for (const gap of gaps) cuts.push(`${cuts.at(-1)} + ${within(gap, BINDS.product)}`);
    return {
      annotation: '',
      distribution: `ordered_logistic(${[eta.text, ...cuts].join(', ')})`,
      valueAt: (fraction) => 1 + Math.floor(fraction * (cuts.length + 1)),
    };
  },
  (words, _, choices) => {
    const parts = Array.from({ length: choices.whole(2, 5) }, () => moderate(15, words, choices).text);
    const isCredit = choices.sometimes(0.5);
    return {
      annotation: '',
      distribution: `${isCredit ? 'partial_credit' : 'categorical_logit'}(${parts.join(', ')})`,
      valueAt: (fraction) => 1 + Math.floor(fraction * parts.length),
    };
  },
];
