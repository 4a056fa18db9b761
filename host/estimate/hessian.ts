/** The curvature of an objective at a position: minus its Hessian on the unconstrained scale, restricted to the free coordinates. */

import { differentiate } from '../../statistics/extrapolate.ts';
import type { Surface } from './surface.ts';

/** Symmetric, with one row and column per entry of `free`. */
export interface Curvature {
  /** The free coordinates, ascending. */
  readonly free: readonly number[];
  readonly matrix: readonly Float64Array[];
  /** The approximate error of each element on the diagonal. */
  readonly errors: readonly number[];
}

/** The first offset, in standard deviations according to a rough curvature: so small that the gradient is nearly linear. */
const OFFSET = 0.1;
/** The offset for the rough curvature, relative to the position if that is above 1. */
const ROUGH = 1e-4;

/**
 * Minus the Hessian. Each column is the derivative of the exact gradient, by Ridders' extrapolation. Both triangles are
 * computed and averaged.
 */
export function curvatureAt(surface: Surface, position: Float64Array, free: readonly number[]): Curvature {
  const columns = free.map((k) => {
    const along = (offset: number) => {
      const moved = position.slice();
      moved[k]! += offset;
      const { gradient } = surface.at(moved);
      return Float64Array.from(free, (i) => -gradient[i]!);
    };
    const own = free.indexOf(k);
    const rough = ROUGH * Math.max(1, Math.abs(position[k]!));
    const bend = Math.abs((along(rough)[own]! - along(-rough)[own]!) / (2 * rough));
    // If there is hardly any curvature, the step is as long as the position is large.
    const sd = Math.min(1 / Math.sqrt(bend), 10 * Math.max(1, Math.abs(position[k]!)));
    return differentiate(along, OFFSET * (Number.isFinite(sd) ? sd : 1));
  });
  return {
    free,
    matrix: columns.map(({ values }, j) => values.map((value, i) => (value + columns[i]!.values[j]!) / 2)),
    errors: columns.map(({ errors }, j) => errors[j]!),
  };
}
