/** Divides long work into pieces, so that waiting events such as Ctrl-C are handled in between. */

/** The amount of work between two turns, in bytes read or values decoded: a few milliseconds. */
const WORK = 1 << 20;

/** Guards the amount of work since the last turn of other events. */
export class Pace {
  readonly signal: AbortSignal | undefined;
  #work = 0;
  /** The number of turns given, for tests. */
  turns = 0;

  constructor(signal?: AbortSignal) {
    this.signal = signal;
  }

  /** Counts work that is done or about to be done. If it returns true, `turn` is due. */
  isDue(work: number): boolean {
    this.#work += work;
    return this.#work >= WORK;
  }

  /** Lets other events be handled, including signals. @throws the signal's reason */
  async turn(): Promise<void> {
    this.#work = 0;
    this.turns++;
    this.signal?.throwIfAborted();
    // Signals are delivered between two turns of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    this.signal?.throwIfAborted();
  }
}

/** The value of a promise; throws the signal's reason as soon as it is aborted. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
