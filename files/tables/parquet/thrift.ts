/** Reads structs in Thrift's compact protocol, which Parquet uses for page headers. */

/** Fields by number. Integers are plain numbers, because none in a page header has more than 32 bits. */
export type ThriftStruct = ReadonlyMap<number, ThriftValue>;
export type ThriftValue = number | boolean | Uint8Array | ThriftStruct | readonly ThriftValue[];

/** The maximum nesting depth of structs; the format has three. */
const MAX_DEPTH = 16;

/** Guards the read position in the bytes. */
export class ThriftReader {
  at: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** @throws Error when the bytes end inside it, or are not a struct */
  struct(depth = 0): ThriftStruct {
    if (depth > MAX_DEPTH) throw new Error('the header of a page has no end');
    const fields = new Map<number, ThriftValue>();
    let number = 0;
    for (;;) {
      const head = this.#byte();
      if (head === 0) return fields;
      const step = head >> 4;
      number = step === 0 ? this.#zigZag() : number + step;
      if (fields.has(number)) throw new Error('the header of a page has a field twice');
      fields.set(number, this.#value(head & 15, depth, null));
    }
  }

  /** @param inList whether the value is in a list, where booleans are bytes; in a struct the field type is the value */
  #value(type: number, depth: number, inList: true | null): ThriftValue {
    switch (type) {
      case 1:
      case 2:
        return inList === null ? type === 1 : this.#byte() === 1;
      case 3:
        return this.#byte();
      case 4:
      case 5:
      case 6:
        return this.#zigZag();
      case 7:
        this.#take(8);
        return 0;
      case 8:
        return this.#take(this.#varint());
      case 9:
      case 10:
        return this.#list(depth);
      case 12:
        return this.struct(depth + 1);
      default:
        throw new Error('the header of a page is none');
    }
  }

  #list(depth: number): readonly ThriftValue[] {
    const head = this.#byte();
    const count = head >> 4 === 15 ? this.#varint() : head >> 4;
    if (count > this.#bytes.length - this.at) throw new Error('the header of a page has no end');
    return Array.from({ length: count }, () => this.#value(head & 15, depth + 1, true));
  }

  #byte(): number {
    const byte = this.#bytes[this.at++];
    if (byte === undefined) throw new Error('the header of a page has no end');
    return byte;
  }

  #take(length: number): Uint8Array {
    if (length > this.#bytes.length - this.at) throw new Error('the header of a page has no end');
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  /** A non-negative number, exact below 2^53. */
  #varint(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 70; factor *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw new Error('the header of a page has a number of too many bytes');
  }

  #zigZag(): number {
    const value = this.#varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
