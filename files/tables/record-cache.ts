/** The records of CSV tables that are read again and again, such as for each of a hundred fits of one table. */

/** The maximum number of cells of a table that is kept. */
const MAX_CELLS = 4_000_000;

/**
 * Receives a record: its fields, with surrounding blanks, and its first line, from 1. An exception ends the reading.
 */
export type TakeRecord = (fields: string[], line: number) => void;

interface CsvRecord {
  readonly fields: readonly string[];
  readonly line: number;
}

/** What identifies the records of a text: its file, and the delimiter by which it was to be read. */
export interface TextRead {
  readonly file: string;
  /** Undefined if the header shows it. */
  readonly delimiter: string | undefined;
}

/** Only for a time in which nobody else changes the files. */
export class RecordCache {
  readonly #tables = new Map<string, readonly CsvRecord[]>();

  /** Passes all records of a table on to `take`; false if they are not known. */
  replay(text: TextRead, take: TakeRecord): boolean {
    const known = this.#tables.get(keyOf(text));
    // Whoever takes a record may change it.
    for (const { fields, line } of known ?? []) take([...fields], line);
    return known !== undefined;
  }

  /** Passes on to `take` each record of a table, and keeps them once `end` says that these are all. */
  record(text: TextRead, take: TakeRecord): { readonly take: TakeRecord; end(): void } {
    let cells = 0;
    const records: CsvRecord[] = [];
    return {
      take: (fields, line) => {
        cells += fields.length;
        if (cells <= MAX_CELLS) records.push({ fields: [...fields], line });
        else records.length = 0;
        take(fields, line);
      },
      end: () => {
        if (cells <= MAX_CELLS) this.#tables.set(keyOf(text), records);
      },
    };
  }
}

function keyOf({ file, delimiter }: TextRead): string {
  return JSON.stringify([file, delimiter ?? null]);
}
