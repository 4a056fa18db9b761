/** Random priors of real latents. */
import type { Unit } from '../../compiler/check/typed-layout.ts';
import type { Choices } from './choices.ts';
import { halfNormal, normal, type RandomPrior, uniform } from './prior-interval.ts';
import { type PriorParameters, priorParameters } from './prior-parameters.ts';
import { bare, literal, type Vocabulary } from './real-expression.ts';
import { BINDS, type Real, readings, within } from './term.ts';
import { truncatedPrior } from './truncated-prior.ts';
import { complexity, times } from './unit.ts';
import { wholePrior } from './whole-prior.ts';

/** A sum of two expressions of the data, one of them positive: a scale that is never 0. */
function above(a: Real, b: Real): Real {
  return {
    unit: a.unit,
    ...readings(),
    text: `${within(a, BINDS.sum)} + ${within(b, BINDS.product)}`,
    binds: BINDS.sum,
    lo: a.lo + b.lo,
    hi: a.hi + b.hi,
  };
}

type Maker = (parameters: PriorParameters) => RandomPrior | null;

const plainUniform: (parameters: PriorParameters) => RandomPrior = ({ choices, unit, constant, number }) => {
  const lo = choices.pick([0, 0, 0.5, 3]);
  return uniform(bare(lo, unit), constant(lo + number()));
};

const belowLatent: Maker = ({ unit, constant, number, positive }) => {
  if (positive === undefined) return null;
  const factor = literal(number(), times(unit, positive.unit, -1));
  if (complexity(factor.unit) > 3) return null;
  const hi: Real = {
    text: `${within(positive, BINDS.product)} * ${within(factor, BINDS.negation)}`,
    binds: BINDS.product,
    ...readings(positive),
    unit,
    lo: positive.lo * factor.lo,
    hi: positive.hi * factor.hi,
  };
  return hi.hi > 1e3 ? uniform(bare(0, unit), constant(number())) : uniform(bare(0, unit), hi);
};

const ofData: Maker = ({ choices, unit, number, column }) => {
  if (column === undefined) return null;
  const sd: Real = { ...column, text: `sd(${column.text})`, lo: 0, hi: column.hi - column.lo };
  const scale = above(sd, bare(number(), unit));
  const mean: Real = { ...column, text: `mean(${column.text})` };
  switch (choices.pick(['uniform', 'normal', 'half_normal'])) {
    case 'uniform': {
      const hi = above({ ...column, text: `max(${column.text})` }, bare(number(), unit));
      return uniform({ ...column, text: `min(${column.text})` }, { ...hi, lo: column.lo + number() });
    }
    case 'normal':
      return normal(mean, scale);
    case 'half_normal':
      return halfNormal(scale);
  }
};

const makers: readonly [Maker, ...Maker[]] = [
  plainUniform,
  belowLatent,
  ({ constant, number }) => normal(constant(number()), constant(number())),
  ({ constant, number }) => halfNormal(constant(number())),
  ofData,
  ({ sameUnit, constant, number }) => (sameUnit === undefined ? null : normal(sameUnit, constant(number()))),
  wholePrior,
  wholePrior,
  truncatedPrior,
  truncatedPrior,
  truncatedPrior,
];

/** A prior of a latent of this unit. */
export function realPrior(unit: Unit, words: Vocabulary, choices: Choices): RandomPrior {
  const parameters = priorParameters(unit, words, choices);
  return choices.pick(makers)(parameters) ?? plainUniform(parameters);
}
