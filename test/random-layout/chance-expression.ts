/** Random probability expressions: the linking functions and the logic over them. */
import type { Choices } from './choices.ts';
import {
  bare,
  literal,
  positiveExpression,
  realExpression,
  someUnit,
  type Vocabulary,
} from './real-expression.ts';
import {
  BINDS,
  type Chance,
  isColumn,
  magnitude,
  type Real,
  readings,
  type Text,
  within,
  written,
} from './term.ts';
import { DIMENSIONLESS, isSameUnit, times } from './unit.ts';

/** σ beyond ±this underflows in a product of plain doubles: ln 2⁻¹⁰²² is −708. */
export const FARTHEST = 600;

type Maker<Made = Chance | null> = (
  depth: number,
  budget: number,
  words: Vocabulary,
  choices: Choices,
) => Made;

/** A random probability expression, so many functions deep at most, whose reach is within the budget. */
export function chanceExpression(depth: number, budget: number, words: Vocabulary, choices: Choices): Chance {
  const leaves: readonly [Maker, ...Maker[]] = [margin, ...leafMakers];
  const make = choices.pick(depth > 0 ? [...leaves, ...makers, ...makers, ...makers] : leaves);
  const made = make(depth, budget, words, choices);
  return made !== null && made.reach <= budget ? made : margin(0, budget, words, choices);
}

/** The chance itself, or where it may be exactly 0 or 1 a mixture of it that may not. */
export function uncertain(chance: Chance, choices: Choices): Chance {
  if (!chance.canBeZero && !chance.canBeOne) return chance;
  return mixture(number(choices), chance, number(choices));
}

/** A chance joined with one more by `and`, `or` or `mix`. */
export function joined(chance: Chance, other: Chance, choices: Choices): Chance {
  switch (choices.pick(['and', 'or', 'and', 'or', 'mix'])) {
    case 'and':
      return allOf([chance, other], 'and');
    case 'or':
      return anyOf([chance, other], 'or');
    case 'mix':
      return mixture(other, chance, number(choices));
  }
}

/** What hangs on a probability or on a real: the probability itself, perhaps behind a flag, or a margin of the real. */
export function chanceOf(part: Chance | Real, budget: number, words: Vocabulary, choices: Choices): Chance {
  if ('unit' in part) return marginOf(part, 0, budget, words, choices);
  const guard = choices.sometimes(0.3) ? flag(0, 0, words, choices) : null;
  return guard === null ? part : presenceOf(part, guard);
}

function number(choices: Choices): Chance {
  const p = choices.pick([0.5, 0.9, 0.1, 0.999]);
  return {
    text: String(p),
    binds: BINDS.atom,
    ...readings(),
    isProbability: false,
    canBeZero: false,
    canBeOne: false,
    reach: 7,
  };
}

const constant: Maker = (_, __, ___, choices) => number(choices);

/** How far towards 0 and 1 a margin goes: usually a little, at times within 1e-14, at times as far as allowed. */
export function someReach(budget: number, choices: Choices): number {
  return Math.min(budget, choices.pick([4, 1, 12, 40, 120, 300, FARTHEST]));
}

function sigmoid(text: string, reach: number, ...parts: readonly Text[]): Chance {
  const certainty = { canBeZero: false, canBeOne: false, reach: reach + 1 };
  return { text, binds: BINDS.atom, ...readings(...parts), isProbability: true, ...certainty };
}

/** A demand to meet an ability: usually of the data, at times a bare number. */
function demandFor(ability: Real, depth: number, words: Vocabulary, choices: Choices): Real {
  if (choices.sometimes(0.15)) return bare(choices.whole(0, 20) / 2, ability.unit);
  const data = { ...words, reals: words.reals.filter(({ readsLatent }) => !readsLatent) };
  return realExpression(ability.unit, depth, choices.sometimes(0.3) ? words : data, choices);
}

/** The steepness that makes an argument of the given size go so far: a bare number, or one spelt with its unit. */
function steepness(size: number, reach: number, ability: Real, choices: Choices): Real {
  const value = size > 0 ? reach / size : 1;
  const unit = times(DIMENSIONLESS, ability.unit, -1);
  return choices.sometimes(0.25) ? literal(value, unit) : bare(value, unit);
}

