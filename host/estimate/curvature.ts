/** What the curvature at an optimum tells: variances, and the directions in which there is none. */

import { symmetricEigen } from '../../statistics/symmetric-eigen.ts';
import type { Curvature } from './hessian.ts';

/** A direction on the unconstrained scale, one number for each of the curvature's free coordinates. */
export type Direction = readonly number[];

export interface Spread {
  readonly free: readonly number[];
  /** The covariance of the free coordinates, after the directions without curvature have been taken out. */
  readonly covariance: readonly Float64Array[];
  /** One standard deviation along each axis of the normal of this curvature. */
  readonly axes: readonly Direction[];
  /** Directions in which the objective does not bend. */
  readonly flat: readonly Direction[];
  /** Whether it bends upwards in one: there is no maximum then. */
  readonly hasUpward: boolean;
}

/**
 * An eigenvalue of the standardised curvature below this counts as 0. Without correlations all would be 1, and with
 * gradients of double precision a correlation above 1 − 10⁻⁹ looks like 1.
 */
const NO_CURVATURE = 1e-9;
/** A curvature counts as 0 when it is less than this many times its own error. */
const SURE = 20;
/** Of a flat direction, what is less than this share of the greatest part is none. */
const IN_PLACE = 1e-4;

/** The variances, and what there are none of. The curvature is standardised first, so that units do not matter. */
export function spreadOf({ free, matrix, errors }: Curvature): Spread {
  const bends = matrix.map((row, k) => Math.abs(row[k]!) > SURE * errors[k]!);
  const scales = matrix.map((row, k) => (bends[k] ? 1 / Math.sqrt(Math.abs(row[k]!)) : 1));
  const standardised = matrix.map((row, i) =>
    row.map((value, j) => (bends[i] && bends[j] ? value * scales[i]! * scales[j]! : 0)),
  );
  const { values, vectors } = symmetricEigen(standardised);
  const directions = values.map((eigenvalue, index) => ({
    eigenvalue,
    standardised: vectors[index]!,
    along: vectors[index]!.map((part, k) => part * scales[k]!),
  }));
  const noise = Math.max(
    NO_CURVATURE,
    ...matrix.map((row, k) => (bends[k] ? errors[k]! / Math.abs(row[k]!) : 0)),
  );
  const isFlat = (value: number) => Math.abs(value) <= noise;
  const flat = simplified(
    directions.filter(({ eigenvalue }) => isFlat(eigenvalue)).map(({ standardised: each }) => each),
  );
  const bent = directions.filter(({ eigenvalue }) => !isFlat(eigenvalue) && eigenvalue > 0);
  const axes = bent.map(({ along, eigenvalue }) => along.map((part) => part / Math.sqrt(eigenvalue)));
  return {
    free,
    covariance: covarianceOf(axes, free.length),
    axes,
    flat: flat.map((each) => each.map((part, k) => part * scales[k]!)),
    hasUpward: directions.some(({ eigenvalue }) => !isFlat(eigenvalue) && eigenvalue < 0),
  };
}

/** The same, but that `isNone` says of which axes their curvature is none: they are flat, and have no part in the covariance. */
export function withoutAxes(spread: Spread, isNone: (axis: Direction) => boolean): Spread {
  const none = spread.axes.filter(isNone);
  if (none.length === 0) return spread;
  const axes = spread.axes.filter((axis) => !none.includes(axis));
  return {
    ...spread,
    covariance: covarianceOf(axes, spread.free.length),
    axes,
    flat: simplified([...spread.flat, ...none]),
  };
}

/** A normal's covariance is the sum of a aᵀ over its axes a, of one standard deviation each. */
function covarianceOf(axes: readonly Direction[], size: number): readonly Float64Array[] {
  return Array.from({ length: size }, (_, i) =>
    Float64Array.from({ length: size }, (_other, j) =>
      axes.reduce((sum, along) => sum + along[i]! * along[j]!, 0),
    ),
  );
}

/**
 * Directions that span the same, each with a coordinate of its own that the others leave in place: of the many ways to say in which
 * directions there is no curvature, the one that names the fewest coordinates at once.
 */
function simplified(directions: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const rows = directions.map((direction) => [...direction]);
  for (const [i, row] of rows.entries()) {
    const pivot = row.reduce((most, part, k) => (Math.abs(part) > Math.abs(row[most]!) ? k : most), 0);
    for (const [j, other] of rows.entries()) {
      if (j === i) continue;
      const share = other[pivot]! / row[pivot]!;
      rows[j] = other.map((part, k) => (k === pivot ? 0 : part - share * row[k]!));
    }
  }
  return rows.map((row) => {
    const most = Math.max(...row.map((part) => Math.abs(part)));
    return row.map((part) => (Math.abs(part) < IN_PLACE * most ? 0 : part / most));
  });
}
