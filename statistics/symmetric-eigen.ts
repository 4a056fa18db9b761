/** Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi rotations. */

export interface Eigen {
  /** Ascending. */
  readonly values: readonly number[];
  /** The unit eigenvectors, in the order of the values. */
  readonly vectors: readonly (readonly number[])[];
}

const MAX_SWEEPS = 60;

/**
 * The cyclic Jacobi method (Golub & Van Loan 2013, Matrix Computations, section 8.5.5). It finds small eigenvalues of
 * matrices with unit diagonal to high relative accuracy (Demmel & Veselić 1992), which decides here whether there is
 * any curvature, and it uses only operations that give the same result on every machine.
 *
 * @param matrix symmetric and finite; not changed
 */
export function symmetricEigen(matrix: readonly ArrayLike<number>[]): Eigen {
  const size = matrix.length;
  const a = matrix.map((row) => Float64Array.from(row));
  const vectors = a.map((_, i) => Float64Array.from(a, (_row, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let rotated = false;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        const across = a[p]![q]!;
        // Below the rounding error of the diagonal.
        if (Math.abs(across) <= 1e-17 * Math.sqrt(Math.abs(a[p]![p]! * a[q]![q]!))) continue;
        rotated = true;
        rotate(a, vectors, p, q);
      }
    }
    if (!rotated) break;
  }
  const order = a.map((_, i) => i).sort((i, j) => a[i]![i]! - a[j]![j]! || i - j);
  return {
    values: order.map((i) => a[i]![i]!),
    vectors: order.map((i) => vectors.map((row) => row[i]!)),
  };
}

/** Makes a[p][q] zero. */
function rotate(a: readonly Float64Array[], vectors: readonly Float64Array[], p: number, q: number): void {
  const theta = (a[q]![q]! - a[p]![p]!) / (2 * a[p]![q]!);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(1 + theta * theta));
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const sine = tangent * cosine;
  for (const row of [...a, ...vectors]) {
    const [x, y] = [row[p]!, row[q]!];
    row[p] = cosine * x - sine * y;
    row[q] = sine * x + cosine * y;
  }
  const [above, below] = [a[p]!, a[q]!];
  for (let k = 0; k < above.length; k++) {
    const [x, y] = [above[k]!, below[k]!];
    above[k] = cosine * x - sine * y;
    below[k] = sine * x + cosine * y;
  }
  above[q] = 0;
  below[p] = 0;
}
