/**
 * The destination of results, a folder or one file. It is tested before the work; each file is written beside its place
 * and then renamed.
 */
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

/** A file's path below the folder, with its contents. */
export interface ResultFile {
  readonly path: string;
  readonly content: string | Uint8Array | Iterable<string | Uint8Array>;
  /** Its permissions, if they differ from those of any new file. */
  readonly mode?: number;
}

/** The files of one fit except its summary, by their names in its folder, and what the user is told. */
export interface FitFiles {
  readonly files: readonly ResultFile[];
  /** The contents of `summary.json` besides the digests. */
  readonly summary: object;
}

/** Guards the directories that it made, so that those still empty at the end are removed. */
export class ResultFolder {
  readonly path: string;
  readonly #made: string[] = [];

  /** Makes the folder if it is absent, and checks that it is writable. @throws Failure (writing). */
  constructor(path: string) {
    this.path = path;
    this.prepare('.');
  }

  /** Makes a folder below this one, and checks that it is writable. @throws Failure (writing). */
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
   * Writes all files or none: first under temporary names, then renames each.
   *
   * @param tell is called in the same step as the renaming, so that a command that is ended there reports them as
   * written
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
   * Writes the files of one fit in a folder below this one, and replaces existing ones. At each moment either the old
   * fit or the new one is whole. The new files are first written under temporary names; then the summary, which has
   * their digests, is replaced in one step; only then are they renamed. A reader in between finds them under their
   * temporary names.
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
    // From the next step on they belong to the fit and are not removed.
    for (const { pending } of waiting) tellSupervisor({ kind: 'finished', path: pending });
    undivided(() => {
      this.#orDiscard((partials) => {
        partials.push(partial, ...waiting.map(({ pending }) => pending));
        renameSync(partial, target);
      });
      // The new fit is stored now. If a later step fails, its files stay under their temporary names, where readers
      // find them.
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

  /** Does work, and removes the files that it lists if it fails. @throws Failure (writing) */
  #orDiscard<T>(work: (partials: string[]) => T): T {
    const partials: string[] = [];
    try {
      return work(partials);
    } catch (error) {
      for (const partial of partials) rmSync(partial, { force: true });
      throw unwritable(this.path, error);
    }
  }

  /** Lists a file that is removed unless it becomes a result. */
  #begin(path: string, partials: string[]): void {
    partials.push(path);
    tellSupervisor({ kind: 'unfinished', path });
  }

  /** The destination of a file. @throws Failure (writing) when a directory stands there */
  #targetOf(path: string): string {
    this.expectFile(path);
    const target = unfinishedPlace(resolve(this.path, path));
    this.#make(dirname(target));
    return target;
  }

  /** Writes a file beside its place and waits for the disk; it is listed among the partial files first. */
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
   * Replaces the text of an existing file, and keeps its permissions.
   *
   * @throws Failure (writing), also when the folder is writable but the file is not
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

  /** Removes the directories that it made and that are still empty. */
  discardEmpty(): void {
    for (const directory of this.#made.splice(0).reverse()) {
      try {
        rmdirSync(directory);
      } catch {
        // It holds results, so it stays.
      }
    }
  }

  #make(directory: string): void {
    const absent: string[] = [];
    for (let each = directory; !existsSync(each); each = dirname(each)) absent.unshift(each);
    for (const each of absent) {
      // Made one by one, because Node's recursive mkdir never ends where a file system refuses with ENOENT, as /proc
      // does.
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

/** Whether a path is a device or a pipe, such as /dev/null; these are written to and never replaced. */
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

/** @throws Failure (writing) when the file system treats an existing name as equal to this one */
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

/** Empty for a directory that may not be listed. */
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

/** The failure for a place that cannot be written. Errors from elsewhere are thrown on. */
export function unwritable(path: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const problem = writingProblem(path, error);
  if (problem === null) throw error;
  return cannotWrite(problem.message, problem.remedy);
}

/** Waits until the disk has recorded the renamings in these directories. */
export function syncDirectories(directories: readonly string[]): void {
  // Windows cannot open directories; it stores names together with files.
  if (process.platform === 'win32') return;
  for (const directory of new Set(directories)) {
    let handle: number;
    try {
      handle = openSync(directory, 'r');
    } catch (error) {
      // The directory is writable but not readable.
      if (systemCode(error) === 'EACCES') continue;
      throw error;
    }
    try {
      fsyncSync(handle);
    } catch (error) {
      // Some file systems, such as network ones, do not support this, and there is no alternative.
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
  /** Removes the directories that were made for it and are still empty. */
  discardEmpty(): void;
}

/** Makes missing directories. @throws Failure (writing) when it cannot be written there. */
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
