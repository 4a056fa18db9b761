/**
 * Reads CSV: delimited fields, quoted or not, with column names in the first record. Rows are identified by their first
 * line.
 */
import { CSV_TEXT, tableProblem } from '../../module/table-problems.ts';
import type { FileError } from '../file-error.ts';
import { findDelimiter } from './csv-fields.ts';
import { recordLimit, recordTooLong, type TableOptions } from './read-options.ts';
import type { TakeRecord } from './record-cache.ts';
import { tableError } from './table-error.ts';
import type { TableFile } from './table-file.ts';
import type { Cell, TableForm, TableVisitor } from './table-visitor.ts';
import { findLineEnd, textPieces } from './text-pieces.ts';

const FORM: TableForm = { isText: true, record: 'line', field: 'column' };

/**
 * Reads a CSV table. Blanks around a field are removed, and empty lines are skipped.
 *
 * @throws FileError when there is no header, the file is not text, its quotes do not match, or a record is too long.
 */
export async function readCsv(
  file: TableFile,
  visitor: TableVisitor,
  options: TableOptions = {},
): Promise<void> {
  let width = -1;
  let wanted: number[] = [];
  await readRecords(file, options, (fields, line) => {
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
      visitor.flaw(line, (place) => tableProblem('fieldCount', { ...place, count: fields.length, width }));
      return;
    }
    for (const position of wanted) fields[position] = fields[position]!.trim();
    visitor.row(fields satisfies Cell[], line);
  });
  if (width < 0) throw tableError('empty', { table: file.name });
}

/**
 * Streams the records of a CSV text: lines ended by LF, CRLF or CR, fields quoted or not, separated by the given
 * delimiter or by the one that the header shows.
 *
 * @throws FileError when the file is not text, its quotes do not match, or a record is too long.
 */
export async function readRecords(file: TableFile, options: TableOptions, take: TakeRecord): Promise<void> {
  const text = { file: file.name, delimiter: options.delimiter };
  if (options.cache?.replay(text, take)) return;
  const recorded = options.cache?.record(text, take);
  await readNew(file, options, recorded?.take ?? take);
  recorded?.end();
}

async function readNew(file: TableFile, options: TableOptions, take: TakeRecord): Promise<void> {
  let records: CsvRecords | null = null;
  for await (const piece of textPieces(file)) {
    records ??= new CsvRecords(
      file.name,
      { delimiter: options.delimiter ?? findDelimiter(piece, file.name), newline: findLineEnd(piece) },
      recordLimit(options),
      take,
    );
    records.write(piece);
  }
  records?.end();
}

/** The separators of fields and records. A CR before an LF counts as a blank after the last field. */
interface Separators {
  readonly delimiter: string;
  readonly newline: '\n' | '\r';
}

/** The state of the reader: in an unquoted field, in a quoted field, or after a quote that may have ended it. */
type State = 'plain' | 'quoted' | 'behind';

const QUOTE = 34;
const BLANK = 32;
const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;

/**
 * Finds the records in pieces of text: lines ended by LF, CRLF or CR, fields quoted or not (RFC 4180). Each character
 * is examined once. It guards the current record. `runtime/wasi/records.ts` finds the same records.
 */
export class CsvRecords {
  readonly #name: string;
  readonly #delimiter: string;
  readonly #newline: string;
  readonly #limit: number;
  readonly #take: TakeRecord;
  #state: State = 'plain';
  /** Whether the number of quotes read is odd. */
  #isInside = false;
  /** Whether anything other than blanks, such as a CR, followed the quote that may have ended a field. */
  #isEnded = false;
  #line = 1;
  #begins = 1;
  #fields: string[] = [];
  /** The field so far, and its trailing blanks, which belong to it only if no quote follows. */
  #field = '';
  #blanks = '';
  /** The bytes of the record in earlier pieces. */
  #bytes = 0;
  /** The start of the record in the current piece. */
  #start = 0;
  /** The number of characters examined or copied, for tests: a small multiple of the text's length for any text. */
  work = 0;

  /** @param limit the maximum size of a record, in bytes */
  constructor(name: string, { delimiter, newline }: Separators, limit: number, take: TakeRecord) {
    this.#name = name;
    this.#delimiter = delimiter;
    this.#newline = newline;
    this.#limit = limit;
    this.#take = take;
  }

