/** Runs `theodolite` and scripts as a reader would, in a separate folder with the worked layouts. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE } from '../../bench/package-files.ts';

const MAIN = fileURLToPath(new URL('dist/cli/main.js', PACKAGE));

/** 3: some fits did not converge; 5: some have a mode that no chain visited; 6: predictive checks fail. All write all files. */
const WITH_FILES = new Set([0, 3, 5, 6]);

/** A folder for the results, removed at the end. */
export class Workshop {
  readonly #path: string;

  constructor() {
    this.#path = mkdtempSync(join(tmpdir(), 'theodolite-gallery-'));
    symlinkSync(fileURLToPath(new URL('stdlib-layouts', PACKAGE)), join(this.#path, 'stdlib-layouts'));
  }

  /** The output of the command. Throws an Error with its message if it fails. */
  run(words: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }> {
    return this.node([MAIN, ...words]);
  }

  /** The output of a script that Node runs. Throws an Error with its message if it fails. */
  async node(words: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }> {
    const child = spawn(process.execPath, words, {
      cwd: this.#path,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    });
    const [printed, said] = [collected(child.stdout), collected(child.stderr)];
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject).on('close', resolve);
    });
    const [stdout, stderr] = [printed.join(''), said.join('')];
    if (code === null || !WITH_FILES.has(code))
      throw new Error(`${words.join(' ').replace(MAIN, 'theodolite')} ended with ${code}:\n${stderr}`);
    return { stdout, stderr };
  }

  /** The names of the files and folders in it. */
  files(): string[] {
    return readdirSync(this.#path);
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.#path, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.#path, path), 'utf8');
  }

  remove(): void {
    rmSync(this.#path, { recursive: true, force: true });
  }
}

function collected(stream: NodeJS.ReadableStream): string[] {
  const pieces: string[] = [];
  stream.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece));
  return pieces;
}
