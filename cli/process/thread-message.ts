/** What the process's own thread and the thread of the command say to each other. */

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
export const BEAT_MILLISECONDS = 250;
