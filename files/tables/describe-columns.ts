/** What the columns of a table hold: their kind, range, levels and missing values, in bounded memory. */

import { OUTCOME_WORDS } from '../../module/outcome-words.ts';
import { readNumber } from './read-cell.ts';
import type { TableOptions } from './read-options.ts';
import { readTableFiles } from './several-files.ts';
import { type Cell, cellText, isMissing, type TableForm } from './table-visitor.ts';

/**
 * `flag` is 0 and 1 or a boolean, `verdict` words for success and failure, `date` text that begins with year, month and
 * day, `mixed` numbers and text, `nested` JSON lists and objects.
 */
export type ColumnKind =
  | 'empty'
  | 'flag'
  | 'verdict'
  | 'whole'
  | 'number'
  | 'date'
  | 'text'
  | 'mixed'
  | 'nested';

export interface ColumnDescription {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly missing: number;
  /** Of a column of numbers; null for others. */
  readonly numbers: NumberSummary | null;
  /** Of a column of text, or of few numbers: how often each value occurs, most often first; null with more than `MAX_LEVELS` values. */
  readonly levels: readonly (readonly [value: string, rows: number])[] | null;
}

export interface NumberSummary {
  readonly min: number;
  readonly max: number;
  /** The values in order: all of them, or a random sample of `SAMPLED`. */
  readonly sorted: Float64Array;
  readonly isSampled: boolean;
}

export interface TableDescription {
  readonly rows: number;
  readonly columns: readonly ColumnDescription[];
  /** What a user should know of the files. */
  readonly notes: readonly string[];
}

/** The maximum number of different values that are counted. */
export const MAX_LEVELS = 10_000;

/** How many numbers of a column are kept for its quantiles. */
const SAMPLED = 100_000;

/**
 * Describes the table in one or several files.
 *
 * @throws FileError when a file cannot be read as a table; the system's errors; the signal's reason
 */
export async function describeTable(
  paths: readonly string[],
  options: TableOptions,
): Promise<TableDescription> {
  let columns: ColumnTally[] = [];
  let rows = 0;
  const notes: string[] = [];
  const problems: string[] = [];
  let table = paths[0]!;
  let unit = 'row';
  await readTableFiles(
    paths,
    {
      begin: (header, form) => {
        columns = header.map((name) => new ColumnTally(name, form));
        unit = form.record;
        return header.keys();
      },
      row: (cells) => {
        options.signal?.throwIfAborted();
        rows++;
        for (const [place, column] of columns.entries()) column.add(cells[place]!);
      },
      flaw: (record, problem) => {
        if (problems.length < MAX_FLAWS) {
          problems.push(problem({ table, record: unit, row: record }).message);
        }
      },
      from: (path) => {
        table = path;
      },
      note: (note) => notes.push(note),
    },
    options,
  );
  return { rows, columns: columns.map((column) => column.finish()), notes: [...problems, ...notes] };
}

/** The maximum number of unreadable rows that are told. */
const MAX_FLAWS = 3;

/** Guards what has been seen of a column. */
class ColumnTally {
  readonly #name: string;
  readonly #form: TableForm;
  #values = 0;
  #missing = 0;
  #numbers = 0;
  #nested = 0;
  #verdicts = 0;
  #dates = 0;
  #booleans = 0;
  #areWhole = true;
  #areFlags = true;
  #min = Infinity;
  #max = -Infinity;
  #sample = new Float64Array(1024);
  #levels: Map<string, number> | null = new Map();
  /** The state of the generator that draws the sample; the same table gives the same sample. */
  #state = 1;

  constructor(name: string, form: TableForm) {
    this.#name = name;
    this.#form = form;
  }

  add(cell: Cell): void {
    if (isMissing(cell, this.#form)) {
      this.#missing++;
      return;
    }
    this.#values++;
    if (typeof cell === 'object') {
      this.#nested++;
      return;
    }
    this.#count(cellText(cell));
    const number = this.#numberIn(cell);
    if (number !== null && Number.isFinite(number)) {
      this.#addNumber(number);
      return;
    }
    if (typeof cell !== 'string') return;
    if (OUTCOME_WORDS.has(cell.toLowerCase())) this.#verdicts++;
    if (/^\d{4}-\d{2}-\d{2}(?!\d)/.test(cell)) this.#dates++;
  }

  #numberIn(cell: Cell): number | null {
    if (typeof cell === 'boolean' || (this.#form.isText && /^(?:true|false)$/i.test(String(cell)))) {
      this.#booleans++;
      return String(cell).toLowerCase() === 'true' ? 1 : 0;
    }
    if (typeof cell === 'string') return this.#form.isText ? readNumber(cell) : null;
    return Number(cell);
  }

  #addNumber(value: number): void {
    if (!Number.isInteger(value)) this.#areWhole = false;
    if (value !== 0 && value !== 1) this.#areFlags = false;
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
    const place = this.#numbers < SAMPLED ? this.#numbers : this.#random(this.#numbers + 1);
    this.#numbers++;
    if (place >= SAMPLED) return;
    if (place >= this.#sample.length) {
      const grown = new Float64Array(Math.min(SAMPLED, 2 * this.#sample.length));
      grown.set(this.#sample);
      this.#sample = grown;
    }
    this.#sample[place] = value;
  }

  /** A whole number from 0 to below the limit, for a sample without bias (Vitter's algorithm R). */
  #random(limit: number): number {
    // Marsaglia's xorshift of 32 bits.
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return Math.floor(((this.#state >>> 0) / 2 ** 32) * limit);
  }

  #count(text: string): void {
    if (this.#levels === null) return;
    this.#levels.set(text, (this.#levels.get(text) ?? 0) + 1);
    if (this.#levels.size > MAX_LEVELS) this.#levels = null;
  }

  finish(): ColumnDescription {
    const kind = this.#kind();
    const kept = Math.min(this.#numbers, SAMPLED);
    const levels = this.#levels;
    return {
      name: this.#name,
      kind,
      missing: this.#missing,
      numbers:
        kind === 'whole' || kind === 'number' || kind === 'flag'
          ? {
              ...{ min: this.#min, max: this.#max },
              ...{ sorted: this.#sample.subarray(0, kept).sort(), isSampled: this.#numbers > SAMPLED },
            }
          : null,
      levels:
        levels === null || kind === 'nested'
          ? null
          : [...levels].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)),
    };
  }

  #kind(): ColumnKind {
    const all = this.#values;
    if (all === 0) return 'empty';
    if (this.#nested > 0) return 'nested';
    if (this.#numbers === all) {
      if (this.#areFlags) return 'flag';
      // Booleans among numbers other than 0 and 1 are no numbers.
      return this.#booleans > 0 ? 'mixed' : this.#areWhole ? 'whole' : 'number';
    }
    if (this.#numbers > 0) return 'mixed';
    if (this.#verdicts === all) return 'verdict';
    return this.#dates === all ? 'date' : 'text';
  }
}
