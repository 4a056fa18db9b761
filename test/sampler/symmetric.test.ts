import { describe, expect, it } from 'vitest';
import { compileRuntime } from '../compile-runtime.ts';

interface SymmetricExports {
  readonly memory: WebAssembly.Memory;
  room(numbers: number): number;
  eigen(matrix: number, size: number, values: number, vectors: number, work: number): boolean;
  cholesky(matrix: number, size: number): boolean;
}

const instance = await compileRuntime(`
import { choleskyFactor, eigenvectors } from './runtime/sampler/symmetric';
import { allocate } from './runtime/memory';
export function room(numbers: i32): usize { return allocate(<usize>numbers << 3); }
export function eigen(matrix: usize, size: i32, values: usize, vectors: usize, work: usize): bool {
  return eigenvectors(matrix, size, values, vectors, work);
}
export function cholesky(matrix: usize, size: i32): bool { return choleskyFactor(matrix, size); }
`);
const module = instance.exports as unknown as SymmetricExports;

/** Numbers without pattern in (-1, 1), the same in every run. */
function scatter(index: number): number {
  return 2 * ((Math.sin(12.9898 * (index + 1)) * 43758.5453) % 1);
}

function padded(size: number): number {
  return size + (size & 1);
}

function write(matrix: readonly (readonly number[])[]): number {
  const size = matrix.length;
  const at = module.room(size * padded(size));
  const room = new Float64Array(module.memory.buffer, at, size * padded(size));
  for (const [i, row] of matrix.entries()) room.set(row, i * padded(size));
  return at;
}

function read(at: number, size: number): number[][] {
  const room = new Float64Array(module.memory.buffer, at, size * padded(size));
  return Array.from({ length: size }, (_, i) => [
    ...room.subarray(i * padded(size), i * padded(size) + size),
  ]);
}

/** Σ of a few squares of vectors, so that it is symmetric, with `spread` from one direction to the next. */
function positiveMatrix(size: number, spread: number): number[][] {
  const vectors = Array.from({ length: size }, (_, k) =>
    Array.from({ length: size }, (_, i) => scatter(k * size + i) * spread ** (k / size)),
  );
  return vectors.map((_, i) => vectors.map((_, j) => vectors.reduce((sum, v) => sum + v[i]! * v[j]!, 0)));
}

const SIZES = [1, 2, 3, 4, 7, 20, 33];

describe('the eigenvectors of a symmetric matrix', () => {
  it.each(SIZES)('are orthonormal and give the matrix back, of %i rows', (size) => {
    for (const matrix of [
      positiveMatrix(size, 100),
      positiveMatrix(size, 1).map((row, i) => row.map((value, j) => value - (i === j ? 1 : 0))),
      Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? i % 3 : 0))),
      Array.from({ length: size }, () => Array.from({ length: size }, () => 1)),
    ]) {
      const values = module.room(padded(size));
      const vectors = module.room(size * padded(size));
      expect(Boolean(module.eigen(write(matrix), size, values, vectors, module.room(2 * padded(size))))).toBe(
        true,
      );
      const lambda = new Float64Array(module.memory.buffer, values, size);
      const rows = read(vectors, size);
      const largest = Math.max(...matrix.flat().map(Math.abs));
      for (let i = 0; i < size; i++) {
        for (let j = 0; j < size; j++) {
          const product = rows[i]!.reduce((sum, value, k) => sum + value * rows[j]![k]!, 0);
          expect(Math.abs(product - (i === j ? 1 : 0))).toBeLessThan(1e-13);
          const again = rows.reduce((sum, v, k) => sum + lambda[k]! * v[i]! * v[j]!, 0);
          expect(Math.abs(again - matrix[i]![j]!)).toBeLessThanOrEqual(1e-13 * size * largest);
        }
      }
    }
  });

  it('are refused of a matrix that is not finite', () => {
    const at = write([
      [1, Number.NaN, 0],
      [Number.NaN, 1, 0],
      [0, 0, 1],
    ]);
    const done = module.eigen(at, 3, module.room(4), module.room(12), module.room(8));
    expect(Boolean(done)).toBe(false);
  });
});

describe('a Cholesky factor', () => {
  it.each(SIZES)('gives the matrix back, of %i rows', (size) => {
    const matrix = positiveMatrix(size, 10).map((row, i) =>
      row.map((value, j) => value + (i === j ? 0.1 : 0)),
    );
    const at = write(matrix);
    expect(Boolean(module.cholesky(at, size))).toBe(true);
    const factor = read(at, size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        if (j > i) expect(factor[i]![j]).toBe(0);
        const again = factor[i]!.reduce((sum, value, k) => sum + value * factor[j]![k]!, 0);
        expect(again / matrix[i]![j]!).toBeCloseTo(1, 10);
      }
    }
  });

  it('is refused of a matrix that is not positive definite', () => {
    const at = write([
      [1, 2],
      [2, 1],
    ]);
    expect(Boolean(module.cholesky(at, 2))).toBe(false);
  });
});
