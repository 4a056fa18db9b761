/**
 * The folder of a sweep: `sweep.json` says what is swept, `fits.jsonl` has one line for each fit that is done, and `fits.csv` and
 * `parameters.csv` are its tables once all are. Whatever kills a sweep, the same command goes on from there.
 */
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { csvText } from '../files/csv-text.ts';
import { JournalError, journalLine, readJournal, sortedJournal } from '../sweep/journal.ts';
import { type SweepTask, taskKey } from '../sweep/plan.ts';
import type { SweepResult } from '../sweep/result.ts';
import { fitsTable, parametersTable } from '../sweep/tidy.ts';
import { badInput } from './failure.ts';
import { ResultFolder, unwritable } from './result-folder.ts';

/** What is swept, as `sweep.json` has it: a sweep goes on only where all of it is as it was. */
export type SweepHeader = Readonly<Record<string, unknown>>;

const HEADER = 'sweep.json';
const JOURNAL = 'fits.jsonl';

/** Guards the journal: the file that is open, and the results it holds. */
export class SweepFolder {
  readonly #folder: ResultFolder;
  readonly #tasks: readonly SweepTask[];
  readonly #results: Map<string, SweepResult>;
  readonly #file: number;

  /**
   * Begins a sweep in a folder, or goes on with the one that is there.
   *
   * @throws Failure (input) when another sweep is there, or its journal is damaged; Failure (writing).
   */
  constructor(path: string, header: SweepHeader, tasks: readonly SweepTask[]) {
    this.#folder = new ResultFolder(path);
    this.#tasks = tasks;
    const text = `${JSON.stringify(header, null, 2)}\n`;
    try {
      checkHeader(path, text);
      const { results, wholeBytes } = readResults(path, tasks);
      this.#results = new Map(results);
      if (!existsSync(join(path, HEADER))) this.#folder.write([{ path: HEADER, content: text }]);
      this.#folder.expectFile(JOURNAL);
      this.#file = this.#open(join(path, JOURNAL), wholeBytes);
    } catch (error) {
      this.#folder.discardEmpty();
      throw error;
    }
  }

  get path(): string {
    return this.#folder.path;
  }

  /** The results so far, by the key of the fit. */
  get results(): ReadonlyMap<string, SweepResult> {
    return this.#results;
  }

  /** The fits that are still to be made, in their order. */
  get left(): readonly SweepTask[] {
    return this.#tasks.filter((task) => !this.#results.has(taskKey(task)));
  }

  /** Adds a result; it is on the disk when this returns. @throws Failure (writing) */
  add(result: SweepResult): void {
    try {
      writeSync(this.#file, journalLine(result));
      fsyncSync(this.#file);
    } catch (error) {
      throw unwritable(join(this.path, JOURNAL), error);
    }
    this.#results.set(result.key, result);
  }

  /** Writes the tables, and the journal in the order of the fits; all of them are done. @throws Failure (writing) */
  finish(): void {
    this.#folder.write([
      { path: JOURNAL, content: sortedJournal(this.#tasks, this.#results) },
      { path: 'fits.csv', content: csvText(fitsTable(this.#tasks, this.#results)) },
      { path: 'parameters.csv', content: csvText(parametersTable(this.#tasks, this.#results)) },
    ]);
  }

  close(): void {
    closeSync(this.#file);
    this.#folder.discardEmpty();
  }

  /** Opens the journal to be added to, after its last whole line. */
  #open(path: string, wholeBytes: number): number {
    try {
      const file = openSync(path, 'a');
      ftruncateSync(file, wholeBytes);
      return file;
    } catch (error) {
      throw unwritable(path, error);
    }
  }
}

function readResults(path: string, tasks: readonly SweepTask[]) {
  const journal = join(path, JOURNAL);
  if (!existsSync(journal)) return { results: new Map<string, SweepResult>(), wholeBytes: 0 };
  try {
    return readJournal(readFileSync(journal), tasks);
  } catch (error) {
    if (!(error instanceof JournalError)) throw unwritable(journal, error);
    throw badInput(
      `Line ${error.line} of ${journal} ${error.message}.`,
      'Remove that line, and its fit is made again; or give another --out.',
    );
  }
}

/** @throws Failure (input) when the folder holds a sweep that is not this one */
function checkHeader(path: string, wanted: string): void {
  const file = join(path, HEADER);
  if (!existsSync(file)) {
    if (!existsSync(join(path, JOURNAL))) return;
    throw badInput(
      `${join(path, JOURNAL)} is there, and no ${HEADER} that says what it is of.`,
      'Give another --out, or remove it.',
    );
  }
  const found = readFileSync(file, 'utf8');
  if (found === wanted) return;
  const difference = differingField(found, wanted);
  throw badInput(
    `${path} holds another sweep${difference === null ? '' : `: its \`${difference}\` differs`}.`,
    'Give another --out, or the arguments that it was begun with.',
  );
}

/** The first field that differs, such as `settings.draws`; null where what was found is no JSON object. */
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
