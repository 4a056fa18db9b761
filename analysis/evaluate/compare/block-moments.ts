/** Where the draws of some latents lie on a scale without bounds: their mean and covariance. */
import { choleskyFactor } from '../../../statistics/solve-definite.ts';

/** Where the draws of a block lie on the unbounded scale. */
export interface Moments {
  readonly mean: Float64Array;
  /** The lower triangle of a root of the covariance, in row-major order. */
  readonly root: Float64Array;
  readonly logDeterminant: number;
}

/** Guards the sums of the draws of a block, and of their products, from which its moments follow. */
export class MomentSums {
  readonly #size: number;
  readonly #sums: Float64Array;
  readonly #products: Float64Array;
  #first: readonly number[] | null = null;
  #count = 0;

  constructor(size: number) {
    this.#size = size;
    this.#sums = new Float64Array(size);
    this.#products = new Float64Array(size * size);
  }

  /** A draw at an end of a support, to which it was rounded, is left out: moments only say where points are put. */
  add(values: readonly number[]): void {
    if (!values.every(Number.isFinite)) return;
    this.#first ??= values;
    this.#count += 1;
    for (let i = 0; i < this.#size; i++) {
      const deviation = values[i]! - this.#first[i]!;
      this.#sums[i]! += deviation;
      for (let j = 0; j <= i; j++)
        this.#products[i * this.#size + j]! += deviation * (values[j]! - this.#first[j]!);
    }
  }

  moments(): Moments {
    const [size, count] = [this.#size, this.#count];
    const means = this.#sums.map((sum) => sum / Math.max(1, count));
    // Correlations of few draws in many dimensions are shrunk, so that the matrix has a root.
    const kept = count / (count + size);
    const covariance = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        const value = this.#products[i * size + j]! / count - means[i]! * means[j]!;
        covariance[i * size + j] = i === j ? (value > 0 ? value : 1) : kept * value;
      }
    }
    const root = choleskyFactor(covariance, size) ?? diagonalRoot(covariance, size);
    let logDeterminant = 0;
    for (let i = 0; i < size; i++) logDeterminant += Math.log(root[i * size + i]!);
    return { mean: means.map((value, i) => value + (this.#first?.[i] ?? 0)), root, logDeterminant };
  }
}

function diagonalRoot(covariance: Float64Array, size: number): Float64Array {
  return covariance.map((value, place) => (place % (size + 1) === 0 ? Math.sqrt(value) : 0));
}
