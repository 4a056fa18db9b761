/** Random `link`s of the layout's own, and calls of them: in whatever units, with and without their defaults. */

import type { Unit } from '../../compiler/check/typed-layout.ts';
import { chanceExpression, someReach } from './chance-expression.ts';
import type { Choices } from './choices.ts';
import type { RandomLinks } from './real-expression.ts';
import { literal, realExpression, someUnit, type Vocabulary } from './real-expression.ts';
import { BINDS, type Chance, magnitude, type Real, readings } from './term.ts';

/** A link that makes a real of the wanted unit. */
interface RealLink {
  readonly text: string;
  call(name: string, unit: Unit, words: Vocabulary, choices: Choices): Real;
}

/** A link that makes a probability whose reach is within the budget. */
interface ChanceLink {
  readonly text: string;
  call(name: string, budget: number, words: Vocabulary, choices: Choices): Chance;
}

const WEIGHTS = [0.5, 0.25, 0.9] as const;

/** An argument with its name, without it, or left out where it is the default. */
function optional(name: string, value: string, isDefault: boolean, choices: Choices): string {
  if (isDefault && choices.sometimes(0.7)) return '';
  return choices.sometimes(0.5) ? `, ${name} = ${value}` : `, ${value}`;
}

/** Somewhere between x and y, in their unit. */
function blend(choices: Choices): RealLink {
  const byDefault = choices.pick(WEIGHTS);
  const body = choices.pick(['x * (1 - w) + w * y', 'x + (y - x) * w', '(1 - w) * (x - y) + y']);
  return {
    text: `(x, y, w = ${byDefault}) = ${body}`,
    call: (name, unit, words, some) => {
      const x = realExpression(unit, some.whole(0, 1), words, some);
      const y = realExpression(unit, some.whole(0, 1), words, some);
      const w = some.pick(WEIGHTS);
      return {
        text: `${name}(${x.text}, ${y.text}${optional('w', String(w), w === byDefault, some)})`,
        binds: BINDS.atom,
        ...readings(x, y),
        unit,
        lo: Math.min(x.lo, y.lo),
        hi: Math.max(x.hi, y.hi),
      };
    },
  };
}

/** The root of the sum of two squares, weighed by a default that is computed. */
function distance(choices: Choices): RealLink {
  const weight = choices.pick([1, 4]);
  const body = choices.pick(['sqrt(x ^ 2 + k * y ^ 2)', 'sqrt(k * y * y + x * x)']);
  return {
    text: `(x, y, k = sqrt(${weight * weight})) = ${body}`,
    call: (name, unit, words, some) => {
      const x = realExpression(unit, some.whole(0, 1), words, some);
      // Something that is never 0, where the root has no derivative.
      const y = literal(some.whole(1, 20) / 4, unit);
      const k = some.sometimes(0.3) ? 9 : weight;
      return {
        text: `${name}(${x.text}, ${y.text}${optional('k', String(k), k === weight, some)})`,
        binds: BINDS.atom,
        ...readings(x, y),
        unit,
        lo: Math.sqrt(k) * y.lo,
        hi: Math.hypot(magnitude(x), Math.sqrt(k) * y.hi),
      };
    },
  };
}

/** A margin of any two like things that stays below a ceiling. */
function capped(choices: Choices): ChanceLink {
  const ceiling = choices.pick([0.98, 0.5]);
  const body = choices.pick([
    'between(0, ceiling, logistic((x - y) / scale))',
    'mix(ceiling, 0, margin(x, y, 1 / scale))',
  ]);
  return {
    text: `(x, y, scale, ceiling = ${ceiling}) = ${body}`,
    call: (name, budget, words, some) => {
      const unit = someUnit(words, some);
      const x = realExpression(unit, some.whole(0, 2), words, some);
      const y = realExpression(unit, some.whole(0, 1), words, some);
      const size = Math.max(magnitude(x) + magnitude(y), 1e-3);
      const reach = someReach(budget / 2, some);
      // Rounding takes at most a tenth off.
      const scale = literal((1.2 * size) / reach, unit).text;
      const cap = some.pick([ceiling, 0.9] as const);
      return {
        text: `${name}(${x.text}, ${y.text}, scale = ${scale}${cap === ceiling ? '' : `, ceiling = ${cap}`})`,
        binds: BINDS.atom,
        ...readings(x, y),
        isProbability: true,
        canBeZero: false,
        canBeOne: false,
        reach: reach + 6,
      };
    },
  };
}

/** Logic of two probabilities. */
function guarded(choices: Choices): ChanceLink {
  const weight = choices.pick(WEIGHTS);
  const body = choices.pick(['mix(w, p, p and q)', 'p and (q or w)', 'p and not (not q and w)']);
  const isMixture = body.startsWith('mix');
  return {
    text: `(p, q, w = ${weight}) = ${body}`,
    call: (name, budget, words, some) => {
      const p = chanceExpression(1, budget / 3, words, some);
      const q = chanceExpression(0, budget / 3, words, some);
      const w = some.pick(WEIGHTS);
      return {
        text: `${name}(${p.text}, ${q.text}${optional('w', String(w), w === weight, some)})`,
        binds: BINDS.atom,
        ...readings(p, q),
        isProbability: true,
        canBeZero: p.canBeZero,
        canBeOne: p.canBeOne && (q.canBeOne || isMixture),
        reach: p.reach + q.reach + 7,
      };
    },
  };
}

/** Two links, and at times one that calls the other. */
export function randomLinks(choices: Choices): RandomLinks {
  const real = choices.pick([blend, distance])(choices);
  const chance = choices.pick([capped, guarded])(choices);
  const isThrough = choices.sometimes(0.4);
  const lines = [`link of${real.text}`, `link surely${chance.text}`];
  // Of three arguments each, but `capped`, which has four.
  const parameters = chance.text.slice(1, chance.text.indexOf(' = ')).split(', ');
  const through = `link again(${parameters.join(', ')} = ${defaultOf(chance.text)}) = surely(${parameters.join(', ')})`;
  return {
    lines: isThrough ? [...lines, through] : lines,
    real: (unit, words, some) => real.call('of', unit, words, some),
    chance: (budget, words, some) =>
      chance.call(isThrough && some.sometimes(0.5) ? 'again' : 'surely', budget, words, some),
  };
}

function defaultOf(text: string): string {
  return text.slice(text.indexOf(' = ') + 3, text.indexOf(')'));
}
