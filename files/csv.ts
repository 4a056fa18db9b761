/** CSV: fields between delimiters, quoted or not, the first record the columns' names. Rows are told by the line they begin on. */
import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { findDelimiter } from './csv-delimiter.ts';
import { emptyTable } from './empty-table.ts';
import { FileError } from './file-error.ts';
import { findLineEnd } from './line-end.ts';
import type { TableOptions } from './read-table.ts';
import type { TableFile } from './table-file.ts';
import type { Cell, TableForm, TableVisitor } from './table-visitor.ts';
import { textPieces } from './text-pieces.ts';

/** Takes a record: its fields, with the blanks around them, and the line it begins on, from 1. What it throws ends the reading. */
export type TakeRecord = (fields: string[], line: number) => void;

const FORM: TableForm = { isText: true, record: 'line', field: 'column' };

/**
 * Reads a table of CSV. Blanks around a field are no part of it, and empty lines are passed over.
 *
 * @throws FileError when there is no header, the file is no text, or its quotes do not match.
 */
export async function readCsv(
  file: TableFile,
  visitor: TableVisitor,
  { delimiter }: TableOptions = {},
): Promise<void> {
  let width = -1;
  let wanted: number[] = [];
  await readRecords(file, delimiter, (fields, line) => {
    if (width < 0) {
      width = fields.length;
      wanted = [
        ...visitor.begin(
          fields.map((field) => field.trim()),
          FORM,
        ),
      ];
      return;
    }
    if (fields.length !== width) {
      visitor.flaw(
        line,
        `it has ${fields.length} field${fields.length === 1 ? '' : 's'} where the header has ${width}`,
        'Give every row one field for each column; quote a field that holds the separator.',
      );
      return;
    }
    for (const position of wanted) fields[position] = fields[position]!.trim();
    visitor.row(fields satisfies Cell[], line);
  });
  if (width < 0) throw emptyTable(file.name, 'csv');
}

/**
 * Streams the records of a text of CSV: lines ended by LF, CRLF or CR alone, fields quoted or not, between the delimiter that is given
 * or that the header shows.
 *
 * @throws FileError when the file is no text, or its quotes do not match.
 */
export async function readRecords(
  file: TableFile,
  given: string | undefined,
  take: TakeRecord,
): Promise<void> {
  const pieces = textPieces(file);
  try {
    const first = await pieces.next();
    if (first.done === true) return;
    const delimiter = given ?? findDelimiter(first.value, file.name);
    const separators = { delimiter, newline: findLineEnd(first.value) };
    await parse(new Text(first.value, pieces, separators), separators, file.name, take);
  } finally {
    await pieces.return();
  }
}

/** What separates fields and records. Before an LF, a CR is one of the blanks around the last field. */
interface Separators {
  readonly delimiter: string;
  readonly newline: '\n' | '\r';
}

/**
 * Guards what is left of the file, and on which side of its quotes it has been read. It drops the blanks before a quote
 * that opens, which the parser would take for the beginning of an unquoted field.
 */
class Text {
  /** Whether a quote has been read: only then can a field hold line ends. */
  hasQuotes = false;
  readonly #start: string;
  readonly #rest: AsyncIterator<string>;
  readonly #blanks: string;
  /** Blanks, and the sign that is one of them where the other ends lines: at the end of the text none is needed. */
  readonly #last: string;
  #isInside = false;
  /** Blanks that a piece ended in, of which the next one says whether a quote follows. */
  #held = '';

  constructor(start: string, rest: AsyncIterator<string>, { delimiter, newline }: Separators) {
    this.#start = start;
    this.#rest = rest;
    this.#blanks = ' \t'.replace(delimiter, '');
    this.#last = this.#blanks + (newline === '\n' ? '\r' : '\n');
  }

  async *pieces(): AsyncGenerator<string, void, void> {
    for (let piece = this.#start; ; ) {
      yield this.#withoutBlanks(this.#held + piece);
      const next = await this.#rest.next();
      if (next.done === true) return;
      piece = next.value;
    }
  }

  #withoutBlanks(piece: string): string {
    const parts = piece.split('"');
    const last = parts.length - 1;
    for (let i = 0; i < last; i++) {
      if (!this.#isInside) parts[i] = parts[i]!.slice(0, textEnd(parts[i]!, this.#blanks));
      this.#isInside = !this.#isInside;
    }
    this.hasQuotes ||= last > 0;
    const end = this.#isInside ? parts[last]!.length : textEnd(parts[last]!, this.#last);
    this.#held = parts[last]!.slice(end);
    parts[last] = parts[last]!.slice(0, end);
    return parts.join('"');
  }
}

/** Where the blanks begin that a text ends in. */
function textEnd(text: string, blanks: string): number {
  let end = text.length;
  while (end > 0 && blanks.includes(text[end - 1]!)) end--;
  return end;
}

function parse(text: Text, separators: Separators, name: string, take: TakeRecord): Promise<void> {
  return new Promise((resolve, reject) => {
    let line = 1;
    const records = (rows: string[][], wrong: number | undefined) => {
      for (const [index, fields] of rows.entries()) {
        if (index === wrong) throw unmatchedQuotes(name, line);
        const begins = line++;
        if (text.hasQuotes) for (const field of fields) line += field.split(separators.newline).length - 1;
        if (fields.length > 1 || fields[0]!.trim() !== '') take(fields, begins);
      }
    };
    Papa.parse<string[]>(Readable.from(text.pieces()), {
      ...separators,
      chunk: ({ data, errors }, parser) => {
        try {
          records(data, errors.find(({ type }) => type === 'Quotes')?.row);
        } catch (error) {
          reject(error);
          parser.abort();
        }
      },
      complete: () => resolve(),
      error: reject,
    });
  });
}

function unmatchedQuotes(name: string, line: number): FileError {
  return new FileError(
    `${name}, line ${line}: the quotes do not match.`,
    'Close every quoted field with a quote, and write a quote inside one twice.',
  );
}
