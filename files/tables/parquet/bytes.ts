/** Reads the bytes of a page in order, never beyond their end. */

/** Guards the read position. */
export class PageBytes {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  byte(): number {
    if (this.left < 1) throw tooShort();
    return this.bytes[this.at++]!;
  }

  /** The next bytes. @throws Error when there are fewer */
  take(length: number): Uint8Array {
    if (!(length >= 0 && length <= this.left)) throw tooShort();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  uint32(): number {
    const value = this.left < 4 ? -1 : this.view.getUint32(this.at, true);
    this.take(4);
    return value;
  }

  /** A number with seven bits per byte, exact below 2^53. */
  varint(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 50; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw new Error('a number in a page has too many bytes');
  }

  /** A 64-bit number whose lowest bit is the sign. */
  zigZag64(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
    }
    throw new Error('a number in a page has too many bytes');
  }

  /** Checks the end of a part: writers may pad with zeros, but nothing else may be left. @throws Error */
  checkEnd(): void {
    for (; this.at < this.bytes.length; this.at++) {
      if (this.bytes[this.at] !== 0) throw new Error('a page holds more than it tells of');
    }
  }
}

function tooShort(): Error {
  return new Error('a page holds less than it tells of');
}
