/** A column of numbers that grows as a file is read, without an object a row. */

export class GrowingColumn {
  #values = new Float64Array(1024);
  #length = 0;

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(2 * this.#length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  /** The numbers so far, in memory that threads share. */
  finish(): Float64Array {
    const shared = new Float64Array(new SharedArrayBuffer(8 * this.#length));
    shared.set(this.#values.subarray(0, this.#length));
    return shared;
  }
}
