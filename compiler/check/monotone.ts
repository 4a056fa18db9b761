/**
 * Whether an expression only rises, or only falls, as one of the values that it reads rises. What is found here holds
 * for all values that the text allows, so that an equation has at most one solution.
 */
import type { StatisticFunction } from '../graph/node.ts';
import { constantOf } from './constant-value.ts';
import type { CallFunction, TypedExpression } from './typed-layout.ts';

/** `monotone`: it either rises or falls, which of the two depends on latents. */
export type Trend = 'constant' | 'rises' | 'falls' | 'monotone' | 'unknown';

/** Which sign all values of an expression have; a value of 0 may have either. */
export type Sign = 'positive' | 'negative' | 'unknown';

/** How an expression changes with a value that it reads. */
export interface Course {
  readonly direction: Trend;
  readonly sign: Sign;
  /** The smallest part of which the direction is unknown; null if there is none. */
  readonly culprit: TypedExpression | null;
}

/** What is known of the names in an expression. */
export interface MonotoneNames {
  /** The name of the latent that stands for the value that rises. */
  readonly rising: string;
  signOfLatent(name: string): Sign;
  signOfColumn(name: string): Sign;
  valueOfLet(name: string): TypedExpression;
}

/** How an expression changes with the latent `rising`. Each let is examined once. */
export function courseOf(expression: TypedExpression, names: MonotoneNames): Course {
  const lets = new Map<string, Course>();
  const course = (part: TypedExpression): Course => {
    switch (part.kind) {
      case 'number':
        return fixed(signOf(part.value));
      case 'latent': {
        const sign = names.signOfLatent(part.name);
        return part.name === names.rising ? { direction: 'rises', sign, culprit: null } : fixed(sign);
      }
      case 'column':
        return fixed(names.signOfColumn(part.name));
      case 'let': {
        const known = lets.get(part.name) ?? course(names.valueOfLet(part.name));
        lets.set(part.name, known);
        return known;
      }
      case 'statistic':
        return fixed(ofStatistic(part.function, () => course(part.argument).sign));
      case 'call': {
        const parts = part.arguments.map(course);
        const found = ofCall(part.function, part.arguments, parts);
        const culprit = parts.map((each) => each.culprit).find((each) => each !== null);
        return { ...found, culprit: found.direction === 'unknown' ? (culprit ?? part) : null };
      }
      case 'previous':
      case 'class':
      case 'posterior':
        return fixed('unknown');
    }
  };
  return course(expression);
}

/** The sign of numbers between two bounds, of which either may be absent. */
export function signBetween(lo: number | undefined, hi: number | undefined): Sign {
  if (lo !== undefined && lo >= 0) return 'positive';
  return hi !== undefined && hi <= 0 ? 'negative' : 'unknown';
}

type Change = Omit<Course, 'culprit'>;

function fixed(sign: Sign): Course {
  return { direction: 'constant', sign, culprit: null };
}

function signOf(value: number): Sign {
  return value >= 0 ? 'positive' : 'negative';
}

function ofStatistic(name: StatisticFunction, argument: () => Sign): Sign {
  return name === 'count' || name === 'sd' ? 'positive' : argument();
}

const TURNED: Readonly<Record<Trend, Trend>> = {
  constant: 'constant',
  rises: 'falls',
  falls: 'rises',
  monotone: 'monotone',
  unknown: 'unknown',
};

const OPPOSITE: Readonly<Record<Sign, Sign>> = {
  positive: 'negative',
  negative: 'positive',
  unknown: 'unknown',
};

function negated({ direction, sign }: Change): Change {
  return { direction: TURNED[direction], sign: OPPOSITE[sign] };
}

/** The direction of what rises with each of its parts. */
function together(parts: readonly Change[]): Trend {
  const moving = [...new Set(parts.map(({ direction }) => direction))].filter((each) => each !== 'constant');
  const [first = 'constant', ...others] = moving;
  if (others.length > 0) return 'unknown';
  // Two parts of which each may rise or fall can go in opposite directions.
  const isSeveral = parts.filter(({ direction }) => direction === first).length > 1;
  return first === 'monotone' && isSeveral ? 'unknown' : first;
}

function commonSign(parts: readonly Change[]): Sign {
  const [first, ...others] = parts.map(({ sign }) => sign);
  return first !== undefined && others.every((sign) => sign === first) ? first : 'unknown';
}

