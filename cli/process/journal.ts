/** A file of results that grows as they come, and that whatever stops the work can be read from again. */
import { closeSync, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  JournalError,
  type Journalled,
  journalLine,
  readJournal,
  sortedJournal,
} from '../../analysis/sweep/journal.ts';
import type { Shape } from '../../files/fits/shape.ts';
import { readRegular } from '../../files/regular-file.ts';
import { readingProblem } from '../../files/system-problem.ts';
import { badInput } from '../failure.ts';
import { type ResultFile, unwritable } from './result-folder.ts';
import { syncDirectories } from './sync-directories.ts';

/** What a file holds lines of, in words and as a test. */
export interface JournalKind<Entry> {
  /** What wrote it, such as `a sweep`. */
  readonly writer: string;
  /** What a line stands for, such as `fit`. */
  readonly entry: string;
  readonly shape: Shape<Entry>;
}

/** Guards the file that is open, and the entries it holds. */
export class JournalFile<Entry extends Journalled> {
  readonly #path: string;
  readonly #keys: readonly string[];
  readonly #entries: Map<string, Entry>;
  readonly #wholeBytes: number;
  #file: number | null = null;

  /**
   * Reads what is there; nothing is written yet.
   *
   * @param keys those of all that is to be done, in their order
   * @throws Failure (input) when the file is damaged or of other work; Failure (writing) when it cannot be read
   */
  constructor(path: string, keys: readonly string[], kind: JournalKind<Entry>) {
    this.#path = path;
    this.#keys = keys;
    const { entries, wholeBytes } = read(path, keys, kind);
    this.#entries = new Map(entries);
    this.#wholeBytes = wholeBytes;
  }

  /** By their keys. */
  get entries(): ReadonlyMap<string, Entry> {
    return this.#entries;
  }

  /** Opens the file to be added to, after its last whole line. @throws Failure (writing) */
  open(): void {
    try {
      this.#file = openSync(this.#path, 'a');
      ftruncateSync(this.#file, this.#wholeBytes);
      fsyncSync(this.#file);
      syncDirectories([dirname(this.#path)]);
    } catch (error) {
      throw unwritable(this.#path, error);
    }
  }

  /** Adds an entry; it is on the disk when this returns. @throws Failure (writing), and then no part of it is there */
  add(entry: Entry): void {
    const file = this.#file!;
    const { size } = fstatSync(file);
    try {
      // All of it, where the system takes some at a time.
      writeFileSync(file, journalLine(entry));
      fsyncSync(file);
    } catch (error) {
      ftruncateSync(file, size);
      throw unwritable(this.#path, error);
    }
    this.#entries.set(entry.key, entry);
  }

  /** All entries in the order of their keys. */
  sorted(): ResultFile['content'] {
    return sortedJournal(this.#keys, this.#entries);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

function read<Entry extends Journalled>(path: string, keys: readonly string[], kind: JournalKind<Entry>) {
  if (!existsSync(path)) return { entries: new Map<string, Entry>(), wholeBytes: 0 };
  try {
    return readJournal(readRegular(path, 'Give another --out.'), keys, kind.shape);
  } catch (error) {
    const problem = readingProblem(path, error);
    if (problem !== null) throw badInput(problem.message, problem.remedy);
    if (!(error instanceof JournalError)) throw error;
    throw badInput(
      error.reason === 'damaged'
        ? `Line ${error.line} of ${path} is not as ${kind.writer} wrote it: ${error.detail}.`
        : `Line ${error.line} of ${path} holds a ${kind.entry} that is not part of this ${kind.writer.replace(/^an? /, '')}.`,
      `Remove that line, and its ${kind.entry} is made again; or give another --out.`,
    );
  }
}