const margin: Maker<Chance> = (depth, budget, words, choices) =>
  marginOf(
    realExpression(someUnit(words, choices), Math.min(depth, 2), words, choices),
    depth,
    budget,
    words,
    choices,
  );

function marginOf(ability: Real, depth: number, budget: number, words: Vocabulary, choices: Choices): Chance {
  const demand = demandFor(ability, Math.min(depth, 1), words, choices);
  const size = magnitude(ability) + magnitude(demand);
  if (size <= budget - 1 && choices.sometimes(0.2)) {
    return sigmoid(`margin(${ability.text}, ${demand.text})`, size, ability, demand);
  }
  const known = choices.pickAny(
    words.reals.filter(
      (real) =>
        isSameUnit(times(real.unit, ability.unit), DIMENSIONLESS) && magnitude(real) * size <= budget - 1,
    ),
  );
  if (known !== undefined && choices.sometimes(0.5)) {
    const text = `margin(${ability.text}, ${demand.text}, ${known.text})`;
    return sigmoid(text, magnitude(known) * size, ability, demand, known);
  }
  const reach = someReach(budget - 1, choices);
  const slope = steepness(size, reach, ability, choices).text;
  const named = choices.sometimes(0.3) ? `steepness = ${slope}` : slope;
  return sigmoid(`margin(${ability.text}, ${demand.text}, ${named})`, reach, ability, demand);
}

const scaledMargin: Maker = (depth, budget, words, choices) => {
  const ability = realExpression(someUnit(words, choices), Math.min(depth, 1), words, choices);
  const demand = demandFor(ability, Math.min(depth, 1), words, choices);
  const size = Math.max(magnitude(ability) + magnitude(demand), 1e-3);
  const p = choices.pick([0.999, 0.9, 0.6, 0.99999]);
  const logOdds = Math.log(p / (1 - p));
  const reach = someReach(budget - 1, choices);
  // Rounded up, so that the slope logOdds / width is not steeper than reach / size.
  const width = written((logOdds * size) / reach).value * 1.1;
  const lo = choices.whole(-4, 4);
  const given = p === 0.999 && choices.sometimes(0.5) ? '' : choices.sometimes(0.5) ? `, p = ${p}` : `, ${p}`;
  const column = choices.pickAny(
    words.reals.filter((real) => isColumn(real) && isSameUnit(real.unit, ability.unit)),
  );
  const bounds =
    column !== undefined && choices.sometimes(0.4)
      ? `min(${column.text}), max(${column.text}) + ${written(width, 3).value}`
      : `${lo}, ${written(lo + width, 6).value}`;
  return sigmoid(`scaled_margin(${ability.text}, ${demand.text}, ${bounds}${given})`, reach, ability, demand);
};

/** How far |ln x| goes over an interval above 0. */
function logSize(lo: number, hi: number): number {
  return Math.max(Math.abs(Math.log(lo)), Math.abs(Math.log(hi)));
}

/** On a ratio scale: the ability stays above 0, the demand may be 0 where it is a column. */
const logMargin: Maker = (depth, budget, words, choices) => {
  const ability = positiveExpression(someUnit(words, choices), Math.min(depth, 1), words, choices);
  const column = choices.pickAny(
    words.reals.filter(
      (real) => real.lo === 0 && real.leastPositive !== undefined && isSameUnit(real.unit, ability.unit),
    ),
  );
  const demand =
    column !== undefined && choices.sometimes(0.5)
      ? column
      : positiveExpression(ability.unit, Math.min(depth, 1), words, choices);
  // Not 0 where both are 1.
  const size =
    0.1 +
    logSize(ability.lo, ability.hi) +
    logSize(demand.lo > 0 ? demand.lo : (demand.leastPositive ?? 1), demand.hi);
  const isDefault = size <= budget - 1 && choices.sometimes(0.3);
  const reach = isDefault ? size : someReach(budget - 1, choices);
  const slope = isDefault ? '' : `, ${written(reach / size).text}`;
  return {
    ...sigmoid(`log_margin(${ability.text}, ${demand.text}${slope})`, reach, ability, demand),
    canBeOne: demand.lo === 0,
  };
};

