/** From the unconstrained scale to the layout's own: the derivatives of the values, standard errors, and intervals. */

import { differentiate } from '../../statistics/extrapolate.ts';
import { type LatentParameter, sparePlaces } from '../parameters.ts';
import type { Settled } from './settle.ts';
import type { Surface } from './surface.ts';

export interface OwnScale {
  /** One number per parameter. */
  readonly values: Float64Array;
  /** Per free coordinate, the derivatives of all values with respect to it. */
  readonly tangents: readonly Float64Array[];
  /** The covariance of the values, by the delta method. */
  readonly covariance: readonly Float64Array[];
  /** Per parameter, whether directions without curvature leave its value unchanged; false on a bound. */
  readonly isTold: readonly boolean[];
}

/** A value counts as unchanged if it changes by less than this share of what its coordinates, one by one, would change it by. */
const IN_PLACE = 1e-4;

const STEP = 0.1;

/**
 * The values at an optimum, with their covariance T C Tᵀ, where C is the covariance on the unconstrained scale and T the
 * derivative of the values.
 */
export function ownScaleOf(
  surface: Surface,
  { position, spread }: Settled,
  parameters: readonly LatentParameter[],
): OwnScale {
  const { free, covariance } = spread;
  const spare = sparePlaces(parameters);
  const values = surface.toOwnScale(position);
  const tangents = free.map(
    (k) =>
      differentiate((offset) => {
        const moved = position.slice();
        moved[k]! += offset;
        return surface.toOwnScale(moved);
      }, STEP).values,
  );
  const half = covariance.map((row) =>
    values.map((_, i) => row.reduce((sum, value, j) => sum + value * tangents[j]![i]!, 0)),
  );
  return {
    values,
    tangents,
    covariance: Array.from(values, (_, i) =>
      values.map((_other, j) => tangents.reduce((sum, tangent, k) => sum + tangent[i]! * half[k]![j]!, 0)),
    ),
    isTold: Array.from(
      values,
      (_, i) =>
        (free.includes(i) || spare.has(i)) && spread.flat.every((along) => staysInPlace(tangents, along, i)),
    ),
  };
}

/** A level that is its population's mean plus sd times a deviate keeps its value if the deviate compensates for both. */
function staysInPlace(tangents: readonly Float64Array[], along: readonly number[], value: number): boolean {
  let [moved, byParts] = [0, 0];
  for (const [k, tangent] of tangents.entries()) {
    const part = tangent[value]! * along[k]!;
    moved += part;
    byParts += Math.abs(part);
  }
  return Math.abs(moved) <= IN_PLACE * byParts;
}

/**
 * Wald's interval of each parameter on the unconstrained scale, transformed to the parameter's own: it never leaves the
 * support, and is symmetric if the latent has no bounds. If bounds depend on other latents, these are held fixed; the
 * width is still that of the delta method. Levels that sum to zero have no bounds, and no coordinate that moves one alone.
 *
 * @param z the standard normal quantile: 1.96 for 95 %
 */
export function intervalsOf(
  surface: Surface,
  { position, spread }: Settled,
  { values, covariance, tangents, isTold }: OwnScale,
  parameters: readonly LatentParameter[],
  z: number,
): (readonly [number, number] | null)[] {
  return parameters.map(({ latent }, k) => {
    const index = spread.free.indexOf(k);
    if (!isTold[k]) return null;
    if (latent.sumsToZero) return symmetric(values[k]!, z * Math.sqrt(covariance[k]![k]!));
    const slope = Math.abs(tangents[index]![k]!);
    const reach = (z * Math.sqrt(covariance[k]![k]!)) / slope;
    const ends = [-reach, reach].map((offset) => {
      const moved = position.slice();
      moved[k]! += offset;
      return surface.toOwnScale(moved)[k]!;
    });
    if (!ends.every(Number.isFinite)) return null;
    return [Math.min(...ends), Math.max(...ends)] as const;
  });
}

/** An interval of a value whose transform is linear; null if its error is not known. */
export function symmetric(value: number, reach: number): readonly [number, number] | null {
  return Number.isFinite(reach) ? [value - reach, value + reach] : null;
}
