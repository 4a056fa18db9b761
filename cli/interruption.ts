/** Ctrl-C: a signal that a command's work listens to, so that it can end in order. */
import { HostError } from '../host/host-error.ts';

/** Raised where work stops because the user interrupted it; the message says what was written before. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor(written = 'nothing was written') {
    super(`Interrupted: ${written}.`);
  }
}

export interface Interruption {
  readonly signal: AbortSignal;
  /**
   * Lets a waiting Ctrl-C arrive after work that held the thread, such as a compilation.
   *
   * @throws Interrupted
   */
  check(): Promise<void>;
  /** Stops listening. */
  end(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Listens from now on; a second signal ends the program at once. */
export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new Interrupted());
  };
  for (const name of SIGNALS) process.on(name, interrupt);
  return {
    signal: controller.signal,
    async check() {
      // Two turns of the event loop: signals are delivered between them.
      await new Promise((resolve) => setTimeout(resolve));
      await new Promise((resolve) => setTimeout(resolve));
      controller.signal.throwIfAborted();
    },
    end() {
      for (const name of SIGNALS) process.off(name, interrupt);
    },
  };
}

/** The interruption that an error stands for, if it does. */
export function asInterruption(error: unknown): Interrupted | null {
  if (error instanceof Interrupted) return error;
  return error instanceof HostError && error.kind === 'interrupted' ? new Interrupted() : null;
}
