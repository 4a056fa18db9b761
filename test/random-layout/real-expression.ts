/** Random real expressions of a wanted unit, whose values stay finite and moderate. */
import type { Unit } from '../../compiler/check/typed-layout.ts';
import type { Choices } from './choices.ts';
import {
  BINDS,
  type Chance,
  corners,
  isColumn,
  magnitude,
  type Real,
  readings,
  type Text,
  within,
  written,
} from './term.ts';
import { complexity, DIMENSIONLESS, isSameUnit, squareRoot, times } from './unit.ts';

/** What an expression may mention. */
export interface Vocabulary {
  readonly reals: readonly Real[];
  readonly flags: readonly string[];
  /** Probability latents and lets. */
  readonly chances: readonly Chance[];
  /** Outcomes, which only statistics may read. */
  readonly outcomes: readonly string[];
  /** Links of the layout's own, if it has any; their arguments call none. */
  readonly links?: RandomLinks | undefined;
}

/** Rows that the data may have. */
export const MIN_ROWS = 3;
export const MAX_ROWS = 60;

/** Values beyond this would cost so many digits that a comparison to 1e-10 meant nothing. */
const LARGEST = 1e4;
/** The largest unit, in factors, that an operand is given. */
const MOST_FACTORS = 4;

/** A number of a wanted unit, spelt with its unit: `4 s`, `4 s * 1 m`, `4 / 1 s`. */
export function literal(value: number, unit: Unit): Real {
  const { text, value: exact } = written(value);
  const factors = Object.entries(unit).flatMap(([base, exponent]) =>
    Array.from({ length: Math.abs(exponent) }, () => ({ base, isAbove: exponent > 0 })),
  );
  const above = factors.filter(({ isAbove }) => isAbove).map(({ base }) => base);
  const below = factors.filter(({ isAbove }) => !isAbove).map(({ base }) => base);
  const spelt = [
    [
      above[0] === undefined ? text : `${text} ${above[0]}`,
      ...above.slice(1).map((base) => `1 ${base}`),
    ].join(' * '),
    ...below.map((base) => `1 ${base}`),
  ].join(' / ');
  const binds =
    factors.length > 1 || below.length > 0 ? BINDS.product : factors.length === 1 ? BINDS.power : BINDS.atom;
  return { text: spelt, binds, ...readings(), unit, lo: exact, hi: exact };
}

/** A number without a unit, which takes that of its place: beside `+ −`, in a margin or a prior. */
export function bare(value: number, unit: Unit): Real {
  const { text, value: exact } = written(value);
  return { text, binds: exact < 0 ? BINDS.negation : BINDS.atom, ...readings(), unit, lo: exact, hi: exact };
}

function mentions(unit: Unit, words: Vocabulary): Real[] {
  return words.reals.filter((real) => isSameUnit(real.unit, unit));
}

/** One of these, more often than not one that reads a latent. */
function preferLatent(reals: readonly Real[], choices: Choices): Real | undefined {
  const latent = choices.pickAny(reals.filter(({ readsLatent }) => readsLatent));
  const any = choices.pickAny(reals);
  return choices.sometimes(0.4) ? any : (latent ?? any);
}

function leaf(unit: Unit, words: Vocabulary, choices: Choices): Real {
  const known = preferLatent(mentions(unit, words), choices);
  return known !== undefined && !choices.sometimes(0.15) ? known : literal(choices.whole(1, 40) / 4, unit);
}

/** A random real expression of the unit, so many operators deep at most. */
export function realExpression(unit: Unit, depth: number, words: Vocabulary, choices: Choices): Real {
  if (depth <= 0) return leaf(unit, words, choices);
  const make = choices.pick([leafOf, ...makers, ...(complexity(unit) === 0 ? dimensionlessMakers : [])]);
  const made = make(unit, depth, words, choices);
  return made !== null && magnitude(made) <= LARGEST ? made : leaf(unit, words, choices);
}

/** A random real expression that stays above 0. */
export function positiveExpression(unit: Unit, depth: number, words: Vocabulary, choices: Choices): Real {
  const some = realExpression(unit, depth, words, choices);
  if (some.lo > 0) return some;
  const known = choices.pickAny(mentions(unit, words).filter(({ lo }) => lo > 0));
  if (known !== undefined) return known;
  return hypotenuse(some, bare(choices.whole(1, 12) / 4, times(unit, unit))) ?? literal(1, unit);
}

/** sqrt(a ^ 2 + b), or null when too large. */
function hypotenuse(a: Real, b: Real): Real | null {
  const largest = magnitude(a) ** 2 + b.hi;
  if (largest > LARGEST) return null;
  return {
    text: `sqrt(${within(a, BINDS.atom)} ^ 2 + ${within(b, BINDS.product)})`,
    binds: BINDS.atom,
    ...readings(a, b),
    unit: a.unit,
    lo: Math.sqrt(b.lo),
    hi: Math.sqrt(largest),
  };
}

type Maker = (unit: Unit, depth: number, words: Vocabulary, choices: Choices) => Real | null;

