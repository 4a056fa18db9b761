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

/** Priors of positive values, looked at from a fiftieth to three times a typical value. */
function positiveAbout(text: string, typical: { readonly lo: number; readonly hi: number }): RandomPrior {
  const lo = 0.02 * typical.hi;
  const hi = 3 * typical.hi;
  return { text, lo, hi, unconstrainedAt: (fraction) => Math.log(lo) + fraction * Math.log(hi / lo) };
}

/** The farthest from 0 that a heavy tail is looked at on the unconstrained scale. */
const FARTHEST_HEAVY = 1.5;

function heavyTailed(text: string, location: Real, scale: Real, df: number): RandomPrior {
  const reach = Math.sqrt(df) * Math.sinh(FARTHEST_HEAVY) * scale.hi;
  return {
    text,
    lo: location.lo - reach,
    hi: location.hi + reach,
    unconstrainedAt: (fraction) => FARTHEST_HEAVY * (2 * fraction - 1),
  };
}

/** A prior with a range behind it, of which one side may be open. */
function truncated(whole: string, lo: Real | null, hi: Real | null): RandomPrior {
  const text = `${whole} in [${lo?.text ?? '-inf'}, ${hi?.text ?? 'inf'}]`;
  if (lo !== null && hi !== null) return { ...uniform(lo, hi), text };
  const [near, far] = [0.05, 4];
  const unconstrainedAt = (fraction: number) => Math.log(near) + fraction * Math.log(far / near);
  if (lo !== null) return { text, lo: lo.lo + near, hi: lo.hi + far, unconstrainedAt };
  return { text, lo: hi!.lo - far, hi: hi!.hi - near, unconstrainedAt };
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

  const shape = () => choices.pick([0.5, 1, 2, 3.5]);
  const inverse = times({}, unit, -1);
  const rate = () => {
    const value = number();
    return choices.sometimes(0.3) ? literal(value, inverse) : bare(value, unit);
  };
  const location = () => (sameUnit !== undefined && choices.sometimes(0.4) ? sameUnit : constant(number()));
  const isScale = positive !== undefined && isSameUnit(positive.unit, unit) && positive.hi < 20 * positive.lo;
  const scale = () => (isScale && choices.sometimes(0.5) ? positive : constant(number()));

  switch (
    choices.pick([
      'uniform',
      'below latent',
      'normal',
      'half_normal',
      'of data',
      'about latent',
      'another',
      'another',
      'truncated',
      'truncated',
    ])
  ) {
    case 'another':
      return another();
    case 'truncated': {
      const whole = choices.pick([
        () => `normal(${location().text}, ${scale().text})`,
        () => `half_normal(${scale().text})`,
        () => `lognormal(${choices.pick([-1, 0, 0.5])}, ${shape()})`,
        () => `exponential(${rate().text})`,
        () => `cauchy(${location().text}, ${scale().text})`,
        () => `half_cauchy(${scale().text})`,
      ])();
      const lo = bare(choices.pick([0, 0.25, 0.5, 3]), unit);
      const above = constant(lo.hi + number());
      const beyond = sameUnit !== undefined && sameUnit.lo > lo.hi + 0.1 ? sameUnit : above;
      const isPositive = /^(half_|lognormal|exponential)/.test(whole);
      switch (choices.pick(['both', 'lower', 'upper'])) {
        case 'both':
          return truncated(whole, lo, beyond);
        case 'lower':
          return truncated(whole, sameUnit === undefined ? lo : sameUnit, null);
        case 'upper':
          // What is positive lies between 0 and the bound.
          return isPositive
            ? { ...truncated(whole, bare(0, unit), beyond), text: `${whole} in [-inf, ${beyond.text}]` }
            : truncated(whole, null, beyond);
      }
      break;
    }
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

  function another(): RandomPrior {
    const s = scale();
    const a = shape();
    const df = choices.pick([1, 2.5, 7]);
    switch (
      choices.pick([
        ...([
          'lognormal',
          'scaled_beta',
          'gamma',
          'inv_gamma',
          'exponential',
          'cauchy',
          'half_cauchy',
        ] as const),
        ...(['student_t', 'half_student_t'] as const),
      ])
    ) {
      case 'lognormal': {
        const mu = choices.pick([-1, 0, 0.5]);
        return positiveAbout(`lognormal(${mu}, ${a})`, { lo: Math.exp(mu), hi: Math.exp(mu) });
      }
      case 'scaled_beta': {
        const from = choices.pick([0, 0.5, 3]);
        const [lo, hi] = [bare(from, unit), constant(from + number())];
        return { ...uniform(lo, hi), text: `scaled_beta(${a}, ${df}, ${lo.text}, ${hi.text})` };
      }
      case 'gamma': {
        const r = rate();
        return positiveAbout(`gamma(${a}, ${r.text})`, { lo: a / r.hi, hi: a / r.lo });
      }
      case 'inv_gamma':
        return positiveAbout(`inv_gamma(${a}, ${s.text})`, { lo: s.lo / a, hi: s.hi / a });
      case 'exponential': {
        const r = rate();
        return positiveAbout(`exponential(${r.text})`, { lo: 1 / r.hi, hi: 1 / r.lo });
      }
      case 'cauchy': {
        const at = location();
        return heavyTailed(`cauchy(${at.text}, ${s.text})`, at, s, 1);
      }
      case 'half_cauchy':
        return positiveAbout(`half_cauchy(${s.text})`, s);
      case 'student_t': {
        const at = location();
        return heavyTailed(`student_t(${df}, ${at.text}, ${s.text})`, at, s, df);
      }
      case 'half_student_t':
        return positiveAbout(`half_student_t(${df}, ${s.text})`, s);
    }
  }
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
  const role = choices.pick(['capability', 'bias', 'param', 'robustness', 'propensity']);
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
    'scaled_beta(0.5, 2, 0, 1)',
    'normal(0.3, 0.2) in [0, 1]',
    'exponential(3) in [-inf, 0.5]',
    'cauchy(0.5, 0.1) in [0.25, 0.75]',
    below === undefined ? 'half_cauchy(0.2) in [0, 1]' : `half_normal(0.2) in [0, ${below.text}]`,
    below === undefined ? 'beta(30, 2)' : `uniform(0, ${below.text})`,
    share === undefined ? 'uniform(0, 0.1)' : `uniform(0.1, mix(0.5, 0.5, mean(${share})))`,
  ]);
  const reach = PROBABILITY_REACH + (below?.reach ?? 0);
  const role = choices.pick(['capability', 'robustness', 'bias', 'propensity', 'param']);
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
