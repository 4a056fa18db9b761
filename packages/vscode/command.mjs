/** The command `theodolite`, which the extension runs where a project or the machine has it. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const IN_PROJECT = join('node_modules', 'theodolite', 'dist', 'cli', 'main.js');

/**
 * The words that start it: those of the setting; or Node's with the nearest installation in the folder or above it; or that on the
 * path. Null if there is none.
 */
export function commandFor(folder, setting = []) {
  if (setting.length > 0) return setting;
  for (let at = folder; ; at = dirname(at)) {
    const entry = join(at, IN_PROJECT);
    if (existsSync(entry)) return ['node', entry];
    if (dirname(at) === at) break;
  }
  const name = process.platform === 'win32' ? 'theodolite.cmd' : 'theodolite';
  const found = (process.env.PATH ?? '').split(delimiter).find((each) => existsSync(join(each, name)));
  return found === undefined ? null : [join(found, name)];
}

/** Windows starts scripts by a shell alone. */
const needsShell = (program) => process.platform === 'win32' && program.endsWith('.cmd');

/**
 * Runs it to its end.
 *
 * @param words behind the name of the command
 * @param options.tell receives each line that it says while it works
 * @returns its status, and all that it printed and said
 * @throws the system's error where it cannot be started; AbortError once the signal is aborted
 */
export function runCommand([program, ...first], words, { folder, signal, tell = () => undefined }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...first, ...words], {
      ...{ cwd: folder, signal, shell: needsShell(program), windowsHide: true },
      env: { ...process.env, NO_COLOR: '1' },
    });
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) {
      child[stream].setEncoding('utf8').on('data', (piece) => {
        said[stream] += piece;
        const line = piece.trimEnd().split('\n').at(-1);
        if (stream === 'stderr' && line) tell(line);
      });
    }
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, ...said }));
  });
}
