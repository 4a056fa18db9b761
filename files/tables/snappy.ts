/** Unpacks Snappy's format without frames, which Parquet uses for pages. */

/**
 * The unpacked bytes.
 *
 * @param length the required number
 * @throws Error when it is damaged, ends early, or unpacks to another number of bytes
 */
export function readSnappy(packed: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length);
  let at = 0;
  let end = 0;
  const number = (bytes: number): number => {
    if (at + bytes > packed.length) throw damaged('it ends early');
    let value = 0;
    for (let i = 0; i < bytes; i++) value += packed[at++]! * 256 ** i;
    return value;
  };
  if (readLength() !== length) throw damaged('its length');
  while (at < packed.length) {
    const tag = packed[at++]!;
    const bits = tag >> 2;
    if ((tag & 3) === 0) {
      // Literal bytes: up to 60, or a number given by the next bytes.
      const size = 1 + (bits < 60 ? bits : number(bits - 59));
      if (size > packed.length - at || size > length - end) throw damaged('its length');
      output.set(packed.subarray(at, at + size), end);
      at += size;
      end += size;
      continue;
    }
    const isShort = (tag & 3) === 1;
    const size = isShort ? 4 + (bits & 7) : 1 + bits;
    const distance = isShort ? (tag >> 5) * 256 + number(1) : number((tag & 3) === 2 ? 2 : 4);
    if (distance === 0 || distance > end) throw damaged('a copy lies before its beginning');
    if (size > length - end) throw damaged('its length');
    // A copy may overlap itself, and then repeats what it has just written.
    for (const last = end + size; end < last; end++) output[end] = output[end - distance]!;
  }
  if (end !== length) throw damaged('its length');
  return output;

  function readLength(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 35; factor *= 128) {
      const byte = number(1);
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw damaged('its length');
  }
}

function damaged(what: string): Error {
  return new Error(`a part that Snappy compressed is damaged: ${what}`);
}
