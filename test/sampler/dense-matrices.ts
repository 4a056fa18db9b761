/** Small dense matrices, computed in the plainest way, to hold the module's to. */

export type Matrix = readonly (readonly number[])[];

export function identity(size: number): number[][] {
  return Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)));
}

export function product(a: Matrix, b: Matrix): number[][] {
  return a.map((row) => b[0]!.map((_, j) => row.reduce((sum, value, k) => sum + value * b[k]![j]!, 0)));
}

export function transpose(a: Matrix): number[][] {
  return a[0]!.map((_, j) => a.map((row) => row[j]!));
}

/** Gauss and Jordan's, with pivots from the diagonal: for positive definite matrices. */
export function inverse(matrix: Matrix): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...identity(size)[i]!]);
  for (let k = 0; k < size; k++) {
    const pivot = rows[k]!.map((value) => value / rows[k]![k]!);
    rows[k] = pivot;
    for (let i = 0; i < size; i++) {
      if (i === k) continue;
      const factor = rows[i]![k]!;
      rows[i] = rows[i]!.map((value, j) => value - factor * pivot[j]!);
    }
  }
  return rows.map((row) => row.slice(size));
}

/** The geometric mean of two positive definite matrices, as the limit of their arithmetic and harmonic means. */
export function geometricMean(a: Matrix, b: Matrix): number[][] {
  let [mean, other] = [a, b];
  for (let step = 0; step < 60; step++) {
    const [arithmetic, harmonic] = [half(mean, other), inverse(half(inverse(mean), inverse(other)))];
    mean = arithmetic;
    other = harmonic;
  }
  return mean.map((row) => [...row]);
}

function half(a: Matrix, b: Matrix): number[][] {
  return a.map((row, i) => row.map((value, j) => (value + b[i]![j]!) / 2));
}

/** Eigenvalues of a symmetric matrix, and its eigenvectors as rows, by Jacobi's rotations. */
export function eigen(matrix: Matrix): { readonly values: number[]; readonly vectors: number[][] } {
  const size = matrix.length;
  const a = matrix.map((row) => [...row]);
  const vectors = identity(size);
  for (let sweep = 0; sweep < 30; sweep++) {
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        if (a[p]![q] === 0) continue;
        const angle = 0.5 * Math.atan2(2 * a[p]![q]!, a[q]![q]! - a[p]![p]!);
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const turn = (rows: number[][]) => {
          const [first, second] = [rows[p]!, rows[q]!];
          rows[p] = first.map((value, k) => c * value - s * second[k]!);
          rows[q] = first.map((value, k) => s * value + c * second[k]!);
        };
        turn(a);
        for (const row of a) {
          const [first, second] = [row[p]!, row[q]!];
          row[p] = c * first - s * second;
          row[q] = s * first + c * second;
        }
        turn(vectors);
      }
    }
  }
  return { values: a.map((row, i) => row[i]!), vectors };
}

/** The greatest eigenvalue of a positive definite matrix over the least. */
export function conditionNumber(matrix: Matrix): number {
  const { values } = eigen(matrix);
  return Math.max(...values) / Math.min(...values);
}
