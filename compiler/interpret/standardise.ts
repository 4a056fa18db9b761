/**
 * How a latent is standardised by its prior: the sampler's u is 0 at the middle of the prior and about 1 a standard
 * deviation away from it, whatever the prior's location and width. So chains, scouts, climbs and particles that start
 * near 0 start where the prior has its mass.
 */
import { readsDataAlone } from '../check/parametrisation.ts';
import type { Latent, TypedLayout } from '../check/typed-layout.ts';
import { mapPrior, transformName } from '../families/priors.ts';
import { type Environment, evaluate, evaluateReal, type Value } from './evaluate.ts';
import { probability } from './log-probability.ts';
import {
  type EvaluatedPrior,
  hasOneMiddle,
  isProper,
  logPriorDensity,
  middleOf,
  type Position,
  typicalScaleOf,
} from './priors.ts';
import { AS_IT_IS, type Standard, transform } from './transform.ts';

/**
 * On a logarithmic scale, and on the scales of Φ and sinh, a wider prior than this is vague. Its middle is used, but
 * not its width: nobody means that values differ by a factor of e^1000, as those of `gamma(0.001, 0.001)` do.
 */
const WIDEST_LOGARITHM = 3;
const WIDEST = 1;

/** The middle is searched within the range of floating-point numbers: e^±700, Φ(±37). */
const FARTHEST = { logarithm: 700, interval: 37 } as const;

/**
 * The standardisation of each latent by name, except where the scale depends on data, for which see `scaledBy`. A
 * level's prior is evaluated with the latents that it reads in the middle of theirs.
 */
export function standardsOf(
  layout: TypedLayout,
  isNonCentred: (latent: Latent) => boolean,
): ReadonlyMap<string, Standard> {
  const centres = new Map<string, Position>();
  const standards = new Map<string, Standard>();
  const lets = new Map(layout.lets.map(({ name, value }) => [name, value]));
  // A let is read once the latents that it reads are known.
  const known = new Map<string, Value>();
  const scope: Environment = {
    column: () => Number.NaN,
    latent: (name) => {
      const position = centres.get(name)!;
      return position.probability ?? position.value;
    },
    // A random walk is standardised by its first level.
    previous: () => null,
    let: (name) => {
      const value = known.get(name) ?? evaluate(lets.get(name)!, scope);
      known.set(name, value);
      return value;
    },
    // A prior cannot read a class either.
    class: () => Number.NaN,
    posterior: () => Number.NaN,
    // Statistics depend on the data, which are not known here.
    statistic: ({ type }) => (type.kind === 'probability' ? probability(Number.NaN) : Number.NaN),
  };
  for (const index of layout.priorOrder) {
    const latent = layout.latents[index]!;
    const sampling = {
      isProbability: latent.type.kind === 'probability',
      isNonCentred: isNonCentred(latent),
    };
    const prior = mapPrior(latent.prior, (part) => evaluateReal(part, scope));
    const isKnown = isProper(prior);
    const standard = isKnown && !sampling.isNonCentred ? standardOf(prior, sampling.isProbability) : AS_IT_IS;
    if (isKnown || !readsDataAlone(latent.prior)) standards.set(latent.name, standard);
    const unknown = {
      value: Number.NaN,
      probability: sampling.isProbability ? probability(Number.NaN) : null,
    };
    centres.set(latent.name, isKnown ? transform(prior, { ...sampling, standard }, 0) : unknown);
  }
  return standards;
}

/**
 * For a positive latent whose prior's scale depends on data: that scale is its middle. Any other latent is not
 * standardised.
 */
export function scaledBy(prior: EvaluatedPrior): Standard {
  const scale = typicalScaleOf(prior);
  return scale === null ? AS_IT_IS : { centre: Math.log(scale), spread: 1 };
}

/** The drop of a normal's log density one standard deviation from its middle. */
const FALL_OF_A_SD = 0.5;

/**
 * The centre and spread of a prior. A normal and a lognormal have them as parameters. For any other prior they come
 * from its density on the unconstrained scale, including the Jacobian: the mode, and the mean of the two distances at
 * which the log density has dropped by ½. A uniform prior needs no standardising, nor does one without a single middle.
 */
function standardOf(prior: EvaluatedPrior, isProbability: boolean): Standard {
  const { centre, spread } = standardByDensity(prior, isProbability);
  // Rounded, so that different engines' arithmetic gives the same module.
  const standard = { centre: Number(centre.toPrecision(12)), spread: Number(spread.toPrecision(12)) };
  return standard.centre === 0 && standard.spread === 1 ? AS_IT_IS : standard;
}

function standardByDensity(prior: EvaluatedPrior, isProbability: boolean): Standard {
  const known = middleOf(prior);
  if (known !== null) {
    const { centre, spread } = known;
    const isLogarithm = transformName(prior, false) === 'positive';
    return { centre, spread: isLogarithm ? Math.min(spread, WIDEST_LOGARITHM) : spread };
  }
  if (!hasOneMiddle(prior)) return AS_IT_IS;
  const isInterval = transformName(prior, false) === 'interval';
  const isSinh = transformName(prior, false) === 'sinh';
  const sampling = { isProbability, isNonCentred: false, standard: AS_IT_IS };
  const logDensity = (u: number) => {
    const at = transform(prior, sampling, u);
    const value = logPriorDensity(prior, at) + at.logJacobian;
    return Number.isNaN(value) ? -Infinity : value;
  };
  const middle = isSinh ? 0 : peak(logDensity, isInterval ? FARTHEST.interval : FARTHEST.logarithm);
  const top = logDensity(middle);
  if (!Number.isFinite(top)) return AS_IT_IS;
  const wide = (side: number) => widthOf((step) => top - logDensity(middle + side * step));
  const spread = Math.min((wide(-1) + wide(1)) / 2, isInterval || isSinh ? WIDEST : WIDEST_LOGARITHM);
  return rounded(middle, spread);
}

/** The maximum of a unimodal function between −`far` and `far`, by golden-section search. */
function peak(value: (u: number) => number, far: number): number {
  const share = (Math.sqrt(5) - 1) / 2;
  let [below, above] = [-far, far];
  let [left, right] = [above - share * (above - below), below + share * (above - below)];
  let [atLeft, atRight] = [value(left), value(right)];
  for (let step = 0; step < 100; step++) {
    if (atLeft > atRight) {
      [above, right, atRight] = [right, left, atLeft];
      left = above - share * (above - below);
      atLeft = value(left);
    } else {
      [below, left, atLeft] = [left, right, atRight];
      right = below + share * (above - below);
      atRight = value(right);
    }
  }
  return (below + above) / 2;
}

/** The distance at which an increasing drop reaches that of a standard deviation, by bisection of its logarithm. */
function widthOf(fall: (step: number) => number): number {
  let [near, far] = [1e-12, 1e3];
  for (let step = 0; step < 60; step++) {
    const between = Math.sqrt(near * far);
    if (fall(between) < FALL_OF_A_SD) near = between;
    else far = between;
  }
  return Math.sqrt(near * far);
}

/** Rounded to three digits of the spread; more would be useless. */
function rounded(centre: number, spread: number): Standard {
  const digits = Math.min(Math.max(2 - Math.floor(Math.log10(spread)), 0), 100);
  return { centre: Number(centre.toFixed(digits)) + 0, spread: Number(spread.toPrecision(3)) };
}
