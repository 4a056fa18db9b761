/** Where results go, a folder of files or one file: tried before the work, each file written beside its place and then renamed into it. */
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { FileRecord } from '../../files/fits/bound-files.ts';
import { STORED } from '../../files/fits/file-names.ts';
import { settleFolder } from '../../files/fits/settle-folder.ts';
import { summaryText } from '../../files/fits/summary-shapes.ts';
import { partialOf, pendingOf, unfinishedPlace } from '../../files/fits/unfinished-files.ts';
import { systemCode, writingProblem } from '../../files/system-problem.ts';
import { cannotWrite, Failure } from '../failure.ts';
import { tellSupervisor, tellWritten, undivided } from './supervised.ts';

/** A file's path below the folder, with what it holds. */
export interface ResultFile {
  readonly path: string;
  readonly content: string | Uint8Array | Iterable<string | Uint8Array>;
  /** The permissions it gets, where they are not those of any new file. */
  readonly mode?: number;
}

/** The files of one fit but for its summary, by their names in its folder, and what is told of it. */
export interface FitFiles {
  readonly files: readonly ResultFile[];
  /** What `summary.json` has besides the digests. */
  readonly summary: object;
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
    const probe = partialOf(join(directory, 'probe'));
    try {
      this.#make(directory);
      if (below !== '.') checkSpelling(directory);
      tellSupervisor({ kind: 'unfinished', path: probe });
      writeFileSync(probe, '');
      rmSync(probe);
      settleFolder(directory);
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
   * @param tell is called in the same step as they get their names: a command that is ended there says that they were written
   * @throws Failure (writing)
   */
  write(files: readonly ResultFile[], tell: () => void = () => undefined): void {
    this.#orDiscard((partials) => {
      const written = files.map((file) => {
        const target = this.#targetOf(file.path);
        const partial = this.#writePartial(target, file, partials);
        return { target, partial };
      });
      undivided(() => {
        for (const { target, partial } of written) renameSync(partial.path, target);
        tell();
      });
      for (const path of partials) tellSupervisor({ kind: 'finished', path });
      syncDirectories(written.map(({ target }) => dirname(target)));
    });
  }

  /**
   * Writes the files of one fit in a folder below this one, in the place of those that are there. At each moment the old fit is whole, or
   * the new one is: its files are written beside their places and wait there, the summary that names them by their digests takes its
   * place in one step, and only then do they take theirs. Whoever opens the fit in between finds them where they wait.
   *
   * @param stale files of an earlier fit that the new one does not have
   * @throws Failure (writing)
   */
  writeFit(below: string, { files, summary }: FitFiles, stale: readonly string[]): void {
    const inside = (name: string) => `${below}/${name}`;
    const prepared = this.#orDiscard((partials) => {
      const target = this.#targetOf(inside(STORED.summary));
      const waiting = files.map((file) => {
        const target = this.#targetOf(inside(file.path));
        const { path, record } = this.#writePartial(target, file, partials);
        const pending = pendingOf(target, record.sha256);
        this.#begin(pending, partials);
        renameSync(path, pending);
        return { name: file.path, target, pending, record };
      });
      const records = Object.fromEntries(waiting.map(({ name, record }) => [name, record]));
      const content = summaryText(summary, records);
      const { path } = this.#writePartial(target, { path: STORED.summary, content }, partials);
      syncDirectories(waiting.map(({ pending }) => dirname(pending)));
      return { waiting, partial: path, target };
    });
    const { waiting, partial, target } = prepared;
    // From the next step on they are files of the fit, which nobody takes away.
    for (const { pending } of waiting) tellSupervisor({ kind: 'finished', path: pending });
    undivided(() => {
      this.#orDiscard((partials) => {
        partials.push(partial, ...waiting.map(({ pending }) => pending));
        renameSync(partial, target);
      });
      // The new fit is the one that is stored: what fails now leaves its files where they wait, and they are found there.
      try {
        syncDirectories([dirname(target)]);
        for (const { pending, target } of waiting) renameSync(pending, target);
        syncDirectories(waiting.map(({ target }) => dirname(target)));
        for (const name of stale) rmSync(resolve(this.path, inside(name)), { force: true });
      } catch (error) {
        throw unwritable(join(this.path, below), error);
      }
    });
  }

  /** Does work, after whose failure nothing is left of the files that it lists. @throws Failure (writing) */
  #orDiscard<T>(work: (partials: string[]) => T): T {
    const partials: string[] = [];
    try {
      return work(partials);
    } catch (error) {
      for (const partial of partials) rmSync(partial, { force: true });
      throw unwritable(this.path, error);
    }
  }

  /** Lists a file as one that is taken away unless it becomes a result. */
  #begin(path: string, partials: string[]): void {
    partials.push(path);
    tellSupervisor({ kind: 'unfinished', path });
  }

  /** Where a file goes. @throws Failure (writing) when a directory stands there */
  #targetOf(path: string): string {
    this.expectFile(path);
    const target = unfinishedPlace(resolve(this.path, path));
    this.#make(dirname(target));
    return target;
  }

  /** Writes a file beside its place, to the disk; it is listed among the partials before. */
  #writePartial(
    target: string,
    { content, mode }: ResultFile,
    partials: string[],
  ): { readonly path: string; readonly record: FileRecord } {
    const path = partialOf(target);
    this.#begin(path, partials);
    const record = writeContent(path, content);
    if (mode !== undefined) chmodSync(path, mode);
    return { path, record };
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
        syncDirectories([dirname(each)]);
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
function writeToDevice(path: string, content: Uint8Array): void {
  try {
    writeFileSync(path, content);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Writes a file and waits until the disk has it. */
function writeContent(path: string, content: ResultFile['content']): FileRecord {
  const file = openSync(path, 'w');
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for (const piece of typeof content === 'string' || content instanceof Uint8Array ? [content] : content) {
      const encoded = typeof piece === 'string' ? Buffer.from(piece) : piece;
      writeFileSync(file, encoded);
      hash.update(encoded);
      bytes += encoded.length;
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** @throws Failure (writing) where the file system takes another name, which is there, for this one */
function checkSpelling(directory: string): void {
  const [parent, name] = [dirname(directory), basename(directory)];
  const found = name === '' ? [] : namesIn(parent);
  if (found.length === 0 || found.includes(name)) return;
  const other = found.find((each) => each.toLowerCase() === name.toLowerCase());
  if (other === undefined) return;
  throw cannotWrite(
    `${directory} would take the place of ${join(parent, other)}: this file system does not tell their names apart.`,
    'Give a folder of its own.',
  );
}

/** None of a directory that may not be listed. */
function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
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

/** Waits until the disk has the names that were given and taken in these directories. */
export function syncDirectories(directories: readonly string[]): void {
  // Windows opens no directory, and keeps names as it keeps files.
  if (process.platform === 'win32') return;
  for (const directory of new Set(directories)) {
    let handle: number;
    try {
      handle = openSync(directory, 'r');
    } catch (error) {
      // One that may be written and not read.
      if (systemCode(error) === 'EACCES') continue;
      throw error;
    }
    try {
      fsyncSync(handle);
    } catch (error) {
      // Some file systems know no such order, as those of networks: nothing more can be asked of them.
      if (!['EINVAL', 'ENOTSUP', 'ENOSYS'].includes(systemCode(error) ?? '')) throw error;
    } finally {
      closeSync(handle);
    }
  }
}

export interface OutputFile {
  readonly path: string;
  /** @throws Failure (writing) */
  write(content: string | Uint8Array): void;
  /** Takes away the directories made for it in which nothing was written. */
  discardEmpty(): void;
}

/** Makes the directories that are absent. @throws Failure (writing) when it cannot be written there. */
export function openOutput(path: string): OutputFile {
  if (isDevice(path)) {
    return {
      path,
      write: (content) =>
        writeToDevice(path, typeof content === 'string' ? new TextEncoder().encode(content) : content),
      discardEmpty: () => undefined,
    };
  }
  const folder = new ResultFolder(dirname(path));
  try {
    folder.expectFile(basename(path));
  } catch (error) {
    folder.discardEmpty();
    throw error;
  }
  return {
    path,
    write: (content) => folder.write([{ path: basename(path), content }], () => tellWritten(path)),
    discardEmpty: () => folder.discardEmpty(),
  };
}
