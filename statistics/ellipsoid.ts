/**
 * The ellipsoid of one chain's draws: the distance of a point from their mean, and the entropy that they could have at
 * most.
 */

import { mean, variance } from './moments.ts';

export interface Ellipsoid {
  /** The Mahalanobis distance of a point from the mean of the draws. */
  distance(point: ArrayLike<number>): number;
  /** The entropy of a normal with the covariance of the draws: no distribution with this covariance has more. */
  readonly entropy: number;
}

/** Minimum number of draws per parameter for a useful covariance. */
const LEAST_DRAWS_EACH = 3;

/**
 * If a squared pivot of the correlation matrix is below this, the draws lie in fewer dimensions, to double precision.
 */
const LEAST_PIVOT = 1e-13;

/** The ellipsoid of draws, one array per parameter; null if they are too few or lie in fewer dimensions. */
export function ellipsoid(draws: readonly Float64Array[]): Ellipsoid | null {
  const size = draws.length;
  const count = draws[0]?.length ?? 0;
  if (size === 0 || count < LEAST_DRAWS_EACH * (size + 1)) return null;
  const means = draws.map(mean);
  const sds = draws.map((series) => Math.sqrt(variance(series)));
  if (!sds.every((sd) => sd > 0 && Number.isFinite(sd))) return null;
  const standardised = draws.map((series, i) => series.map((draw) => (draw - means[i]!) / sds[i]!));
  const factor = cholesky(standardised.map((a) => standardised.map((b) => product(a, b) / (count - 1))));
  if (factor === null) return null;
  return {
    distance: (point) =>
      Math.hypot(
        ...solve(
          factor,
          means.map((centre, i) => (point[i]! - centre) / sds[i]!),
        ),
      ),
    entropy: sds.reduce(
      (sum, sd, i) => sum + Math.log(sd * factor[i]![i]!) + 0.5 * Math.log(2 * Math.PI * Math.E),
      0,
    ),
  };
}

function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** The lower triangle L with L Lᵀ = matrix; null if that is not positive definite. */
function cholesky(matrix: readonly (readonly number[])[]): number[][] | null {
  const factor: number[][] = [];
  for (const [i, row] of matrix.entries()) {
    const solved = solve(factor, row.slice(0, i));
    const square = row[i]! - solved.reduce((sum, value) => sum + value * value, 0);
    if (!(square > LEAST_PIVOT)) return null;
    factor.push([...solved, Math.sqrt(square)]);
  }
  return factor;
}

/** L⁻¹ values, by forward substitution. */
function solve(factor: readonly (readonly number[])[], values: readonly number[]): number[] {
  const solved: number[] = [];
  for (const [i, value] of values.entries()) {
    const known = solved.reduce((sum, each, j) => sum + factor[i]![j]! * each, 0);
    solved.push((value - known) / factor[i]![i]!);
  }
  return solved;
}
