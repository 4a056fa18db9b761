/** What the readers of tables use of `node:zlib` and `node:stream`, with the decompression that the page's engine has. */

/** Bytes that are unpacked while they come. */
class Unpacking {
  readonly #format: string;
  #source: AsyncIterable<Uint8Array> | null = null;
  /** The number of packed bytes that were taken. */
  bytesWritten = 0;

  constructor(format: string) {
    this.#format = format;
  }

  /** Takes all packed bytes at once. */
  end(packed: Uint8Array): void {
    this.takeFrom(
      (async function* () {
        yield packed;
      })(),
    );
  }

  takeFrom(source: AsyncIterable<Uint8Array>): void {
    this.#source = source;
  }

  /** @throws Error with the code of zlib for damaged bytes; Error for a compression that the engine does not have */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    const pieces = this.#source![Symbol.asyncIterator]();
    const first = await pieces.next();
    const stream = this.#open(first.done === true ? undefined : first.value);
    const writer = stream.writable.getWriter();
    const feed = async () => {
      for (let each = first; each.done !== true; each = await pieces.next()) {
        this.bytesWritten += each.value.length;
        await writer.write(each.value as Uint8Array<ArrayBuffer>);
      }
      await writer.close();
    };
    let failed: unknown = null;
    const fed = feed().catch((error: unknown) => {
      failed = error;
      void writer.abort(error).catch(() => undefined);
    });
    const reader = stream.readable.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        yield value as Uint8Array;
      }
      await fed;
      if (failed !== null) throw failed;
    } catch (error) {
      // The engine has one kind of error for all damage; that of the source is another.
      if (!(error instanceof TypeError)) throw error;
      throw Object.assign(new Error('damaged'), { code: 'Z_DATA_ERROR' });
    } finally {
      void reader.cancel().catch(() => undefined);
      void pieces.return?.();
    }
  }

  #open(first: Uint8Array | undefined): DecompressionStream {
    const isGzip = first?.[0] === 0x1f && first[1] === 0x8b;
    const format = this.#format === 'any' ? (isGzip ? 'gzip' : 'deflate') : this.#format;
    try {
      return new DecompressionStream(format as CompressionFormat);
    } catch {
      throw new Error(`this browser does not unpack ${format}`);
    }
  }
}

export const createGunzip = () => new Unpacking('gzip');
export const createUnzip = () => new Unpacking('any');
export const createInflateRaw = () => new Unpacking('deflate-raw');
export const createBrotliDecompress = () => new Unpacking('brotli');

/** `Readable.from`, which is passed on to `pipeline`. */
export const Readable = { from: (pieces: AsyncIterable<Uint8Array>) => pieces };

export function pipeline(source: AsyncIterable<Uint8Array>, unpacking: Unpacking, _ended: () => void): void {
  unpacking.takeFrom(source);
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** The checksum of ZIP and of Parquet's pages, of bytes after those with the checksum `before`. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before;
  for (const byte of bytes) sum = CRC[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
  return ~sum >>> 0;
}
