/** The messages between the main thread and the command's thread, as seen by the command. */
import type { MessagePort } from 'node:worker_threads';

/** To the command: the user wants to end it. */
export type ToCommand = { readonly kind: 'interrupt' };

/** From the command. */
export type FromCommand =
  /** A file or directory that is removed if the command is ended now; a directory only if it is empty. */
  | { readonly kind: 'unfinished'; readonly path: string }
  /** It is permanent from now on, or already removed. */
  | { readonly kind: 'finished'; readonly path: string }
  /** What the user is told about written files if the command is ended now. */
  | { readonly kind: 'kept'; readonly text: string }
  /** The current work, in words, with its estimated remaining time; and the share that is done, from 0 to 1, if it is known. */
  | { readonly kind: 'doing'; readonly text: string; readonly share?: number }
  /** It is doing nothing that can end in order after a signal. */
  | { readonly kind: 'unheard' }
  /** It answers another program for as long as that wants, so that nobody is told how long it has been at work. */
  | { readonly kind: 'serving' }
  /** It starts to read the standard input. */
  | { readonly kind: 'input' };

/** The data with which the command's thread starts. */
export interface CommandData {
  /** Int32 values that both threads share; see `SHARED`. */
  readonly shared: SharedArrayBuffer;
}

/** The positions of the shared numbers. */
export const SHARED = { step: 0, beats: 1, said: 2 } as const;

/** Values of `step`: whether the command is in an indivisible step, or has been ended. */
export const STEP = { free: 0, undivided: 1, ended: 2 } as const;

/** Whether this thread reports the interruption, which is reported once. */
export function isFirstToSay(shared: Int32Array): boolean {
  return Atomics.exchange(shared, SHARED.said, 1) === 0;
}

/** The interval at which the command's thread counts a beat, unless it is busy. */
const BEAT_MILLISECONDS = 250;

interface Supervisor {
  readonly port: MessagePort;
  readonly shared: Int32Array;
}

let supervisor: Supervisor | null = null;
let keptText = '';
/** The nesting depth of indivisible work. */
let depth = 0;

/** Starts supervision. @param onInterrupt is called when the command should end */
export function beSupervised(by: Supervisor, onInterrupt: () => void): void {
  supervisor = by;
  by.port.on('message', ({ kind }: ToCommand) => {
    if (kind === 'interrupt') onInterrupt();
  });
  // Neither of them keeps the command's thread alive.
  by.port.unref();
  setInterval(() => Atomics.add(by.shared, SHARED.beats, 1), BEAT_MILLISECONDS).unref();
}

export function tellSupervisor(message: FromCommand): void {
  supervisor?.port.postMessage(message);
}

/** Sets what the user is told about written files if the command is ended from now on. */
export function tellKept(text: string): void {
  if (text === keptText) return;
  keptText = text;
  tellSupervisor({ kind: 'kept', text });
}

/** The single files that the command wrote. */
const written: string[] = [];

/** Adds a written file to those before it. */
export function tellWritten(path: string): void {
  if (supervisor === null) return;
  written.push(path);
  tellKept(`${written.join(' and ')} ${written.length === 1 ? 'was' : 'were'} written`);
}

/** Whether the command still has to report its interruption. */
export function mustSayInterrupted(): boolean {
  return supervisor === null || isFirstToSay(supervisor.shared);
}

/**
 * Does short indivisible work, such as renaming several files. The command can be ended before or after it, not within.
 */
export function undivided<T>(work: () => T): T {
  if (supervisor === null || depth > 0) return work();
  const { shared } = supervisor;
  // If the command has been ended, this thread stops here.
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
