/** What the process's own thread and the thread of the command say to each other, from the side of the command. */
import type { MessagePort } from 'node:worker_threads';

/** To the command: the user wants it to end. */
export type ToCommand = { readonly kind: 'interrupt' };

/** From the command. */
export type FromCommand =
  /** There is a file or directory that goes again if the command is ended now; a directory only where it is empty. */
  | { readonly kind: 'unfinished'; readonly path: string }
  /** It stays from now on, or is gone. */
  | { readonly kind: 'finished'; readonly path: string }
  /** What the user is told of what was written, if the command is ended now. */
  | { readonly kind: 'kept'; readonly text: string }
  /** What it is doing, in words, and about how long that still takes. */
  | { readonly kind: 'doing'; readonly text: string }
  /** It does nothing that a signal stops in order. */
  | { readonly kind: 'unheard' }
  /** It reads the standard input from now on. */
  | { readonly kind: 'input' };

/** What the command's thread is begun with. */
export interface CommandData {
  /** Int32s that both threads see; see `SHARED`. */
  readonly shared: SharedArrayBuffer;
}

/** The places of the shared numbers. */
export const SHARED = { step: 0, beats: 1, said: 2 } as const;

/** Values of `step`: whether the command is at something that is not to be cut in two, or has been ended. */
export const STEP = { free: 0, undivided: 1, ended: 2 } as const;

/** Whether this thread is the one to say that the command was interrupted, which is said once. */
export function isFirstToSay(shared: Int32Array): boolean {
  return Atomics.exchange(shared, SHARED.said, 1) === 0;
}

/** How often the command's thread, when it is not at work on something long, counts a beat. */
const BEAT_MILLISECONDS = 250;

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

/** The single files that the command has written. */
const written: string[] = [];

/** Tells of a file that is there from now on, beside those before it. */
export function tellWritten(path: string): void {
  if (supervisor === null) return;
  written.push(path);
  tellKept(`${written.join(' and ')} ${written.length === 1 ? 'was' : 'were'} written`);
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
