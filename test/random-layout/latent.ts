/** Random latents: their declarations, and where on the unconstrained scale they may be looked at. */
import type { Unit } from '../../compiler/check/typed-layout.ts';
import type { Choices } from './choices.ts';
import type { Vocabulary } from './real-expression.ts';
import { realPrior } from './real-prior.ts';
import { BINDS, type Chance, type Real } from './term.ts';
import { complexity, DIMENSIONLESS, unitText } from './unit.ts';

/** A declaration of one or several latents with the same prior. */
export interface LatentDeclaration {
  readonly names: readonly string[];
  readonly text: string;
  readonly reals: readonly Real[];
  readonly chances: readonly Chance[];
  /** An unconstrained value, for a fraction in [0, 1): inside the intervals that `reals` promise. */
  unconstrainedAt(fraction: number): number;
}

/** Φ(−8.5) is 9.5e-18. */
const FARTHEST_PROBABILITY = 8.5;
/** More than |ln Φ(−8.5)|, by what a narrow interval takes off as well. */
const PROBABILITY_REACH = 42;

/** The text of a choice of a prior, of which one is taken, among others that are made for it. */
export type Among = (other: () => string, taken: string) => string;

/** A declaration of real latents with these names. */
export function realLatent(
  names: readonly string[],
  units: readonly [Unit, ...Unit[]],
  words: Vocabulary,
  choices: Choices,
  among?: Among,
): LatentDeclaration {
  const unit = choices.pick([...units, DIMENSIONLESS, ...words.reals.map((real) => real.unit)]);
  const prior = realPrior(unit, words, choices);
  // A range would hold for every alternative.
  const isPlain = ({ text }: { readonly text: string }) => !text.includes(' in [');
  const other = () => {
    const some = realPrior(unit, words, choices);
    return isPlain(some) ? some.text : 'uniform(1, 2)';
  };
  const text = among !== undefined && isPlain(prior) ? among(other, prior.text) : prior.text;
  const annotation = complexity(unit) === 0 && choices.sometimes(0.8) ? '' : ` : ${unitText(unit)}`;
  const role = choices.pick(['capability', 'bias', 'param', 'robustness', 'propensity']);
  return {
    names,
    text: `${role} ${names.join(', ')}${annotation} ~ ${text}`,
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
  among?: Among,
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
    'beta(2, 0.5) in [0.25, 1]',
    'beta(0.5, 4) in [-inf, 0.5]',
    'gamma(2, 9) in [0.01, 0.9]',
    'scaled_beta(1.5, 2.5, 0, 1) in [0.1, 0.9]',
    'student_t(3, 0.5, 0.2) in [0, 1]',
    below === undefined ? 'half_cauchy(0.2) in [0, 1]' : `half_normal(0.2) in [0, ${below.text}]`,
    below === undefined ? 'inv_gamma(2, 0.5) in [0, 1]' : `beta(2, 3) in [0, ${below.text}]`,
    below === undefined ? 'beta(30, 2)' : `uniform(0, ${below.text})`,
    share === undefined ? 'uniform(0, 0.1)' : `uniform(0.1, mix(0.5, 0.5, mean(${share})))`,
  ]);
  const other = () => choices.pick(['beta(2, 2)', 'uniform(0.1, 0.9)']);
  const text = among !== undefined && !prior.includes(' in [') ? among(other, prior) : prior;
  const reach = PROBABILITY_REACH + (below?.reach ?? 0);
  const role = choices.pick(['capability', 'robustness', 'bias', 'propensity', 'param']);
  return {
    names,
    text: `${role} ${names.join(', ')} : probability ~ ${text}`,
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
