/**
 * Optima on a bound of a latent's prior. On the unconstrained scale they are infinitely far out, and are detected by
 * evaluating the objective there.
 */
import { type ManifestLatent, standardOf } from '../../module/manifest.ts';
import type { Surface } from './surface.ts';

/** The transformation from a coordinate to its latent. */
type Scale = Pick<ManifestLatent, 'transform' | 'standard'>;

/** An end of a latent's range. */
export type End = 'lower' | 'upper';

/**
 * A coordinate that is practically at the bound of an interval: Φ(8.5) rounds to 1 or the double below it, and Φ(−8.5)
 * is 9·10⁻¹⁸.
 */
const INTERVAL_END = 8.5;
/** Least coordinate at which a climb may have ended because of a bound beyond: nearer to the middle, Φ′ is not small enough. */
const NEAR_END = 4;
/** The same for a positive latent: e⁻⁴⁰ is 4·10⁻¹⁸. */
const EXPONENTIAL_END = 40;
const NOTHING = 1e-12;
/** The gain that remains when a climb stops, including the rounding error of the objective. */
const CLIMB_TOLERANCE = 1e-8;
const ROUNDING = 1e-12;
/**
 * If the objective differs by less than this between an end and a point well inside, it is flat there, and the estimate
 * is on no bound.
 */
const FLAT_DIFFERENCE = 1e-3;

/** The remaining gain at the end of a climb to an optimum on a bound is less than this. */
const MAX_REMAINING_GAIN = 0.1;

export interface AtBound {
  readonly end: End;
  /** The coordinate that represents the bound. */
  readonly position: number;
}

/**
 * Whether the objective is maximal with a coordinate at the finite bound of its latent: no lower there than at the
 * position, and lower somewhere inside.
 */
export function atBound(
  surface: Surface,
  position: Float64Array,
  coordinate: number,
  scale: Scale,
): AtBound | null {
  const outside = beyond(scale, position[coordinate]!);
  if (outside === null) return null;
  const here = surface.at(position).value;
  const valueAt = (place: number) => {
    const moved = position.slice();
    moved[coordinate] = place;
    return surface.at(moved).value;
  };
  const there = valueAt(outside.position);
  if (!(there >= here - CLIMB_TOLERANCE - ROUNDING * Math.abs(here))) return null;
  // An objective that still rises that far out has no optimum, on the bound or elsewhere.
  if (
    there > here + MAX_REMAINING_GAIN &&
    !(valueAt(2 * outside.position - position[coordinate]!) < there + MAX_REMAINING_GAIN)
  )
    return null;
  const isFelt = insideOf(scale, position[coordinate]!).some((place) => {
    const value = valueAt(place);
    return !Number.isFinite(value) || value < there - FLAT_DIFFERENCE;
  });
  return isFelt ? outside : null;
}

/**
 * The value of a coordinate that `atBound` has moved to its bound. A value that is negligible beside one well inside
 * counts as 0, since a bound of 0 is only ever approached.
 */
export function valueOnBound(
  surface: Surface,
  position: Float64Array,
  coordinate: number,
  scale: Scale,
): number {
  const valueAt = (place: number) => {
    const moved = position.slice();
    moved[coordinate] = place;
    return surface.toOwnScale(moved)[coordinate]!;
  };
  const at = position[coordinate]!;
  const value = valueAt(at);
  const { centre, spread } = standardOf(scale);
  const inside = valueAt(scale.transform === 'interval' ? -centre / spread : at + EXPONENTIAL_END / spread);
  return Math.abs(value) < NOTHING * Math.abs(inside) ? 0 : value;
}

/** The finite bound that a coordinate is near, if there is one. */
function beyond(scale: Scale, at: number): AtBound | null {
  const { centre, spread } = standardOf(scale);
  switch (scale.transform) {
    case 'interval': {
      const whole = centre + spread * at;
      if (Math.abs(whole) < NEAR_END) return null;
      return whole < 0
        ? { end: 'lower', position: (Math.min(whole, -INTERVAL_END) - centre) / spread }
        : { end: 'upper', position: (Math.max(whole, INTERVAL_END) - centre) / spread };
    }
    case 'positive':
    case 'lower':
      return { end: 'lower', position: at - EXPONENTIAL_END / spread };
    case 'upper':
      return { end: 'upper', position: at - EXPONENTIAL_END / spread };
    default:
      return null;
  }
}

function insideOf(scale: Scale, at: number): readonly number[] {
  const { centre, spread } = standardOf(scale);
  if (scale.transform !== 'interval') return [5, 10, 20, 40].map((step) => at + step / spread);
  const whole = centre + spread * at;
  return [0, -whole / 2, -whole].map((place) => (place - centre) / spread);
}