  /** @throws FileError when quotes do not match, or a record is too long */
  write(piece: string): void {
    this.#start = 0;
    const newline = this.#newline.charCodeAt(0);
    const separator = this.#delimiter.charCodeAt(0);
    const { length } = piece;
    // The start of the field's text that has not been copied yet.
    let from = 0;
    let at = 0;
    while (at < length) {
      if (this.#state === 'quoted') {
        const quote = piece.indexOf('"', at);
        const end = quote < 0 ? length : quote;
        this.#field += piece.slice(at, end);
        this.#countLines(piece, at, end);
        at = from = end;
        if (quote < 0) break;
        this.#state = 'behind';
        this.#isEnded = false;
        this.#isInside = !this.#isInside;
        at = from = end + 1;
        continue;
      }
      const code = piece.charCodeAt(at);
      this.work++;
      if (code === separator && (this.#delimiter.length === 1 || piece.startsWith(this.#delimiter, at))) {
        this.#endField(piece, from, at);
        at += this.#delimiter.length;
        from = at;
      } else if (code === newline) {
        this.#line++;
        this.#endField(piece, from, at);
        this.#endRecord(piece, at);
        from = ++at;
      } else if (this.#state === 'behind') {
        this.#goBehind(code);
        from = ++at;
      } else if (code === QUOTE) {
        this.#addPlain(piece.slice(from, at));
        this.#meetQuote();
        from = ++at;
      } else at++;
    }
    if (this.#state === 'plain') this.#addPlain(piece.slice(from));
    this.#addBytes(piece, length);
  }

  /** Ends the last record, which needs no line end. @throws FileError when a quote is not closed */
  end(): void {
    if (this.#state === 'quoted') throw this.#unmatched();
    this.#start = 0;
    this.#endField('', 0, 0);
    this.#endRecord('', 0);
  }

  #countLines(piece: string, from: number, end: number): void {
    const newline = this.#newline.charCodeAt(0);
    for (let at = from; at < end; at++) if (piece.charCodeAt(at) === newline) this.#line++;
    this.work += end - from;
  }

  /** A character after the quote that may have ended a field. */
  #goBehind(code: number): void {
    if (code === QUOTE && !this.#isEnded) {
      // Two quotes represent one.
      this.#field += '"';
      this.#state = 'quoted';
      this.#isInside = !this.#isInside;
    } else if (code >= LINE_FEED && code <= RETURN) this.#isEnded = true;
    else if (code !== BLANK && code !== TAB) throw this.#unmatched();
  }

  /** A quote begins a quoted field if only blanks precede it; otherwise it is an ordinary character. */
  #meetQuote(): void {
    if (!this.#isInside) this.#blanks = '';
    if (this.#field === '' && this.#blanks === '') this.#state = 'quoted';
    else this.#addPlain('"');
    this.#isInside = !this.#isInside;
  }

  #addPlain(text: string): void {
    let end = text.length;
    this.work += end;
    while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--;
    if (end === 0) this.#blanks += text;
    else {
      this.#field += this.#blanks + text.slice(0, end);
      this.#blanks = text.slice(end);
    }
  }

  #endField(piece: string, from: number, end: number): void {
    const rest = this.#state === 'plain' ? piece.slice(from, end) : '';
    this.work += this.#field.length + rest.length;
    this.#fields.push(this.#field + this.#blanks + rest);
    this.#field = this.#blanks = '';
    this.#state = 'plain';
  }

  #endRecord(piece: string, end: number): void {
    // Most records lie within one piece, which is shorter than the limit.
    if (this.#bytes > 0 || 3 * (end - this.#start) > this.#limit) this.#addBytes(piece, end);
    this.#bytes = 0;
    const fields = this.#fields;
    const begins = this.#begins;
    this.#fields = [];
    this.#begins = this.#line;
    this.#start = end + 1;
    if (fields.length > 1 || fields[0]!.trim() !== '') this.#take(fields, begins);
  }

  /** Counts the bytes of the record in the piece before `end`. */
  #addBytes(piece: string, end: number): void {
    this.#bytes += Buffer.byteLength(piece.slice(this.#start, end));
    this.work += end - this.#start;
    if (this.#bytes <= this.#limit) return;
    throw recordTooLong(
      { table: this.#name, record: 'line', row: this.#begins },
      this.#limit,
      CSV_TEXT.mayBe,
    );
  }

  #unmatched(): FileError {
    return tableError('unmatchedQuotes', { table: this.#name, row: this.#begins });
  }
}

function isBlank(code: number): boolean {
  return code === BLANK || code === TAB;
}
