/** Random choices that follow from a seed alone. */

/** A source of numbers in [0, 1), one after another: SplitMix32, the finaliser of MurmurHash3 over a Weyl sequence. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  fraction(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let h = this.#state;
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to one less than `count`. */
  below(count: number): number {
    return Math.floor(this.fraction() * count);
  }

  pick<T>(options: readonly T[]): T {
    return options[this.below(options.length)]!;
  }

  /** True so often. */
  sometimes(share: number): boolean {
    return this.fraction() < share;
  }

  /** A standard normal number, by the method of Box and Muller. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.fraction())) * Math.cos(2 * Math.PI * this.fraction());
  }
}
