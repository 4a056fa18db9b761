/**
 * Unpacks parts of binary files: with their checksums verified, limited to the declared length, and interruptible by a
 * signal.
 */
import { Worker } from 'node:worker_threads';
import { threadFlags } from '../../host/node/thread-flags.ts';
import type { Pace } from './pace.ts';
import { type Codec, NATIVE, unpackAtOnce } from './unpack-at-once.ts';
import { checkZstdRoom } from './zstd.ts';

/** The maximum size that is unpacked in this thread; more would delay Ctrl-C. */
const AT_ONCE = 1 << 23;

/** The thread's file beside this one: JavaScript when built, TypeScript when a loader runs the sources. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './unpack-worker.ts' : './unpack-worker.js',
  import.meta.url,
);

/**
 * The unpacked bytes of a part.
 *
 * @param length the required number
 * @throws Error when the part is damaged or unpacks to another number of bytes; UnreadablePart when it is too large for
 * its decoder; the signal's reason
 */
export async function unpack(
  codec: Codec,
  packed: Uint8Array,
  length: number,
  pace: Pace,
): Promise<Uint8Array> {
  pace.signal?.throwIfAborted();
  if (NATIVE.has(codec)) return unpackNatively(codec, packed, length, pace.signal);
  if (codec === 'ZSTD') checkZstdRoom(packed.length, length);
  if (length > AT_ONCE) return inThread(codec, packed, length, pace.signal);
  if (pace.isDue(length)) await pace.turn();
  return unpackAtOnce(codec, packed, length);
}

/** By Node's library, which uses its own threads and verifies the checksum of gzip. */
async function unpackNatively(
  codec: Codec,
  packed: Uint8Array,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const zlib = await import('node:zlib');
  const stream =
    codec === 'BROTLI'
      ? zlib.createBrotliDecompress()
      : codec === 'DEFLATE'
        ? zlib.createInflateRaw()
        : zlib.createUnzip();
  const bytes = new Uint8Array(length);
  let end = 0;
  stream.end(packed);
  try {
    for await (const piece of stream) {
      signal?.throwIfAborted();
      if (piece.length > length - end)
        throw new Error('a compressed part of it does not have the length that it should');
      bytes.set(piece, end);
      end += piece.length;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new Error('a compressed part of it is damaged');
    throw error;
  }
  if (end !== length) throw new Error('a compressed part of it does not have the length that it should');
  return bytes;
}

function inThread(
  codec: Codec,
  packed: Uint8Array,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: { codec, packed, length }, execArgv: threadFlags() });
    const stop = () => end(() => reject(signal!.reason));
    const end = (settle: () => void) => {
      signal?.removeEventListener('abort', stop);
      void worker.terminate();
      settle();
    };
    signal?.addEventListener('abort', stop);
    worker.once('message', ({ bytes, problem }: UnpackAnswer) =>
      end(() => (bytes === undefined ? reject(new Error(problem)) : resolve(bytes))),
    );
    worker.once('error', (error) => end(() => reject(error)));
    worker.once('exit', () => end(() => reject(new Error('memory ran out while a part of it was unpacked'))));
  });
}

/** The message of an unpacking thread: the bytes, or why there are none. */
export interface UnpackAnswer {
  readonly bytes?: Uint8Array;
  readonly problem?: string;
}