/** A logistic of a dimensionless expression, scaled to go as far as it should. */
const logisticOf: Maker = (depth, budget, words, choices) => {
  const x = realExpression(DIMENSIONLESS, Math.min(depth + 1, 2), words, choices);
  const reach = someReach(budget - 1, choices);
  const text =
    magnitude(x) <= reach ? x.text : `${written(reach / magnitude(x)).text} * ${within(x, BINDS.negation)}`;
  return sigmoid(`logistic(${text})`, reach, x);
};

const known: Maker = (_, budget, words, choices) =>
  choices.pickAny(words.chances.filter(({ reach }) => reach <= budget)) ?? null;

const flag: Maker = (_, __, words, choices) => {
  const text = choices.pickAny(words.flags);
  return text === undefined ? null : { ...certain(text), readsRow: true };
};

/** What may be exactly 0 and exactly 1, and else is at least one row's share away from both. */
function certain(text: string): Chance {
  const certainty = { canBeZero: true, canBeOne: true, reach: 5 };
  return { text, binds: BINDS.atom, ...readings(), isProbability: true, ...certainty };
}

const share: Maker = (_, __, words, choices) => {
  const text = choices.pickAny([...words.outcomes, ...words.flags]);
  return text === undefined ? null : certain(`mean(${text})`);
};

/** A flag that guards an ability: a flag, or rarely another probability. */
const presence: Maker = (depth, budget, words, choices) => {
  const ability = chanceExpression(depth - 1, budget / 2, words, choices);
  const guard = choices.sometimes(0.2)
    ? chanceExpression(depth - 1, budget / 2, words, choices)
    : flag(0, 0, words, choices);
  return guard === null ? null : presenceOf(ability, guard);
};

function presenceOf(ability: Chance, guard: Chance): Chance {
  return {
    text: `presence(${ability.text}, ${guard.text})`,
    binds: BINDS.atom,
    ...readings(ability, guard),
    isProbability: true,
    canBeZero: ability.canBeZero && guard.canBeOne,
    canBeOne: ability.canBeOne || guard.canBeZero,
    reach: ability.reach + guard.reach,
  };
}

const negation: Maker = (depth, budget, words, choices) => {
  const p = chanceExpression(depth - 1, budget, words, choices);
  const swapped = { ...p, isProbability: true, canBeZero: p.canBeOne, canBeOne: p.canBeZero };
  return p.isProbability && choices.sometimes(0.4)
    ? { ...swapped, text: `1 - ${within(p, BINDS.product)}`, binds: BINDS.sum }
    : { ...swapped, text: `not ${within(p, BINDS.not)}`, binds: BINDS.not };
};

const conjunction: Maker = (depth, budget, words, choices) =>
  allOf(several(depth, budget, words, choices), choices.pick(['and', 'all', 'and()', '*']));

const disjunction: Maker = (depth, budget, words, choices) =>
  anyOf(several(depth, budget, words, choices), choices.pick(['or', 'any', 'or()']));

function allOf(parts: readonly Chance[], spelling: 'and' | 'all' | 'and()' | '*'): Chance {
  const merits = {
    ...readings(...parts),
    isProbability: true,
    canBeZero: parts.some(({ canBeZero }) => canBeZero),
    canBeOne: parts.every(({ canBeOne }) => canBeOne),
    reach: parts.reduce((sum, { reach }) => sum + reach, 0),
  };
  switch (spelling) {
    case 'and':
      return { ...merits, ...chain(parts, 'and', BINDS.and) };
    case 'all':
      return { ...merits, text: `all(${list(parts)})`, binds: BINDS.atom };
    case 'and()':
      return { ...merits, text: `and(${list(parts)})`, binds: BINDS.atom };
    case '*':
      // A number in a product is a real and would make a real of it.
      return parts.every(({ isProbability }) => isProbability)
        ? { ...merits, ...chain(parts, '*', BINDS.product) }
        : { ...merits, ...chain(parts, 'and', BINDS.and) };
  }
}

