/** Commands that are stuck in a module, or at work for ever, and a signal that ends them. */
import type { ChildProcess } from 'node:child_process';
import type { Outcome, Workspace } from './run-command.ts';

/** The variable with which a command says soon, and then again, what it is doing. */
export const NOTES = { THEODOLITE_NOTES: '0.5' } as const;

/**
 * What a note says of a command that does not come on: its thread has not answered for two seconds, and not because it is being loaded;
 * or no chain has told of a draw.
 */
export const STUCK =
  /(?<!begins), without an answer for ([2-9]|\d\d) s|[^0-9]0 of \d+ draws|[^0-9]0 % of the way|looking for separate modes|estimating/;

/** After so many, with the last some seconds after the first, a command that comes on is waited for no longer. */
const MOST_NOTES = 5;

/** Waits until the notes of a command say it, or have said enough, or it has ended. */
export async function untilSaid(child: ChildProcess, pattern: RegExp): Promise<boolean> {
  let text = '';
  return new Promise((resolve) => {
    child.stderr!.on('data', (piece: string) => {
      text += piece;
      if (pattern.test(text) || text.split('note: ').length > MOST_NOTES) resolve(true);
    });
    child.on('close', () => resolve(false));
  });
}

/** Starts a command, waits until it says that it is stuck, and sends a signal. `wasStuck` is false where it ended by itself. */
export async function interruptStuck(
  workspace: Workspace,
  args: readonly string[],
  { pattern = STUCK, signals = ['SIGINT'] as readonly NodeJS.Signals[] } = {},
): Promise<Outcome & { readonly wasStuck: boolean }> {
  const { child, ended } = workspace.start(...args);
  const wasStuck = await untilSaid(child, pattern);
  for (const signal of signals) child.kill(signal);
  return { ...(await ended), wasStuck };
}
