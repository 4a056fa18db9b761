/** Random latents: their declarations, and where on the unconstrained scale they may be looked at. */
import type { Unit } from '../../compiler/check/typed-layout.ts';
import type { Choices } from './choices.ts';
import { bare, literal, type Vocabulary } from './real-expression.ts';
import { BINDS, type Chance, isColumn, type Real, readings, within } from './term.ts';
import { complexity, DIMENSIONLESS, isSameUnit, times, unitText } from './unit.ts';

/** A declaration of one or several latents with the same prior. */
export interface LatentDeclaration {
  readonly names: readonly string[];
  readonly text: string;
  readonly reals: readonly Real[];
  readonly chances: readonly Chance[];
  /** An unconstrained value, for a fraction in [0, 1): inside the intervals that `reals` promise. */
  unconstrainedAt(fraction: number): number;
}

/** Beyond this far from 0 a bounded real comes so close to its bound that its interval could not be told. */
const FARTHEST_BOUNDED = 2.8;
/** Φ(−8.5) is 9.5e-18. */
const FARTHEST_PROBABILITY = 8.5;
/** More than |ln Φ(−8.5)|, by what a narrow interval takes off as well. */
const PROBABILITY_REACH = 42;

/** A prior, the interval its values are looked at in, and how a fraction becomes an unconstrained value there. */
interface RandomPrior {
  readonly text: string;
  readonly lo: number;
  readonly hi: number;
  readonly unconstrainedAt: (fraction: number) => number;
}

/** A uniform between two expressions, on an interval that is a little smaller than the widest it can be. */
function uniform(lo: Real, hi: Real): RandomPrior {
  const margin = Math.max(0, 0.002 * (hi.lo - lo.hi));
  return {
    text: `uniform(${lo.text}, ${hi.text})`,
    lo: lo.lo + margin,
    hi: hi.hi,
    unconstrainedAt: (fraction) => FARTHEST_BOUNDED * (2 * fraction - 1),
  };
}

function normal(mean: Real, sd: Real): RandomPrior {
  const lo = mean.lo - 2 * sd.hi;
  const hi = mean.hi + 2 * sd.hi;
  return {
    text: `normal(${mean.text}, ${sd.text})`,
    lo,
    hi,
    unconstrainedAt: (fraction) => lo + fraction * (hi - lo),
  };
}

function halfNormal(sd: Real): RandomPrior {
  const lo = 0.02 * sd.hi;
  const hi = 3 * sd.hi;
  return {
    text: `half_normal(${sd.text})`,
    lo,
    hi,
    unconstrainedAt: (fraction) => Math.log(lo) + fraction * Math.log(hi / lo),
  };
}

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

function realPrior(unit: Unit, words: Vocabulary, choices: Choices): RandomPrior {
  const constant = (value: number) => (choices.sometimes(0.3) ? literal(value, unit) : bare(value, unit));
  const number = () => choices.whole(1, 40) / 4;
  const columns = words.reals.filter((real) => isColumn(real) && isSameUnit(real.unit, unit));
  const column = choices.pickAny(columns);
  const sameUnit = choices.pickAny(
    words.reals.filter((real) => !real.readsRow && isSameUnit(real.unit, unit)),
  );
  const positive = choices.pickAny(words.reals.filter((real) => !real.readsRow && real.lo > 0));

  switch (choices.pick(['uniform', 'below latent', 'normal', 'half_normal', 'of data', 'about latent'])) {
    case 'below latent': {
      if (positive === undefined) break;
      const factor = literal(number(), times(unit, positive.unit, -1));
      if (complexity(factor.unit) > 3) break;
      const hi: Real = {
        text: `${within(positive, BINDS.product)} * ${within(factor, BINDS.negation)}`,
        binds: BINDS.product,
        ...readings(positive),
        unit,
        lo: positive.lo * factor.lo,
        hi: positive.hi * factor.hi,
      };
      return hi.hi > 1e3 ? uniform(bare(0, unit), constant(number())) : uniform(bare(0, unit), hi);
    }
    case 'normal':
      return normal(constant(number()), constant(number()));
    case 'half_normal':
      return halfNormal(constant(number()));
    case 'of data': {
      if (column === undefined) break;
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
      break;
    }
    case 'about latent':
      if (sameUnit !== undefined) return normal(sameUnit, constant(number()));
      break;
  }
  const lo = choices.pick([0, 0, 0.5, 3]);
  return uniform(bare(lo, unit), constant(lo + number()));
}

/** A declaration of real latents with these names. */
export function realLatent(
  names: readonly string[],
  units: readonly [Unit, ...Unit[]],
  words: Vocabulary,
  choices: Choices,
): LatentDeclaration {
  const unit = choices.pick([...units, DIMENSIONLESS, ...words.reals.map((real) => real.unit)]);
  const prior = realPrior(unit, words, choices);
  const annotation = complexity(unit) === 0 && choices.sometimes(0.8) ? '' : ` : ${unitText(unit)}`;
  const role = choices.pick(['capability', 'bias', 'param', 'robustness']);
  return {
    names,
    text: `${role} ${names.join(', ')}${annotation} ~ ${prior.text}`,
    reals: names.map((text) => ({
      text,
      binds: BINDS.atom,
      readsRow: false,
      readsLatent: true,
      unit,
      lo: prior.lo,
      hi: prior.hi,
    })),
    chances: [],
    unconstrainedAt: prior.unconstrainedAt,
  };
}

/** A declaration of probability latents with these names. */
export function probabilityLatent(
  names: readonly string[],
  words: Vocabulary,
  choices: Choices,
): LatentDeclaration {
  const below = choices.pickAny(words.chances.filter(({ readsRow, canBeZero }) => !readsRow && !canBeZero));
  const share = choices.pickAny([...words.flags, ...words.outcomes]);
  const prior = choices.pick([
    'beta(1, 1)',
    'uniform(0, 1)',
    'beta(1, 9)',
    'beta(0.5, 2.5)',
    'uniform(0.2, 0.7)',
    'uniform(0.5, 1)',
    below === undefined ? 'beta(30, 2)' : `uniform(0, ${below.text})`,
    share === undefined ? 'uniform(0, 0.1)' : `uniform(0.1, mix(0.5, 0.5, mean(${share})))`,
  ]);
  const reach = PROBABILITY_REACH + (below?.reach ?? 0);
  const role = choices.pick(['capability', 'robustness', 'bias', 'param']);
  return {
    names,
    text: `${role} ${names.join(', ')} : probability ~ ${prior}`,
    reals: [],
    chances: names.map((text) => ({
      text,
      binds: BINDS.atom,
      readsRow: false,
      readsLatent: true,
      isProbability: true,
      canBeZero: false,
      canBeOne: false,
      reach,
    })),
    unconstrainedAt: (fraction) => FARTHEST_PROBABILITY * spread(2 * fraction - 1),
  };
}

/** Most values near 0, some near ±1. */
function spread(x: number): number {
  return x ** 3;
}
