/** The messages between the page and the worker that runs commands. */

/** A file by its path. */
export type NamedBytes = readonly [path: string, bytes: Uint8Array];

/** A command to run with these files, and no others. */
export interface CommandTask {
  readonly id: number;
  /** The command line after the program's name. */
  readonly words: readonly string[];
  readonly files: readonly NamedBytes[];
}

/** What a command did. */
export interface CommandResult {
  /** Its exit status. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The files that it wrote. */
  readonly written: readonly NamedBytes[];
}

/** From the worker: what the command is doing, with the share that is done if it is known; and at last its result. */
export type FromWorker = { readonly id: number } & (
  | { readonly kind: 'doing'; readonly text: string; readonly share?: number }
  | { readonly kind: 'done'; readonly result: CommandResult }
  | { readonly kind: 'broken'; readonly message: string }
);
