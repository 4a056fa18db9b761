/** Node's `Buffer`, as far as the readers of tables and the command use it; the build puts it where that name is free. */

const encoder = new TextEncoder();

export const Buffer = {
  byteLength: (text: string): number => encoder.encode(text).length,
  from: (text: string): Uint8Array => encoder.encode(text),
  concat(pieces: readonly Uint8Array[]): Uint8Array {
    const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  },
};
