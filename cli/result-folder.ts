/** Where a fit's files go: made before sampling starts, each file written beside its place and then renamed into it. */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { writingProblem } from '../files/system-problem.ts';
import { cannotWrite, Failure } from './failure.ts';
import { tellSupervisor, undivided } from './supervised.ts';

/** A file's path below the folder, with what it holds. */
export interface ResultFile {
  readonly path: string;
  readonly content: string | Uint8Array | Iterable<string | Uint8Array>;
  /** The permissions it gets, where they are not those of any new file. */
  readonly mode?: number;
}

/** Guards the directories it made, so that those still empty at the end go again. */
export class ResultFolder {
  readonly path: string;
  readonly #made: string[] = [];

  /** Makes the folder where it is absent, and tries that it can be written. @throws Failure (writing). */
  constructor(path: string) {
    this.path = path;
    this.prepare('.');
  }

  /** Makes a folder below this one, and tries that it can be written. @throws Failure (writing). */
  prepare(below: string): void {
    const directory = resolve(this.path, below);
    const probe = join(directory, `.theodolite-${process.pid}.partial`);
    try {
      this.#make(directory);
      tellSupervisor({ kind: 'unfinished', path: probe });
      writeFileSync(probe, '');
      rmSync(probe);
    } catch (error) {
      this.discardEmpty();
      throw unwritable(join(this.path, below), error);
    }
  }

  /** @throws Failure (writing) when a directory stands where a file is to be. */
  expectFile(path: string): void {
    const place = resolve(this.path, path);
    if (existsSync(place) && statSync(place).isDirectory())
      throw unwritable(join(this.path, path), systemError('EISDIR'));
  }

  /**
   * Writes files, all of them or none: first under temporary names, then each renamed to its own.
   *
   * @throws Failure (writing)
   */
  write(files: readonly ResultFile[]): void {
    const partials: string[] = [];
    try {
      for (const { path } of files) this.expectFile(path);
      const places = files.map(({ path, content, mode }) => {
        const place = resolve(this.path, path);
        // A link stays one, and what it leads to is replaced.
        const target = existsSync(place) ? realpathSync(place) : place;
        return { target, partial: `${target}.${process.pid}.partial`, content, mode };
      });
      for (const { target, partial, content, mode } of places) {
        this.#make(dirname(target));
        partials.push(partial);
        tellSupervisor({ kind: 'unfinished', path: partial });
        writeContent(partial, content);
        if (mode !== undefined) chmodSync(partial, mode);
      }
      undivided(() => {
        for (const { target, partial } of places) renameSync(partial, target);
      });
      for (const path of partials) tellSupervisor({ kind: 'finished', path });
    } catch (error) {
      for (const partial of partials) rmSync(partial, { force: true });
      throw unwritable(this.path, error);
    }
  }

  /**
   * Replaces the text of a file that is there, and leaves its permissions as they are.
   *
   * @throws Failure (writing), also when the file may not be written though the folder may
   */
  rewrite(path: string, content: string): void {
    const place = resolve(this.path, path);
    try {
      accessSync(place, constants.W_OK);
    } catch (error) {
      throw unwritable(join(this.path, path), error);
    }
    this.write([{ path, content, mode: statSync(place).mode }]);
  }

  /** Removes files of an earlier run, if they are there. */
  remove(paths: readonly string[]): void {
    for (const path of paths) rmSync(resolve(this.path, path), { force: true });
  }

  /** Takes away the directories it made in which nothing was written. */
  discardEmpty(): void {
    for (const directory of this.#made.splice(0).reverse()) {
      try {
        rmdirSync(directory);
      } catch {
        // It holds results: it stays.
      }
    }
  }

  #make(directory: string): void {
    const absent: string[] = [];
    for (let each = directory; !existsSync(each); each = dirname(each)) absent.unshift(each);
    for (const each of absent) {
      // One by one: Node's recursive mkdir never ends where a file system refuses with ENOENT, as /proc does.
      try {
        mkdirSync(each);
        this.#made.push(each);
        tellSupervisor({ kind: 'unfinished', path: each });
      } catch (error) {
        // Another run may have made it meanwhile.
        if (!existsSync(each) || !statSync(each).isDirectory()) throw error;
      }
    }
  }
}

/** Whether a path is a device or a pipe, such as /dev/null, which is written to and never replaced. */
export function isDevice(path: string): boolean {
  if (!existsSync(path)) return false;
  const found = statSync(path);
  return !found.isFile() && !found.isDirectory();
}

/** @throws Failure (writing) */
export function writeToDevice(path: string, content: Uint8Array): void {
  try {
    writeFileSync(path, content);
  } catch (error) {
    throw unwritable(path, error);
  }
}

function writeContent(path: string, content: ResultFile['content']): void {
  if (typeof content === 'string' || content instanceof Uint8Array) {
    writeFileSync(path, content);
    return;
  }
  const file = openSync(path, 'w');
  try {
    for (const piece of content) writeFileSync(file, piece);
  } finally {
    closeSync(file);
  }
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** The failure of a place that the system does not let us write. Errors that are not the system's are thrown on. */
export function unwritable(path: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const problem = writingProblem(path, error);
  if (problem === null) throw error;
  return cannotWrite(problem.message, problem.remedy);
}
