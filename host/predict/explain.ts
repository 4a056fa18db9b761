/**
 * Explains a prediction by the cost of each factor of a conjunction. The cost of a factor f is the posterior mean of
 * -ln f: 0 if the factor is certain, ln 2 if it halves the chance. So the costs of all factors sum to the posterior
 * mean of -ln of their product.
 */
import type { Manifest } from '../../module/manifest.ts';

/** A factor of an outcome's conjunction, or of a `let` among its factors that is itself a conjunction. */
export interface FactorCost {
  /** The name of the `let`, or the factor's text. */
  readonly name: string;
  /** Its index in the manifest's `derived`. */
  readonly derived: number;
  /** One number per row, from 0 to Infinity; NaN if the factor has no value. */
  readonly cost: Float64Array;
}

export interface Explanation {
  /** The factors of the outcome's conjunction come first, then those of conjunctions among them, and so on. */
  readonly factors: readonly FactorCost[];
  /**
   * For each row, the index in `factors` of the factor with the highest cost in the outcome's own conjunction; the
   * first among equals.
   */
  readonly costliest: Int32Array;
  /** The same, but if that factor is a conjunction, the choice continues among its own factors, and so on. */
  readonly innermost: Int32Array;
  /** Whether some factor of the outcome is a conjunction itself, so that the two may differ. */
  readonly isNested: boolean;
}

/**
 * The indices in `derived` of an outcome's factors and, below them, of the factors of conjunctions; null if it has
 * none.
 */
export function factorsBelow(manifest: Manifest, outcome: string): readonly number[] | null {
  const own = manifest.columns.find(({ name }) => name === outcome)?.factors;
  if (own === undefined) return null;
  const found = new Set(own);
  // Iterating over a set includes elements that are added meanwhile.
  for (const place of found) for (const factor of manifest.derived[place]!.factors ?? []) found.add(factor);
  return [...found];
}

/** Finds the factors with the highest cost, given the cost of each of `factorsBelow`. */
export function explanationOf(
  manifest: Manifest,
  outcome: string,
  places: readonly number[],
  costs: readonly Float64Array[],
): Explanation {
  const factors = places.map((place, index) => ({
    name: manifest.derived[place]!.name,
    derived: place,
    cost: costs[index]!,
  }));
  const own = manifest.columns.find(({ name }) => name === outcome)!.factors!;
  const most = (among: readonly number[], row: number): number =>
    among
      .map((place) => places.indexOf(place))
      .reduce((best, next) => (costs[next]![row]! > costs[best]![row]! ? next : best));
  const rows = costs[0]!.length;
  const costliest = Int32Array.from({ length: rows }, (_, row) => most(own, row));
  const innermost = costliest.map((first, row) => {
    let at = first;
    for (;;) {
      const below = manifest.derived[places[at]!]!.factors;
      if (below === undefined) return at;
      at = most(below, row);
    }
  });
  const isNested = own.some((place) => manifest.derived[place]!.factors !== undefined);
  return { factors, costliest, innermost, isNested };
}

/** Below this, the logarithm of the product is taken, so that it does not underflow. */
const SMALL = 1e-200;

/** Guards Σ -ln f over draws, for many rows: factors are multiplied, and a logarithm is taken only when the product is small. */
export class LogCosts {
  readonly #sums: Float64Array;
  readonly #products: Float64Array;

  constructor(rows: number) {
    this.#sums = new Float64Array(rows);
    this.#products = new Float64Array(rows).fill(1);
  }

  /** @param values one probability per row, or one for all */
  add(values: Float64Array): void {
    const isOne = values.length === 1;
    for (let row = 0; row < this.#sums.length; row++) {
      const value = values[isOne ? 0 : row]!;
      const product = this.#products[row]! * value;
      if (product >= SMALL) {
        this.#products[row] = product;
        continue;
      }
      this.#sums[row]! -= Math.log(this.#products[row]!) + Math.log(value);
      this.#products[row] = 1;
    }
  }

  /** The mean over `draws` draws. */
  mean(draws: number): Float64Array {
    // At least 0, because a product of ones may have been rounded up.
    return this.#sums.map((sum, row) => Math.max(0, (sum - Math.log(this.#products[row]!)) / draws));
  }
}
