/** A column of numbers that grows as a file is read, block by block, without an object a row. */

const BLOCK = 1 << 16;
const FIRST_BLOCK = 1 << 10;

export class GrowingColumn {
  readonly #full: Float64Array[] = [];
  #block = new Float64Array(FIRST_BLOCK);
  #used = 0;

  push(value: number): void {
    if (this.#used === this.#block.length) {
      this.#full.push(this.#block);
      this.#block = new Float64Array(BLOCK);
      this.#used = 0;
    }
    this.#block[this.#used++] = value;
  }

  /** The numbers so far, in memory that threads share. The column is empty afterwards. */
  finish(): Float64Array {
    const length = this.#full.reduce((sum, block) => sum + block.length, this.#used);
    const shared = new Float64Array(new SharedArrayBuffer(8 * length));
    let at = 0;
    for (const block of this.#full.splice(0)) {
      shared.set(block, at);
      at += block.length;
    }
    shared.set(this.#block.subarray(0, this.#used), at);
    this.#block = new Float64Array(FIRST_BLOCK);
    this.#used = 0;
    return shared;
  }
}
