/**
 * The meaning of correlated latents: the density of their vectors from the covariance matrix, and the density of the correlation
 * matrix from its determinant. The checker writes the same density as a product of priors, which tests compare with this.
 */
import type { Correlations } from '../check/typed-layout.ts';
import { logBeta } from './log-gamma.ts';

type Matrix = readonly (readonly number[])[];

/**
 * The log density of the partial correlations of a correlation matrix R with the density c · det(R)^(shape − 1). Here c is the
 * normalising constant of Lewandowski, Kurowicka & Joe (2009), Journal of Multivariate Analysis 100, equation 16. The result is that
 * density times the determinant of the derivative of R with respect to the partial correlations (theorem 1 there).
 *
 * @param partials for each member its partial correlation with each earlier member, given the members before that one
 */
export function logPartialCorrelations(partials: Matrix, shape: number): number {
  const d = partials.length;
  let sum = (shape - 1) * Math.log(determinant(correlationMatrix(partials)));
  for (let k = 1; k < d; k++) {
    const half = shape + (d - k - 1) / 2;
    sum -= (d - k) * ((2 * shape - 2 + d - k) * Math.LN2 + logBeta(half, half));
    for (const [j, z] of partials[k]!.entries()) sum += ((d - j - 2) / 2) * (Math.log1p(-z) + Math.log1p(z));
  }
  return sum;
}

/**
 * The correlation matrix that follows from partial correlations. Let z be the correlation of j and k given the first i others. Then
 * that given the first i − 1 others is z · √((1 − ρ(ij)²)(1 − ρ(ik)²)) + ρ(ij) ρ(ik), where ρ(ij) and ρ(ik) are also given the first
 * i − 1 others (Yule & Kendall 1950, § 12.5).
 */
export function correlationMatrix(partials: Matrix): number[][] {
  const whole = partials.map((_, k) => partials.map((__, j) => Number(j === k)));
  for (const [k, row] of partials.entries()) {
    for (const [j, own] of row.entries()) {
      let correlation = own;
      for (let i = j - 1; i >= 0; i--) {
        const [a, b] = [partials[j]![i]!, row[i]!];
        correlation = correlation * Math.sqrt((1 - a) * (1 + a) * (1 - b) * (1 + b)) + a * b;
      }
      whole[k]![j] = correlation;
      whole[j]![k] = correlation;
    }
  }
  return whole;
}

/** The log density of a multivariate normal vector with the standard deviations `scales`. */
export function logMultivariateNormal(
  values: readonly number[],
  means: readonly number[],
  scales: readonly number[],
  correlations: Matrix,
): number {
  // In units of the standard deviations, whose squares may overflow or underflow.
  const distances = values.map((value, k) => (value - means[k]!) / scales[k]!);
  const solved = solve(correlations, distances);
  const square = distances.reduce((sum, distance, k) => sum + distance * solved[k]!, 0);
  const logScales = scales.reduce((sum, scale) => sum + Math.log(scale), 0);
  const logNorm = values.length * Math.log(2 * Math.PI) + Math.log(determinant(correlations));
  return -0.5 * (logNorm + square) - logScales;
}

/** The values of a group of correlated latents at a level. */
export interface CorrelatedAt {
  readonly values: readonly number[];
  readonly locations: readonly number[];
  readonly scales: readonly number[];
}

/**
 * The log density of a group of correlated latents at all levels, and of their partial correlations. −∞ if it is
 * undefined.
 */
export function logCorrelated(
  { shape, isLogarithm }: Pick<Correlations, 'shape' | 'isLogarithm'>,
  partials: Matrix,
  levels: readonly CorrelatedAt[],
): number {
  const isImpossible =
    partials.flat().some((z) => !(Math.abs(z) <= 1)) ||
    levels.some(
      ({ values, scales }) => scales.some((s) => !(s > 0)) || (isLogarithm && values.some((x) => !(x > 0))),
    );
  if (isImpossible) return -Infinity;
  const correlations = correlationMatrix(partials);
  return levels.reduce(
    (sum, { values, locations, scales }) => {
      const own = isLogarithm ? values.map(Math.log) : values;
      const jacobian = isLogarithm ? own.reduce((total, x) => total + x, 0) : 0;
      return sum + logMultivariateNormal(own, locations, scales, correlations) - jacobian;
    },
    logPartialCorrelations(partials, shape),
  );
}

/** By Gaussian elimination; the matrix is symmetric and positive definite. */
function determinant(matrix: Matrix): number {
  return eliminated(matrix).reduce((product, row, k) => product * row[k]!, 1);
}

function solve(matrix: Matrix, right: readonly number[]): number[] {
  const rows = eliminated(matrix.map((row, k) => [...row, right[k]!]));
  const solution = right.map(() => 0);
  for (let k = rows.length - 1; k >= 0; k--) {
    const known = solution.reduce((sum, x, j) => (j > k ? sum + rows[k]![j]! * x : sum), 0);
    solution[k] = (rows[k]!.at(-1)! - known) / rows[k]![k]!;
  }
  return solution;
}

/** The rows with zeros below the diagonal. */
function eliminated(matrix: Matrix): number[][] {
  const rows = matrix.map((row) => [...row]);
  for (const [k, pivot] of rows.entries()) {
    for (const row of rows.slice(k + 1)) {
      const factor = row[k]! / pivot[k]!;
      for (const [j, value] of pivot.entries()) row[j]! -= factor * value;
    }
  }
  return rows;
}
