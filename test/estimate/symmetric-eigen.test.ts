import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { symmetricEigen } from '../../statistics/symmetric-eigen.ts';

describe('eigenvalues and eigenvectors', () => {
  it('put a random symmetric matrix together again, and are orthonormal', () => {
    const entries = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 15, maxLength: 15 });
    fc.assert(
      fc.property(entries, (numbers) => {
        const at = (i: number, j: number) =>
          numbers[(Math.max(i, j) * (Math.max(i, j) + 1)) / 2 + Math.min(i, j)]!;
        const indices = [0, 1, 2, 3, 4];
        const matrix = indices.map((i) => indices.map((j) => at(i, j)));
        const { values, vectors } = symmetricEigen(matrix);
        expect([...values].sort((a, b) => a - b)).toEqual(values);
        for (const i of indices) {
          for (const j of indices) {
            const product = indices.reduce((sum, k) => sum + vectors[i]![k]! * vectors[j]![k]!, 0);
            expect(product).toBeCloseTo(i === j ? 1 : 0, 12);
            const whole = indices.reduce((sum, k) => sum + values[k]! * vectors[k]![i]! * vectors[k]![j]!, 0);
            expect(whole).toBeCloseTo(matrix[i]![j]!, 11);
          }
        }
      }),
    );
  });

  it('of a Hilbert matrix of order 4 are those of the literature, the least to ten digits', () => {
    const matrix = [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => 1 / (i + j + 1)));
    const { values } = symmetricEigen(matrix);
    // Fettis & Caslin (1967), Eigenvalues and eigenvectors of Hilbert matrices of order 3 through 10.
    const known = [9.670230402258689e-5, 0.006738273605760748, 0.16914122022145, 1.500214280059243];
    for (const [index, value] of known.entries()) {
      expect(Math.abs(values[index]! / value - 1)).toBeLessThan(1e-10);
    }
  });

  it('of a matrix of zeros are zeros, along its axes', () => {
    expect(
      symmetricEigen([
        [0, 0],
        [0, 0],
      ]),
    ).toEqual({
      values: [0, 0],
      vectors: [
        [1, 0],
        [0, 1],
      ],
    });
  });
});
