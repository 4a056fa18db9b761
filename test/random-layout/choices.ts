/** A tape of numbers that an imperative generator turns into choices, so that shrinking the tape shrinks what it makes. */

/** How many numbers a place on the tape may hold: few, so that shrinking one takes few steps. */
export const CHOICES = 256;

/**
 * Choices read from a tape of integers below `CHOICES`, each the simplest one where the number is 0 or the tape has ended:
 * D. R. MacIver & A. F. Donaldson, "Test-Case Reduction via Test-Case Generation", ECOOP 2020.
 */
export class Choices {
  readonly #tape: readonly number[];
  #next = 0;

  constructor(tape: readonly number[]) {
    this.#tape = tape;
  }

  /** In [0, 1). */
  fraction(): number {
    return (this.#tape[this.#next++] ?? 0) / CHOICES;
  }

  /** A whole number from `lo` to `hi`. */
  whole(lo: number, hi: number): number {
    return lo + Math.floor(this.fraction() * (hi - lo + 1));
  }

  /** One of the options, the simplest of which comes first. */
  pick<const T>(options: readonly [T, ...T[]]): T {
    return options[Math.floor(this.fraction() * options.length)]!;
  }

  /** One of the options, or undefined of none. */
  pickAny<T>(options: readonly T[]): T | undefined {
    return options[Math.floor(this.fraction() * options.length)];
  }

  /** True so often; false is simpler. */
  sometimes(share: number): boolean {
    return this.fraction() >= 1 - share;
  }
}

/** How many seeds there are. */
export const SEEDS = 2 ** 16;

/**
 * The fractions of a seed, one an index, as if drawn at random; all are 0 for the seed 0. The mixing is the finaliser of
 * MurmurHash3 (A. Appleby, 2011, public domain).
 */
export function fractionsOf(seed: number): (index: number) => number {
  return (index) => {
    if (seed === 0) return 0;
    let h = seed + Math.imul(index + 1, 0x9e3779b9);
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
  };
}
