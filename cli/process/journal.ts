/**
 * Resumable work. Its folder has a header, which says everything that the results depend on, and a journal to which
 * each result is appended.
 */
import { closeSync, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  JournalError,
  type Journalled,
  journalLine,
  readJournal,
  sortedJournal,
} from '../../analysis/sweep/journal.ts';
import { digestOfText, digestsOf } from '../../files/fits/column-digests.ts';
import type { Shape } from '../../files/fits/shape.ts';
import { readRegular, readRegularText } from '../../files/regular-file.ts';
import { readingProblem } from '../../files/system-problem.ts';
import type { Levels } from '../../module/levels.ts';
import { badInput } from '../failure.ts';
import { type ResultFile, syncDirectories, unwritable } from './results.ts';

/** The contents of a journal's lines: in words, and as a validity test. */
export interface JournalKind<Entry> {
  /** The writer, such as `a sweep`. */
  readonly writer: string;
  /** What a line represents, such as `fit`. */
  readonly entry: string;
  readonly shape: Shape<Entry>;
}

/** Guards the open file and its entries. */
export class JournalFile<Entry extends Journalled> {
  readonly #path: string;
  readonly #keys: readonly string[];
  readonly #entries: Map<string, Entry>;
  readonly #wholeBytes: number;
  #file: number | null = null;

  /**
   * Reads the existing entries; nothing is written yet.
   *
   * @param keys the keys of all work, in order
   * @throws Failure (input) when the file is damaged or belongs to other work; Failure (writing) when it cannot be read
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

  /** Opens the file for appending after its last complete line. @throws Failure (writing) */
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

  /**
   * Adds an entry; it is on the disk when this returns. @throws Failure (writing), and then no part of it is written
   */
  add(entry: Entry): void {
    const file = this.#file!;
    const { size } = fstatSync(file);
    try {
      // The system may write only part of the text at a time.
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

/** Everything that results depend on. */
export type WorkHeader = Readonly<Record<string, unknown>>;

/** The files of resumable work, and its name. */
interface BegunWork {
  readonly folder: string;
  readonly header: string;
  readonly journal: string;
  /** Such as `sweep`. */
  readonly noun: string;
}

/** The header as it is in its file. */
export function headerText(header: WorkHeader): string {
  return `${JSON.stringify(header, null, 2)}\n`;
}

/**
 * The header's entry for columns, independent of the file that they come from. A column that differs can be reported by
 * name.
 */
export function describeColumns(columns: ReadonlyMap<string, Float64Array>, levels: Levels) {
  return {
    rows: [...columns.values()][0]?.length ?? 0,
    columns: digestsOf(columns),
    levels: Object.fromEntries(
      [...levels].map(([name, names]) => [name, digestOfText(JSON.stringify(names))]),
    ),
  };
}

/** @throws Failure (input) when the folder holds other work, or results without a header. */
export function checkHeader({ folder, header, journal, noun }: BegunWork, wanted: WorkHeader): void {
  const file = join(folder, header);
  if (!existsSync(file)) {
    if (!existsSync(join(folder, journal))) return;
    throw badInput(
      `${join(folder, journal)} exists without ${header}, which says what it belongs to.`,
      'Give another --out, or remove it.',
    );
  }
  const found = headerIn(file);
  if (found === headerText(wanted)) return;
  const difference = differingField(found, headerText(wanted));
  throw badInput(
    `${folder} holds another ${noun}${difference === null ? '' : `: its \`${difference}\` differs`}.`,
    'Give another --out, or the arguments with which it was begun.',
  );
}

/** @throws Failure (input), FileError */
function headerIn(file: string): string {
  try {
    return readRegularText(file, 'Give another --out.');
  } catch (error) {
    const problem = readingProblem(file, error);
    if (problem === null) throw error;
    throw badInput(problem.message, problem.remedy);
  }
}

/** The first field that differs, such as `settings.draws`; null if the existing header is not a JSON object. */
function differingField(found: string, wanted: string): string | null {
  const visit = (a: unknown, b: unknown, name: string): string | null => {
    if (isRecord(a) && isRecord(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        const inside = visit(a[key], b[key], name === '' ? key : `${name}.${key}`);
        if (inside !== null) return inside;
      }
      return null;
    }
    return JSON.stringify(a) === JSON.stringify(b) ? null : name;
  };
  try {
    return visit(JSON.parse(found), JSON.parse(wanted), '') || null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
