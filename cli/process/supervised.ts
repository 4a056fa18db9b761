/** What a command tells the process's own thread, which ends it when the user says so. Without such a thread nothing is told. */
import type { MessagePort } from 'node:worker_threads';
import {
  BEAT_MILLISECONDS,
  type FromCommand,
  isFirstToSay,
  SHARED,
  STEP,
  type ToCommand,
} from './thread-message.ts';

interface Supervisor {
  readonly port: MessagePort;
  readonly shared: Int32Array;
}

let supervisor: Supervisor | null = null;
let told = '';
/** How many pieces of work that are not to be cut in two the command is in, one in another. */
let depth = 0;

/** From now on the command is supervised. @param onInterrupt hears that it is to end */
export function beSupervised(by: Supervisor, onInterrupt: () => void): void {
  supervisor = by;
  by.port.on('message', ({ kind }: ToCommand) => {
    if (kind === 'interrupt') onInterrupt();
  });
  // Neither keeps the command's thread alive.
  by.port.unref();
  setInterval(() => Atomics.add(by.shared, SHARED.beats, 1), BEAT_MILLISECONDS).unref();
}

export function tellSupervisor(message: FromCommand): void {
  supervisor?.port.postMessage(message);
}

/** Tells what the user hears of what was written, if the command is ended from now on. */
export function tellKept(text: string): void {
  if (text === told) return;
  told = text;
  tellSupervisor({ kind: 'kept', text });
}

/** Whether the command still has to say that it was interrupted. */
export function mustSayInterrupted(): boolean {
  return supervisor === null || isFirstToSay(supervisor.shared);
}

/**
 * Does work of some milliseconds that must not be cut in two, such as giving several files their names: the command is ended before it
 * or after it.
 */
export function undivided<T>(work: () => T): T {
  if (supervisor === null || depth > 0) return work();
  const { shared } = supervisor;
  // Where it has been ended, this thread stops here.
  while (Atomics.compareExchange(shared, SHARED.step, STEP.free, STEP.undivided) === STEP.ended)
    Atomics.wait(shared, SHARED.step, STEP.ended);
  depth++;
  try {
    return work();
  } finally {
    depth--;
    Atomics.store(shared, SHARED.step, STEP.free);
    Atomics.notify(shared, SHARED.step);
  }
}
