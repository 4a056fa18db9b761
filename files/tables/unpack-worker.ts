/** The thread that unpacks one large part of a file, and then ends. */
import { parentPort, workerData } from 'node:worker_threads';
import type { UnpackAnswer } from './unpack.ts';
import { type Codec, unpackAtOnce } from './unpack-at-once.ts';

const { codec, packed, length } = workerData as {
  readonly codec: Codec;
  readonly packed: Uint8Array;
  readonly length: number;
};
try {
  const bytes = await unpackAtOnce(codec, packed, length);
  parentPort!.postMessage({ bytes } satisfies UnpackAnswer, [bytes.buffer as ArrayBuffer]);
} catch (error) {
  const problem = error instanceof Error && error.constructor === Error ? error.message : undefined;
  parentPort!.postMessage({
    problem: problem ?? 'a compressed part of it is damaged',
  } satisfies UnpackAnswer);
}
