/**
 * Why a prediction is what it is: what each factor of a conjunction costs. The cost of a factor f is the posterior mean of -ln f, so that the
 * costs of all factors sum to the posterior mean of -ln of their product: 0 where the factor is certain, ln 2 where it halves the chance.
 */
import type { Manifest } from '../../module/manifest.ts';

/** A factor of an outcome's conjunction, or of a `let` among its factors that is a conjunction in turn. */
export interface FactorCost {
  /** The name of the `let`, or the factor's text. */
  readonly name: string;
  /** Its place in the manifest's `derived`. */
  readonly derived: number;
  /** One number per row, from 0 to Infinity; NaN where the factor has no value. */
  readonly cost: Float64Array;
}

export interface Explanation {
  /** The factors of the outcome's conjunction come first, then those of conjunctions among them, and so on. */
  readonly factors: readonly FactorCost[];
  /** For each row, which of the factors of the outcome's own conjunction costs most, by its place in `factors`; the first of equals. */
  readonly costliest: Int32Array;
  /** The same; where the factor is a conjunction, its own factors follow, and so on. */
  readonly innermost: Int32Array;
  /** Whether some factor of the outcome is a conjunction itself, so that the two may differ. */
  readonly isNested: boolean;
}

/** The places in `derived` of an outcome's factors and, below them, of the factors of conjunctions; null where it has none. */
export function factorsBelow(manifest: Manifest, outcome: string): readonly number[] | null {
  const own = manifest.columns.find(({ name }) => name === outcome)?.factors;
  if (own === undefined) return null;
  const found = new Set(own);
  // A set is gone through with what is added on the way.
  for (const place of found) for (const factor of manifest.derived[place]!.factors ?? []) found.add(factor);
  return [...found];
}

/** Says which factors cost most, given the cost of each of `factorsBelow`. */
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

/** Below this a product is taken apart, so that it does not vanish. */
const SMALL = 1e-200;

/** Guards Σ -ln f over draws, for many rows: factors are multiplied, and a logarithm is taken only when the product is small. */
export class LogCosts {
  readonly #sums: Float64Array;
  readonly #products: Float64Array;

  constructor(rows: number) {
    this.#sums = new Float64Array(rows);
    this.#products = new Float64Array(rows).fill(1);
  }

  /** @param values one probability a row, or one for all */
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
    // Not below 0, where a product of ones was rounded up.
    return this.#sums.map((sum, row) => Math.max(0, (sum - Math.log(this.#products[row]!)) / draws));
  }
}