function anyOf(parts: readonly Chance[], spelling: 'or' | 'any' | 'or()'): Chance {
  const merits = {
    ...readings(...parts),
    isProbability: true,
    canBeZero: parts.every(({ canBeZero }) => canBeZero),
    canBeOne: parts.some(({ canBeOne }) => canBeOne),
    reach: parts.reduce((sum, { reach }) => sum + reach, 0),
  };
  switch (spelling) {
    case 'or':
      return { ...merits, ...chain(parts, 'or', BINDS.or) };
    case 'any':
      return { ...merits, text: `any(${list(parts)})`, binds: BINDS.atom };
    case 'or()':
      return { ...merits, text: `or(${list(parts)})`, binds: BINDS.atom };
  }
}

function list(parts: readonly Chance[]): string {
  return parts.map(({ text }) => text).join(', ');
}

/** Two to four operands that share the budget. */
function several(depth: number, budget: number, words: Vocabulary, choices: Choices): Chance[] {
  const length = choices.pick([2, 3, 2, 4]);
  return Array.from({ length }, () => chanceExpression(depth - 1, budget / length, words, choices));
}

/** The first operand of a left-associative operator may bind as loosely as the operator, the others not. */
function chain(
  parts: readonly Chance[],
  operator: string,
  binds: number,
): { readonly text: string; readonly binds: number } {
  const text = parts.map((part, i) => within(part, i === 0 ? binds : binds + 1)).join(` ${operator} `);
  return { text, binds };
}

function mixture(w: Chance, p: Chance, q: Chance): Chance {
  return {
    text: `mix(${w.text}, ${p.text}, ${q.text})`,
    binds: BINDS.atom,
    ...readings(w, p, q),
    isProbability: true,
    canBeZero: (p.canBeZero && q.canBeZero) || (w.canBeZero && p.canBeZero) || (w.canBeOne && q.canBeZero),
    canBeOne: (p.canBeOne && q.canBeOne) || (w.canBeZero && p.canBeOne) || (w.canBeOne && q.canBeOne),
    reach: w.reach + Math.max(p.reach, q.reach),
  };
}

const mix: Maker = (depth, budget, words, choices) =>
  mixture(
    chanceExpression(depth - 1, budget / 2, words, choices),
    chanceExpression(depth - 1, budget / 2, words, choices),
    chanceExpression(depth - 1, budget / 2, words, choices),
  );

/** The lesser or the greater of two: of which one is no bare number, which would make it a number too. */
const extreme: Maker = (depth, budget, words, choices) => {
  const p = margin(depth - 1, budget, words, choices);
  const q = chanceExpression(depth - 1, budget, words, choices);
  const isLesser = choices.sometimes(0.5);
  const [first, second] = choices.sometimes(0.5) ? [p, q] : [q, p];
  return {
    text: `${isLesser ? 'at_most' : 'at_least'}(${first.text}, ${second.text})`,
    binds: BINDS.atom,
    ...readings(p, q),
    isProbability: true,
    canBeZero: isLesser ? p.canBeZero || q.canBeZero : p.canBeZero && q.canBeZero,
    canBeOne: isLesser ? p.canBeOne && q.canBeOne : p.canBeOne || q.canBeOne,
    reach: Math.max(p.reach, q.reach),
  };
};

const downscale: Maker = (depth, budget, words, choices) => {
  const w = chanceExpression(depth - 1, budget / 2, words, choices);
  const p = chanceExpression(depth - 1, budget / 2, words, choices);
  return {
    text: `downscale(${w.text}, ${p.text})`,
    binds: BINDS.atom,
    ...readings(w, p),
    isProbability: true,
    canBeZero: w.canBeOne || p.canBeZero,
    canBeOne: w.canBeZero && p.canBeOne,
    reach: w.reach + p.reach,
  };
};

const linked: Maker = (depth, budget, words, choices) =>
  depth > 0 ? (words.links?.chance(budget, words, choices) ?? null) : null;

const leafMakers: Maker[] = [
  margin,
  known,
  known,
  known,
  constant,
  scaledMargin,
  logMargin,
  logisticOf,
  flag,
  share,
];
const makers: [Maker, ...Maker[]] = [
  conjunction,
  conjunction,
  disjunction,
  mix,
  extreme,
  downscale,
  presence,
  negation,
  linked,
];
