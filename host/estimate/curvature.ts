/** What follows from the curvature at an optimum: variances, and the directions without curvature. */

import { symmetricEigen } from '../../statistics/symmetric-eigen.ts';
import type { Curvature } from './hessian.ts';

/** A direction on the unconstrained scale, one number for each of the curvature's free coordinates. */
export type Direction = readonly number[];

export interface Spread {
  readonly free: readonly number[];
  /** The covariance of the free coordinates, without the directions that have no curvature. */
  readonly covariance: readonly Float64Array[];
  /** Vectors of one standard deviation along each axis of the normal with this curvature. */
  readonly axes: readonly Direction[];
  /** Directions without curvature. */
  readonly flat: readonly Direction[];
  /** Whether the curvature is upwards in some direction; then there is no maximum. */
  readonly hasUpward: boolean;
}

/**
 * An eigenvalue of the standardised curvature below this counts as 0. Without correlations all eigenvalues would be 1,
 * and with gradients in double precision a correlation above 1 − 10⁻⁹ cannot be told from 1.
 */
const NO_CURVATURE = 1e-9;
/** A curvature counts as 0 if it is less than this many times its own error. */
const SURE = 20;
/** A component of a flat direction counts as 0 if it is less than this share of the largest. */
const IN_PLACE = 1e-4;

/** The variances, and the directions without any. The curvature is standardised first, so that units do not matter. */
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

/** The same, where `isNone` decides which axes have no curvature: these are flat, and no part of the covariance. */
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

/** A normal's covariance is the sum of a aᵀ over its axes a, each one standard deviation long. */
function covarianceOf(axes: readonly Direction[], size: number): readonly Float64Array[] {
  return Array.from({ length: size }, (_, i) =>
    Float64Array.from({ length: size }, (_other, j) =>
      axes.reduce((sum, along) => sum + along[i]! * along[j]!, 0),
    ),
  );
}

/**
 * Directions with the same span, each with a coordinate of its own that is 0 in the others: of the many bases of the
 * flat directions, the one whose vectors involve the fewest coordinates each.
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
