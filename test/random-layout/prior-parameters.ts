/** Random parameters of priors of a real: numbers, and latents where they are of the kind. */
import type { Unit } from '../../compiler/check/typed-layout.ts';
import type { Choices } from './choices.ts';
import { bare, literal, type Vocabulary } from './real-expression.ts';
import { isColumn, type Real } from './term.ts';
import { complexity, isSameUnit, times } from './unit.ts';

/** What a prior of a latent of this unit may be made of. */
export interface PriorParameters {
  readonly unit: Unit;
  readonly choices: Choices;
  /** A number in the unit. */
  constant(value: number): Real;
  number(): number;
  shape(): Real;
  rate(): Real;
  location(): Real;
  scale(): Real;
  /** Columns, and what no row is read for, of the unit; what is above 0 of any. */
  readonly column: Real | undefined;
  readonly sameUnit: Real | undefined;
  readonly positive: Real | undefined;
}

/** The ratio of its largest to its smallest value that a scale or a shape may have. */
const WIDEST = 20;

export function priorParameters(unit: Unit, words: Vocabulary, choices: Choices): PriorParameters {
  const rowless = words.reals.filter(({ readsRow }) => !readsRow);
  const column = choices.pickAny(words.reals.filter((real) => isColumn(real) && isSameUnit(real.unit, unit)));
  const sameUnit = choices.pickAny(rowless.filter((real) => isSameUnit(real.unit, unit)));
  const positive = choices.pickAny(rowless.filter(({ lo }) => lo > 0));
  const isMild = positive !== undefined && positive.hi < WIDEST * positive.lo;
  const constant = (value: number) => (choices.sometimes(0.3) ? literal(value, unit) : bare(value, unit));
  const number = () => choices.whole(1, 40) / 4;
  return {
    unit,
    choices,
    constant,
    number,
    column,
    sameUnit,
    positive,
    shape: () => {
      const isShape = isMild && complexity(positive.unit) === 0 && positive.lo > 0.2 && positive.hi < 40;
      return isShape && choices.sometimes(0.6) ? positive : bare(choices.pick([0.5, 1, 2, 3.5]), {});
    },
    rate: () => {
      const value = number();
      return choices.sometimes(0.3) ? literal(value, times({}, unit, -1)) : bare(value, unit);
    },
    location: () => (sameUnit !== undefined && choices.sometimes(0.4) ? sameUnit : constant(number())),
    scale: () =>
      isMild && isSameUnit(positive.unit, unit) && choices.sometimes(0.5) ? positive : constant(number()),
  };
}