const leafOf: Maker = (unit, _, words, choices) => leaf(unit, words, choices);

/** Addition or subtraction; one operand may be a bare number. */
const sum: Maker = (unit, depth, words, choices) => {
  const a = realExpression(unit, depth - 1, words, choices);
  const b = choices.sometimes(0.3)
    ? bare(choices.whole(1, 30) / 3, unit)
    : realExpression(unit, depth - 1, words, choices);
  const [left, right] = choices.sometimes(0.3) ? [b, a] : [a, b];
  const isMinus = choices.sometimes(0.5);
  return {
    text: `${within(left, BINDS.sum)} ${isMinus ? '-' : '+'} ${within(right, BINDS.product)}`,
    binds: BINDS.sum,
    ...readings(a, b),
    unit,
    ...corners(left, right, (x, y) => (isMinus ? x - y : x + y)),
  };
};

function product(a: Real, b: Real): Real {
  return {
    text: `${within(a, BINDS.product)} * ${within(b, BINDS.negation)}`,
    binds: BINDS.product,
    ...readings(a, b),
    unit: times(a.unit, b.unit),
    ...corners(a, b, (x, y) => x * y),
  };
}

function quotient(a: Real, b: Real): Real | null {
  if (b.lo <= 0) return null;
  return {
    text: `${within(a, BINDS.product)} / ${within(b, BINDS.negation)}`,
    binds: BINDS.product,
    ...readings(a, b),
    unit: times(a.unit, b.unit, -1),
    ...corners(a, b, (x, y) => x / y),
  };
}

const scaled: Maker = (unit, depth, words, choices) => {
  const factor = realExpression(DIMENSIONLESS, depth - 1, words, choices);
  const value = realExpression(unit, depth - 1, words, choices);
  return choices.sometimes(0.5) ? product(factor, value) : product(value, factor);
};

/** A product with something of another unit, and what that leaves of the wanted one. */
const compound: Maker = (unit, depth, words, choices) => {
  const factor = choices.pickAny(words.reals);
  if (factor === undefined) return null;
  const rest = times(unit, factor.unit, -1);
  if (complexity(rest) > MOST_FACTORS) return null;
  return product(realExpression(rest, depth - 1, words, choices), factor);
};

/** A quotient by something of another unit that stays above 0. */
const ratio: Maker = (unit, depth, words, choices) => {
  const divisor = choices.pickAny(words.reals.filter(({ lo }) => lo > 0));
  if (divisor === undefined) return null;
  const dividend = times(unit, divisor.unit);
  if (complexity(dividend) > MOST_FACTORS) return null;
  return quotient(realExpression(dividend, depth - 1, words, choices), divisor);
};

const negation: Maker = (unit, depth, words, choices) => {
  const a = realExpression(unit, depth - 1, words, choices);
  const { leastPositive: _, ...rest } = a;
  return { ...rest, text: `-${within(a, BINDS.power)}`, binds: BINDS.negation, lo: -a.hi, hi: -a.lo };
};

const rootOfSquares: Maker = (unit, depth, words, choices) =>
  hypotenuse(
    realExpression(unit, depth - 1, words, choices),
    positiveExpression(times(unit, unit), 0, words, choices),
  );

const rootOfProduct: Maker = (unit, depth, words, choices) => {
  const radicand = positiveExpression(times(unit, unit), depth - 1, words, choices);
  return {
    ...radicand,
    text: `sqrt(${radicand.text})`,
    binds: BINDS.atom,
    unit,
    lo: Math.sqrt(radicand.lo),
    hi: Math.sqrt(radicand.hi),
  };
};

const square: Maker = (unit, depth, words, choices) => {
  const root = squareRoot(unit);
  if (root === null) return null;
  const a = realExpression(root, depth - 1, words, choices);
  const isApart = a.lo > 0 || a.hi < 0;
  const least = isApart ? Math.min(Math.abs(a.lo), Math.abs(a.hi)) : 0;
  return {
    text: `${within(a, BINDS.atom)} ^ 2`,
    binds: BINDS.power,
    ...readings(a),
    unit,
    lo: least ** 2,
    hi: magnitude(a) ** 2,
  };
};

/** A statistic of an expression of the data. */
const statistic: Maker = (unit, depth, words, choices) => {
  const known = (part: Text) => !part.readsLatent;
  const data = { ...words, reals: words.reals.filter(known), chances: words.chances.filter(known) };
  const column = choices.pickAny(mentions(unit, data).filter(isColumn));
  const x = choices.sometimes(0.4) ? realExpression(unit, depth - 1, data, choices) : column;
  if (x === undefined || !isColumn(x)) return null;
  const name = choices.pick(['mean', 'min', 'max', 'sd', 'sum']);
  const { lo, hi } =
    name === 'sum'
      ? { lo: Math.min(MAX_ROWS * x.lo, MIN_ROWS * x.lo), hi: Math.max(MAX_ROWS * x.hi, MIN_ROWS * x.hi) }
      : name === 'sd'
        ? { lo: 0, hi: x.hi - x.lo }
        : x;
  return { text: `${name}(${x.text})`, binds: BINDS.atom, ...readings(), unit, lo, hi };
};