function product(a: Change, b: Change): Change {
  const sign: Sign =
    a.sign === 'unknown' || b.sign === 'unknown' ? 'unknown' : a.sign === b.sign ? 'positive' : 'negative';
  if (a.direction === 'constant') return { direction: scaled(b.direction, a.sign), sign };
  if (b.direction === 'constant') return { direction: scaled(a.direction, b.sign), sign };
  if (sign === 'unknown') return { direction: 'unknown', sign };
  const sizes = [a, b].map((each) => (each.sign === 'negative' ? negated(each) : each));
  const direction = together(sizes);
  return { direction: sign === 'positive' ? direction : TURNED[direction], sign };
}

/** The direction of a multiple by a constant of this sign. */
function scaled(direction: Trend, sign: Sign): Trend {
  if (sign === 'positive' || direction === 'constant' || direction === 'unknown') return direction;
  return sign === 'negative' ? TURNED[direction] : 'monotone';
}

function reciprocal({ direction, sign }: Change): Change {
  if (direction === 'constant') return { direction, sign };
  return { direction: sign === 'unknown' ? 'unknown' : TURNED[direction], sign };
}

function power(base: Change, exponent: Change, written: TypedExpression): Change {
  const sign = base.sign === 'positive' ? 'positive' : 'unknown';
  if (base.direction === 'constant') {
    if (exponent.direction === 'constant') return { direction: 'constant', sign };
    const isKnown = exponent.direction !== 'unknown' && base.sign === 'positive';
    return { direction: isKnown ? 'monotone' : 'unknown', sign };
  }
  if (exponent.direction !== 'constant') return { direction: 'unknown', sign };
  const number = constantOf(written);
  if (base.sign === 'positive') return { direction: scaled(base.direction, exponent.sign), sign };
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0)
    return { direction: 'unknown', sign };
  if (number % 2 === 1) return { direction: base.direction, sign: base.sign };
  return { direction: base.sign === 'negative' ? TURNED[base.direction] : 'unknown', sign: 'positive' };
}

/** (1 − w) p + w q, of probabilities. */
function mixture(parts: readonly Change[], written: readonly TypedExpression[]): Trend {
  const [w, p, q] = parts as [Change, Change, Change];
  if (w.direction === 'constant') return together([p, q]);
  const [low, high] = written.slice(1).map(constantNumber) as [number | null, number | null];
  if (p.direction === 'constant' && q.direction === 'constant') {
    if (low === null || high === null) return scaled(w.direction, signOfDifference(low, high));
    return scaled(w.direction, signOf(high - low));
  }
  if (low === 0 || high === 1) return together(low === 0 ? [w, q] : [w, p]);
  if (high === 0 || low === 1) return together([negated(w), high === 0 ? p : q]);
  return 'unknown';
}

/** The sign of `high - low` for probabilities of which one is an end of the scale. */
function signOfDifference(low: number | null, high: number | null): Sign {
  if (low === 0 || high === 1) return 'positive';
  return low === 1 || high === 0 ? 'negative' : 'unknown';
}

function constantNumber(expression: TypedExpression): number | null {
  const value = constantOf(expression);
  return value === null || typeof value === 'number' ? value : value.p;
}

function ofCall(name: CallFunction, written: readonly TypedExpression[], parts: readonly Change[]): Change {
  const [a, b] = parts as [Change, Change];
  switch (name) {
    case 'add':
      return { direction: together(parts), sign: commonSign(parts) };
    case 'subtract': {
      const both = [a, negated(b)];
      return { direction: together(both), sign: commonSign(both) };
    }
    case 'negate':
      return negated(a);
    case 'multiply':
      return product(a, b);
    case 'divide':
      return product(a, reciprocal(b));
    case 'power':
      return power(a, b, written[1]!);
    case 'log':
      return { direction: a.direction, sign: 'unknown' };
    case 'exp':
    case 'sqrt':
      return { direction: a.direction, sign: 'positive' };
    case 'log1p':
    case 'expm1':
      return a;
    case 'at_least':
      return {
        direction: together(parts),
        sign: parts.some(({ sign }) => sign === 'positive') ? 'positive' : commonSign(parts),
      };
    case 'at_most':
      return {
        direction: together(parts),
        sign: parts.some(({ sign }) => sign === 'negative') ? 'negative' : commonSign(parts),
      };
    case 'real':
    case 'probability':
    case 'logistic':
      return { direction: a.direction, sign: 'positive' };
    case 'not':
      return { direction: TURNED[a.direction], sign: 'positive' };
    case 'and':
    case 'or':
    case 'lesser':
    case 'greater':
      return { direction: together(parts), sign: 'positive' };
    case 'power_mean':
      return { direction: together(parts.slice(1)), sign: 'positive' };
    case 'mix':
      return { direction: mixture(parts, written), sign: 'positive' };
  }
}
