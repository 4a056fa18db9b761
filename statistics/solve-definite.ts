/** Linear equations with a symmetric positive definite matrix. */

/**
 * Solves matrix · x = values by Cholesky decomposition; null if the matrix is not positive definite to double
 * precision.
 *
 * @param matrix size × size numbers in row-major order, of which the lower triangle is read
 */
export function solveDefinite(matrix: Float64Array, values: Float64Array): Float64Array | null {
  const size = values.length;
  const factor = choleskyFactor(matrix, size);
  if (factor === null) return null;
  const solved = values.slice();
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < row; k++) solved[row]! -= factor[row * size + k]! * solved[k]!;
    solved[row]! /= factor[row * size + row]!;
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++) solved[row]! -= factor[k * size + row]! * solved[k]!;
    solved[row]! /= factor[row * size + row]!;
  }
  return solved;
}

/** The inverse, size × size numbers; null if the matrix is not positive definite to double precision. */
export function inverseDefinite(matrix: Float64Array, size: number): Float64Array | null {
  const inverse = new Float64Array(size * size);
  for (let place = 0; place < size; place++) {
    const unit = Float64Array.from({ length: size }, (_, index) => Number(index === place));
    const column = solveDefinite(matrix, unit);
    if (column === null) return null;
    inverse.set(column, place * size);
  }
  return inverse;
}

/**
 * The lower triangular L with L Lᵀ = matrix, size × size numbers in row-major order, of which only the lower triangle
 * has a meaning; null if the matrix is not positive definite to double precision.
 *
 * @param matrix of which the lower triangle is read
 */
export function choleskyFactor(matrix: Float64Array, size: number): Float64Array | null {
  const factor = matrix.slice();
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let rest = factor[row * size + column]!;
      for (let k = 0; k < column; k++) rest -= factor[row * size + k]! * factor[column * size + k]!;
      if (column < row) factor[row * size + column] = rest / factor[column * size + column]!;
      else if (rest > 0 && Number.isFinite(rest)) factor[row * size + row] = Math.sqrt(rest);
      else return null;
    }
  }
  return factor;
}
