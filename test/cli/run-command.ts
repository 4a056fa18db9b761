/**
 * Runs the built command in a directory of its own: as a user does where a test is of the process, and else in one process for all.
 * With `THEODOLITE_TEST_PROCESSES=1` each command has a process of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { abandon, type Outcome, serve } from './command-server.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export type { Outcome };

/** A directory that commands run in. */
export interface Workspace {
  readonly path: string;
  /** Runs `theodolite ARGUMENTS`, in a process of its own where the workspace has variables or flags of Node. */
  run(...args: readonly string[]): Promise<Outcome>;
  /** Starts it in a process of its own, for a test that interrupts it, or is of its threads or streams. */
  start(...args: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<Outcome> };
  write(name: string, content: string | Uint8Array): void;
  read(name: string): string;
  remove(): void;
}

/**
 * @param extra variables of the environment that its commands see
 * @param nodeFlags what stands between `node` and the program
 */
export function openWorkspace(
  extra: Readonly<Record<string, string>> = {},
  nodeFlags: readonly string[] = [],
): Workspace {
  const path = mkdtempSync(join(tmpdir(), 'theodolite-test-'));
  const environment = () => {
    const { THEODOLITE_DEBUG: _, ...env } = process.env;
    // What a slow machine says of a long command is no part of what a test compares.
    return { ...env, NO_COLOR: '1', THEODOLITE_NOTES: 'off', ...extra };
  };
  const start: Workspace['start'] = (...args) => {
    const child = spawn(process.execPath, [...nodeFlags, MAIN, ...args], {
      cwd: path,
      env: environment(),
    });
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
    const ended = new Promise<Outcome>((resolve) => {
      child.on('close', (code, signal) => {
        const said = stderr.join('');
        // A command whose thread is slow to end is ended by the signal itself, which a shell tells as 130.
        const status = signal === 'SIGINT' && said.includes('Interrupted: ') ? 130 : code;
        resolve({ status, stdout: stdout.join(''), stderr: said });
      });
    });
    return { child, ended };
  };
  const hasOwnProcesses =
    process.env.THEODOLITE_TEST_PROCESSES === '1' || Object.keys(extra).length > 0 || nodeFlags.length > 0;
  return {
    path,
    start,
    run: (...args) =>
      hasOwnProcesses ? start(...args).ended : serve({ args, folder: path, environment: environment() }),
    write(name, content) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), content);
    },
    read: (name) => readFileSync(join(path, name), 'utf8'),
    remove() {
      abandon(path);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function collect(stream: NodeJS.ReadableStream): string[] {
  const pieces: string[] = [];
  stream.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece));
  return pieces;
}

/** What a user sees of a run that went wrong, for comparison with a stored text. */
export function transcript({ status, stdout, stderr }: Outcome): string {
  return `exit ${status}\n${stdout === '' ? '' : `--- stdout\n${stdout}`}--- stderr\n${stderr}`;
}
