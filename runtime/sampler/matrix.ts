/** Symmetric matrices of the layout's dimension in linear memory: their lower triangles, one padded vector per column. */
import { DIMENSION } from '../layout';
import { vectorBytes, addScaled, allocateVectors, component, dot, setComponent } from './vector';

/** Bytes of one matrix. */
// @ts-ignore: decorator
@inline
export function matrixBytes(): usize {
  return vectorBytes() * <usize>DIMENSION;
}

/** Allocates one matrix, all zero. */
export function allocateMatrix(): usize {
  return allocateVectors(DIMENSION);
}

/** The address of column j. */
// @ts-ignore: decorator
@inline
export function column(matrix: usize, j: i32): usize {
  return matrix + vectorBytes() * <usize>j;
}

/** The byte offset within a column of the pair of lanes that contains row j; column j of a triangle is read from there on. */
// @ts-ignore: decorator
@inline
export function fromRow(j: i32): usize {
  return <usize>(j & ~1) << 3;
}

/**
 * Replaces a lower triangle by its Cholesky factor, zero above the diagonal. False if the matrix is not positive
 * definite or not finite; its contents are then undefined.
 */
export function factorise(matrix: usize): bool {
  for (let j = 0; j < DIMENSION; j++) {
    const pivots = column(matrix, j);
    const pivot = sqrt(component(pivots, j));
    if (!(pivot > 0 && isFinite(pivot))) return false;
    for (let i = 0; i < DIMENSION; i++) setComponent(pivots, i, i < j ? 0 : component(pivots, i) / pivot);
    for (let k = j + 1; k < DIMENSION; k++) addScaled(column(matrix, k), -component(pivots, k), pivots, fromRow(k));
  }
  return true;
}

/**
 * The inverse of a positive definite matrix. `factor` is working memory for a matrix. False if `matrix` is not positive
 * definite or not finite.
 */
export function invert(inverse: usize, matrix: usize, factor: usize): bool {
  memory.copy(factor, matrix, matrixBytes());
  if (!factorise(factor)) return false;
  // L⁻¹ by columns, each by forward substitution; then the inverse is (L⁻¹)ᵀ L⁻¹.
  for (let j = 0; j < DIMENSION; j++) {
    const solution = column(inverse, j);
    memory.fill(solution, 0, vectorBytes());
    setComponent(solution, j, 1);
    for (let k = j; k < DIMENSION; k++) {
      const value = component(solution, k) / component(column(factor, k), k);
      addScaled(solution, -value, column(factor, k), fromRow(k));
      setComponent(solution, k, value);
    }
  }
  memory.copy(factor, inverse, matrixBytes());
  for (let j = 0; j < DIMENSION; j++) {
    for (let i = j; i < DIMENSION; i++) {
      setComponent(column(inverse, j), i, dot(column(factor, i), column(factor, j), fromRow(i)));
    }
  }
  return true;
}
