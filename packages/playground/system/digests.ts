/** SHA-256 as `node:crypto` gives it: that of the page's engine cannot be waited for in the middle of a step. */

/** The first 32 bits of the fractional parts of the cube roots, and of the square roots, of the first primes (FIPS 180-4). */
const [ROUNDS, START] = constants();

function constants(): [Uint32Array, Uint32Array] {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const fraction = (root: number) => Math.floor((root % 1) * 2 ** 32);
  return [
    Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  ];
}

/** Guards the state of a digest whose input comes in pieces. */
class Sha256 {
  readonly #state = START.slice();
  readonly #block = new Uint8Array(64);
  readonly #words = new Uint32Array(64);
  #length = 0;

  update(input: string | ArrayBufferView): this {
    const bytes =
      typeof input === 'string'
        ? new TextEncoder().encode(input)
        : new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
    let at = 0;
    while (at < bytes.length) {
      const used = this.#length % 64;
      const piece = bytes.subarray(at, at + 64 - used);
      this.#block.set(piece, used);
      this.#length += piece.length;
      at += piece.length;
      if (this.#length % 64 === 0) this.#mix();
    }
    return this;
  }

  digest(_encoding: 'hex'): string {
    const bits = this.#length * 8;
    const end = new Uint8Array(((119 - (this.#length % 64)) % 64) + 9);
    end[0] = 0x80;
    new DataView(end.buffer).setBigUint64(end.length - 8, BigInt(bits));
    this.update(end);
    return Array.from(this.#state, (word) => word.toString(16).padStart(8, '0')).join('');
  }

  #mix(): void {
    const words = this.#words;
    const view = new DataView(this.#block.buffer);
    const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(4 * i);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [words[i - 15]!, words[i - 2]!];
      words[i] =
        words[i - 16]! +
        words[i - 7]! +
        (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) +
        (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = this.#state as unknown as [
      ...[number, number, number, number, number, number, number, number],
    ];
    for (let i = 0; i < 64; i++) {
      const first =
        (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i]! + words[i]!) |
        0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) this.#state[i]! += word;
  }
}

export const createHash = (_name: 'sha256'): Sha256 => new Sha256();

export const randomUUID = (): string => crypto.randomUUID();
