/**
 * Messages between the Python package and its companion over a pair of pipes. A message is JSON with buffers behind it:
 * the length of the JSON as a little-endian u32, the JSON in UTF-8, which has the length of each buffer in bytes under
 * `buffers`, and the buffers.
 */
import { readSync, writeSync } from 'node:fs';

/** The JSON of a message, and its buffers. */
export interface Message {
  readonly head: Readonly<Record<string, unknown>>;
  readonly buffers: readonly Uint8Array[];
}

const INPUT = 0;
const OUTPUT = 1;

/** The next message; null at the end of the input. Waits for it, so nothing else runs on this thread meanwhile. */
export function readMessage(): Message | null {
  const length = readBytes(4);
  if (length === null) return null;
  const size = new DataView(length.buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(readBytes(size) ?? cutOff())) as Record<string, unknown>;
  const buffers = (head.buffers as readonly number[]).map((bytes) => readBytes(bytes) ?? cutOff());
  return { head, buffers };
}

export function writeMessage(head: object, buffers: readonly Uint8Array[] = []): void {
  const text = new TextEncoder().encode(
    JSON.stringify({ ...head, buffers: buffers.map((buffer) => buffer.length) }),
  );
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, text.length, true);
  for (const bytes of [length, text, ...buffers]) writeBytes(bytes);
}

/** The numbers in a buffer. */
export function doublesOf(buffer: Uint8Array): Float64Array {
  // Each buffer has memory of its own, which begins at an address that doubles may have.
  return new Float64Array(buffer.buffer, buffer.byteOffset, buffer.length / 8);
}

function readBytes(count: number): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(count);
  let have = 0;
  while (have < count) {
    const read = retried(() => readSync(INPUT, bytes, have, count - have, null));
    if (read === 0) return have === 0 ? null : cutOff();
    have += read;
  }
  return bytes;
}

function writeBytes(bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; )
    written += retried(() => writeSync(OUTPUT, bytes, written, bytes.length - written));
}

/** A pipe that does not wait may be empty or full for a moment. */
function retried(transfer: () => number): number {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      return transfer();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}

function cutOff(): never {
  throw new Error('the message was cut off');
}