/** A call of the layout's own link. */
const linked: Maker = (unit, _, words, choices) => words.links?.real(unit, words, choices) ?? null;

const makers: Maker[] = [
  sum,
  scaled,
  compound,
  ratio,
  sum,
  negation,
  rootOfSquares,
  rootOfProduct,
  square,
  statistic,
  linked,
];

/** ln of what stays above 0, perhaps of a ratio of two like units. */
const logarithm: Maker = (_, depth, words, choices) => {
  const unit = choices.pickAny(words.reals)?.unit ?? DIMENSIONLESS;
  const above = positiveExpression(choices.sometimes(0.5) ? unit : DIMENSIONLESS, depth - 1, words, choices);
  const a =
    complexity(above.unit) === 0 ? above : quotient(above, positiveExpression(above.unit, 0, words, choices));
  if (a === null || a.lo < 1e-6) return null;
  return { ...a, text: `log(${a.text})`, binds: BINDS.atom, lo: Math.log(a.lo), hi: Math.log(a.hi) };
};

/** exp, of an argument that is scaled down to at most 3. */
const exponential: Maker = (_, depth, words, choices) => {
  const a = realExpression(DIMENSIONLESS, depth - 1, words, choices);
  const x = magnitude(a) <= 3 ? a : product(bare(3 / magnitude(a), DIMENSIONLESS), a);
  return { ...x, text: `exp(${x.text})`, binds: BINDS.atom, lo: Math.exp(x.lo), hi: Math.exp(x.hi) };
};

/** A power of what stays above 0, with a number or an expression as the exponent. */
const power: Maker = (_, depth, words, choices) => {
  const base = positiveExpression(DIMENSIONLESS, depth - 1, words, choices);
  const exponent = choices.sometimes(0.3)
    ? realExpression(DIMENSIONLESS, depth - 1, words, choices)
    : bare(choices.pick([2, 0.5, 3, 1.5, -1, -0.5]), DIMENSIONLESS);
  if (magnitude(exponent) > 4 || base.lo < 1e-3) return null;
  return {
    text: `${within(base, BINDS.atom)} ^ ${within(exponent, BINDS.negation)}`,
    binds: BINDS.power,
    ...readings(base, exponent),
    unit: DIMENSIONLESS,
    ...corners(base, exponent, (x, y) => x ** y),
  };
};

const flag: Maker = (_, __, words, choices) => {
  const name = choices.pickAny(words.flags);
  return name === undefined
    ? null
    : {
        text: name,
        binds: BINDS.atom,
        readsRow: true,
        readsLatent: false,
        unit: DIMENSIONLESS,
        lo: 0,
        hi: 1,
      };
};

/** A probability used as a number: beside a number, or added to another one. */
const probabilityAsReal: Maker = (_, __, words, choices) => {
  const p = choices.pickAny(words.chances);
  const q = choices.pickAny(words.chances);
  if (p === undefined || q === undefined) return null;
  return choices.sometimes(0.5)
    ? {
        text: `${within(p, BINDS.atom)} + ${within(q, BINDS.atom)}`,
        binds: BINDS.sum,
        ...readings(p, q),
        unit: DIMENSIONLESS,
        lo: 0,
        hi: 2,
      }
    : {
        text: `3 * ${within(p, BINDS.atom)}`,
        binds: BINDS.product,
        ...readings(p),
        unit: DIMENSIONLESS,
        lo: 0,
        hi: 3,
      };
};

/** Statistics whose value is a number whatever the unit or the type of what they count. */
const count: Maker = (_, __, words, choices) => {
  const counted = [
    ...words.outcomes,
    ...words.flags,
    ...words.reals.filter(isColumn).map(({ text }) => text),
  ];
  const text = choices.pickAny(counted);
  if (text === undefined) return null;
  const isSum = choices.sometimes(0.3) && [...words.outcomes, ...words.flags].includes(text);
  return {
    text: `${isSum ? 'sum' : 'count'}(${text})`,
    binds: BINDS.atom,
    ...readings(),
    unit: DIMENSIONLESS,
    lo: isSum ? 0 : MIN_ROWS,
    hi: MAX_ROWS,
  };
};

const dimensionlessMakers: Maker[] = [logarithm, exponential, power, flag, probabilityAsReal, count];

/** A unit that is worth asking for: that of something which can be mentioned, or none. */
export function someUnit(words: Vocabulary, choices: Choices): Unit {
  return preferLatent(words.reals, choices)?.unit ?? DIMENSIONLESS;
}

/** The declarations of links under these names, and what calls them. */
export interface RandomLinks {
  readonly lines: readonly string[];
  real(unit: Unit, words: Vocabulary, choices: Choices): Real;
  chance(budget: number, words: Vocabulary, choices: Choices): Chance;
}
