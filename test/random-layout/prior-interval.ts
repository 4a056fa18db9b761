/** Priors with the intervals that their latents are looked at in. */
import type { Real } from './term.ts';

/** Beyond this far from 0 a bounded real comes so close to its bound that its interval could not be told. */
const FARTHEST_BOUNDED = 2.8;

/** A prior, the interval its values are looked at in, and how a fraction becomes an unconstrained value there. */
export interface RandomPrior {
  readonly text: string;
  readonly lo: number;
  readonly hi: number;
  readonly unconstrainedAt: (fraction: number) => number;
}

/** A uniform between two expressions, on an interval that is a little smaller than the widest it can be. */
export function uniform(lo: Real, hi: Real): RandomPrior {
  const margin = Math.max(0, 0.002 * (hi.lo - lo.hi));
  return {
    text: `uniform(${lo.text}, ${hi.text})`,
    lo: lo.lo + margin,
    hi: hi.hi,
    unconstrainedAt: (fraction) => FARTHEST_BOUNDED * (2 * fraction - 1),
  };
}

export function normal(mean: Real, sd: Real): RandomPrior {
  const lo = mean.lo - 2 * sd.hi;
  const hi = mean.hi + 2 * sd.hi;
  return {
    text: `normal(${mean.text}, ${sd.text})`,
    lo,
    hi,
    unconstrainedAt: (fraction) => lo + fraction * (hi - lo),
  };
}

export function halfNormal(sd: Real): RandomPrior {
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
export function positiveAbout(
  text: string,
  typical: { readonly lo: number; readonly hi: number },
): RandomPrior {
  const lo = 0.02 * typical.hi;
  const hi = 3 * typical.hi;
  return { text, lo, hi, unconstrainedAt: (fraction) => Math.log(lo) + fraction * Math.log(hi / lo) };
}

/** The farthest from 0 that a heavy tail is looked at on the unconstrained scale. */
const FARTHEST_HEAVY = 1.5;

export function heavyTailed(text: string, location: Real, scale: Real, df: number): RandomPrior {
  const reach = Math.sqrt(df) * Math.sinh(FARTHEST_HEAVY) * scale.hi;
  return {
    text,
    lo: location.lo - reach,
    hi: location.hi + reach,
    unconstrainedAt: (fraction) => FARTHEST_HEAVY * (2 * fraction - 1),
  };
}

/** From a bound on, or up to one. */
export function halfOpen(text: string, lo: Real | null, hi: Real | null): RandomPrior {
  const [near, far] = [0.05, 4];
  const unconstrainedAt = (fraction: number) => Math.log(near) + fraction * Math.log(far / near);
  return lo !== null
    ? { text, lo: lo.lo + near, hi: lo.hi + far, unconstrainedAt }
    : { text, lo: hi!.lo - far, hi: hi!.hi - near, unconstrainedAt };
}
