/** Lets what waits, such as Ctrl-C, come between the pieces of long work. */

/** Work between two turns, in bytes read or values decoded: some milliseconds of it. */
const WORK = 1 << 20;

/** Guards how much work was done since other events had their turn. */
export class Pace {
  readonly signal: AbortSignal | undefined;
  #work = 0;
  /** How often others had their turn, for tests. */
  turns = 0;

  constructor(signal?: AbortSignal) {
    this.signal = signal;
  }

  /** Counts work that is done or about to be done. Where it returns true, `turn` is due. */
  isDue(work: number): boolean {
    this.#work += work;
    return this.#work >= WORK;
  }

  /** Lets other events have their turn, signals of the system among them. @throws the signal's reason */
  async turn(): Promise<void> {
    this.#work = 0;
    this.turns++;
    this.signal?.throwIfAborted();
    // Signals are delivered between two turns of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    this.signal?.throwIfAborted();
  }
}

/** What a promise gives, or the signal's reason as soon as it is aborted. */
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
