/** Ctrl-C: a signal that a command's work observes, so that it can end in order. */
import { HostError } from '../../module/host-error.ts';
import { tellSupervisor } from './supervised.ts';

/** Raised when work stops because the user interrupted it; the message says what was written before. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor(written = NOTHING_WRITTEN) {
    super(interruptedMessage(written));
  }
}

export const NOTHING_WRITTEN = 'nothing was written';

/** @param written what was written, or is kept */
export function interruptedMessage(written: string): string {
  return `Interrupted: ${written}.`;
}

export interface Interruption {
  readonly signal: AbortSignal;
  /**
   * Lets a Ctrl-C arrive after work that blocked the thread, such as a compilation.
   *
   * @throws Interrupted
   */
  check(): Promise<void>;
  /** Stops listening. */
  end(): void;
}

/** The current listeners. */
const listening = new Set<AbortController>();
let isInterrupted = false;

/** Starts listening. The main thread receives signals, and ends work that does not end by itself. */
export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  listening.add(controller);
  if (isInterrupted) controller.abort(new Interrupted());
  return {
    signal: controller.signal,
    async check() {
      // Two turns of the event loop; messages that have arrived are delivered between them.
      await new Promise((resolve) => setTimeout(resolve));
      await new Promise((resolve) => setTimeout(resolve));
      controller.signal.throwIfAborted();
    },
    end: () => listening.delete(controller),
  };
}

/** Notifies all listeners. */
export function interrupt(): void {
  isInterrupted = true;
  if (listening.size === 0) tellSupervisor({ kind: 'unheard' });
  for (const controller of listening) controller.abort(new Interrupted());
}

/** The interruption that an error represents, if any. */
export function asInterruption(error: unknown): Interrupted | null {
  if (error instanceof Interrupted) return error;
  return error instanceof HostError && error.kind === 'interrupted' ? new Interrupted() : null;
}
