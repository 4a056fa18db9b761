/** Optima on a bound of a latent's prior: on the unconstrained scale they lie infinitely far out, and are found by looking there. */
import { type ManifestLatent, standardOf } from '../../module/manifest.ts';
import type { Surface } from './surface.ts';

/** How a latent comes from its coordinate. */
type Scale = Pick<ManifestLatent, 'transform' | 'standard'>;

/** Which end of a latent's range. */
export type End = 'lower' | 'upper';

/** Φ(8.5) is the double next below 1 or 1, and Φ(−8.5) is 9·10⁻¹⁸. */
const INTERVAL_END = 8.5;
/** Nearer to the middle, Φ′ is not yet so small that a climb ends there for a bound beyond. */
const NEAR_END = 4;
/** e⁻⁴⁰ is 4·10⁻¹⁸. */
const EXPONENTIAL_END = 40;
const NOTHING = 1e-12;
/** What a climb leaves to be gained, with the rounding of the objective. */
const LEFT = 1e-8;
const ROUNDING = 1e-12;
/** An objective that differs by less from one end to well inside is flat there, and the estimate is on no bound. */
const FELT = 1e-3;

/** No optimum on a bound leaves so much to be gained where a climb ends. */
const RISING = 0.1;

export interface AtBound {
  readonly end: End;
  /** Of the coordinate, as good as at the bound. */
  readonly position: number;
}

/**
 * Whether the objective is highest where a coordinate is at the finite bound of its latent: no less there than at the position, and
 * less somewhere inside.
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
  if (!(there >= here - LEFT - ROUNDING * Math.abs(here))) return null;
  // What goes on rising that far out has no optimum, on the bound or elsewhere.
  if (there > here + RISING && !(valueAt(2 * outside.position - position[coordinate]!) < there + RISING))
    return null;
  const isFelt = insideOf(scale, position[coordinate]!).some((place) => {
    const value = valueAt(place);
    return !Number.isFinite(value) || value < there - FELT;
  });
  return isFelt ? outside : null;
}

/**
 * The value of a coordinate that `atBound` has put on its bound: 0 where it is nothing beside a value well inside, since a bound of 0 is
 * only ever approached.
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

/** The bound that a coordinate is near, if it has one that is finite. */
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
