/** Programs that are killed at each step by which they change the disk, and what readers find then. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const KILL_AT = here('kill-at.mjs');

export const STORE_FIT = here('store-fit.mjs');
export const MAIN = here('../../dist/cli/main.js');

export interface KillRun {
  /** Whether the program was killed, and did not end before the step. */
  readonly wasKilled: boolean;
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program of Node's with these words until it is at a step, counted from 1.
 *
 * @param folder only what is done below it is counted
 */
export function runUntil(
  step: number | null,
  folder: string,
  words: readonly string[],
  cwd = folder,
): KillRun {
  const { KILL_AT: _, ...env } = process.env;
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, ['--import', KILL_AT, ...words], {
    cwd,
    env: { ...env, NO_COLOR: '1', KILL_IN: folder, ...(step === null ? {} : { KILL_AT: String(step) }) },
    encoding: 'utf8',
    timeout: 300_000,
    killSignal: 'SIGTERM',
  });
  return { wasKilled: signal === 'SIGKILL', status, stdout, stderr };
}

/** How many steps a program takes that is not killed. */
export function stepsOf(folder: string, words: readonly string[], cwd = folder): number {
  const { stderr } = runUntil(null, folder, words, cwd);
  // Each thread tells its own.
  const steps = [...stderr.matchAll(/steps: (\d+)/g)].map(([, count]) => Number(count));
  if (steps.length === 0) throw new Error(`the program told no steps: ${stderr}`);
  return Math.max(...steps);
}

/** Files by the names that only those have that are on their way, in a folder and those below. */
export function unfinishedIn(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[]).filter((name) =>
    name.includes('.theodolite-'),
  );
}
