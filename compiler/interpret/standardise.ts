/**
 * How a latent is standardised by its prior before it is sampled: the sampler's u is 0 where the prior has its middle, and about 1
 * a standard deviation from it, wherever the prior lies and however wide it is. So chains, scouts, climbs and particles that begin
 * near 0 begin where the prior has its mass.
 */
import { readsDataAlone } from '../check/parametrisation.ts';
import type { Latent, TypedLayout } from '../check/typed-layout.ts';
import { mapPrior, transformName } from '../families/priors.ts';
import { type Environment, evaluate, evaluateReal } from './evaluate.ts';
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
 * On the scale of a logarithm, and on that of Φ and sinh, a prior that is wider than this many units is vague: its middle is known, and
 * nobody means that its values differ by a factor of e^1000, as those of `gamma(0.001, 0.001)` do.
 */
const WIDEST_LOGARITHM = 3;
const WIDEST = 1;

/** The middle is looked for as far out as numbers go: e^±700, Φ(±37), sinh 700. */
const FARTHEST = { logarithm: 700, interval: 37 } as const;

/**
 * One for each latent, by its name, but for those whose scale only the data know, whose `standard` is `scaledBy`. Of a level's prior the latents that it reads are taken to be
 * in the middle of theirs.
 */
export function standardsOf(
  layout: TypedLayout,
  isNonCentred: (latent: Latent) => boolean,
): ReadonlyMap<string, Standard> {
  const centres = new Map<string, Position>();
  const standards = new Map<string, Standard>();
  const lets = new Map(layout.lets.map(({ name, value }) => [name, value]));
  const scope: Environment = {
    column: () => Number.NaN,
    latent: (name) => {
      const position = centres.get(name)!;
      return position.probability ?? position.value;
    },
    // A walk is standardised by where it begins.
    previous: () => null,
    let: (name) => evaluate(lets.get(name)!, scope),
    // Of the data, which the text does not know.
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

/** Of a latent above 0 whose prior's scale the data decide: that scale is its middle. Any other is as it is. */
export function scaledBy(prior: EvaluatedPrior): Standard {
  const scale = typicalScaleOf(prior);
  return scale === null ? AS_IT_IS : { centre: Math.log(scale), spread: 1 };
}

/** Half of a normal's density is lost in units of log density where it is a standard deviation from its middle. */
const FALL_OF_A_SD = 0.5;

/**
 * Of a normal and a lognormal their own parameters. Of every other prior, on the scale that its support is taken to the whole line
 * on and with the Jacobian of that: the place of its greatest density, and how far from there on average the density has
 * fallen as a normal's has at its standard deviation. A uniform prior needs none, nor does one that has no one middle.
 */
function standardOf(prior: EvaluatedPrior, isProbability: boolean): Standard {
  const { centre, spread } = standardByDensity(prior, isProbability);
  // To so many digits that no engine's arithmetic gives another module.
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

/** Where a function of one peak is greatest, from -`far` to `far`: by golden sections. */
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

/** The distance at which a fall that grows with it is that of a standard deviation: by bisection of its logarithm. */
function widthOf(fall: (step: number) => number): number {
  let [near, far] = [1e-12, 1e3];
  for (let step = 0; step < 60; step++) {
    const between = Math.sqrt(near * far);
    if (fall(between) < FALL_OF_A_SD) near = between;
    else far = between;
  }
  return Math.sqrt(near * far);
}

/** To three digits of the spread: more are of no use. */
function rounded(centre: number, spread: number): Standard {
  const digits = Math.min(Math.max(2 - Math.floor(Math.log10(spread)), 0), 100);
  return { centre: Number(centre.toFixed(digits)) + 0, spread: Number(spread.toPrecision(3)) };
}
