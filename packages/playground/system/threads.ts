/** The one kind of thread that readers of tables start: it unpacks a large part of a file. Here they are in a worker already. */
import { type Codec, unpackAtOnce } from '../../../files/tables/unpack-at-once.ts';

interface Unpacked {
  readonly workerData: { readonly codec: Codec; readonly packed: Uint8Array; readonly length: number };
}

/** Guards who hears of the result. */
export class Worker {
  #hear: (answer: object) => void = () => undefined;

  constructor(_file: URL, { workerData: { codec, packed, length } }: Unpacked) {
    void unpackAtOnce(codec, packed, length).then(
      (bytes) => this.#hear({ bytes }),
      (error: unknown) => this.#hear({ problem: error instanceof Error ? error.message : String(error) }),
    );
  }

  once(event: string, listener: (answer: object) => void): void {
    if (event === 'message') this.#hear = listener;
  }

  async terminate(): Promise<void> {}
}

export const parentPort = null;
export const workerData = null;
