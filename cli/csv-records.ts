/** The records of a CSV file, one at a time, each with the line it begins on. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { badInput } from './failure.ts';
import { unreadable } from './read-file.ts';

/** Takes a record: its fields, with the blanks around them, and the line it begins on, from 1. What it throws ends the reading. */
export type TakeRecord = (fields: readonly string[], line: number) => void;

/** Characters that are read at once: more make the parser no faster, and records of so many are kept at a time. */
const PIECE = 1 << 16;

/**
 * Streams a table: UTF-8 with or without a byte order mark, lines ended by LF or CRLF, fields quoted or not, separated by
 * comma, semicolon or tab. Empty lines are passed over.
 *
 * @throws Failure (input) when the file cannot be read, is no text, or its quotes do not match.
 */
export async function readRecords(path: string, take: TakeRecord): Promise<void> {
  const input = createReadStream(path, { encoding: 'utf8', highWaterMark: PIECE });
  try {
    const pieces: AsyncIterator<string> = input[Symbol.asyncIterator]();
    const first = await pieces.next();
    if (first.done === true) return;
    const start = first.value.replace(/^\ufeff/, '');
    const delimiter = findDelimiter(start, path);
    await parse(new Text(start, pieces, delimiter), delimiter, path, take);
  } catch (error) {
    throw unreadable(path, 'table', error);
  } finally {
    input.destroy();
  }
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
  #isInside = false;
  /** Blanks that a piece ended in, of which the next one says whether a quote follows. */
  #held = '';

  constructor(start: string, rest: AsyncIterator<string>, delimiter: string) {
    this.#start = start;
    this.#rest = rest;
    this.#blanks = delimiter === '\t' ? ' ' : ' \t';
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
      if (!this.#isInside) parts[i] = parts[i]!.slice(0, this.#textEnd(parts[i]!));
      this.#isInside = !this.#isInside;
    }
    this.hasQuotes ||= last > 0;
    const end = this.#isInside ? parts[last]!.length : this.#textEnd(parts[last]!);
    this.#held = parts[last]!.slice(end);
    parts[last] = parts[last]!.slice(0, end);
    return parts.join('"');
  }

  /** Where the blanks begin that a text ends in. */
  #textEnd(text: string): number {
    let end = text.length;
    while (end > 0 && this.#blanks.includes(text[end - 1]!)) end--;
    return end;
  }
}

function parse(text: Text, delimiter: string, path: string, take: TakeRecord): Promise<void> {
  return new Promise((resolve, reject) => {
    let line = 1;
    const records = (rows: readonly string[][], wrong: number | undefined) => {
      for (const [index, fields] of rows.entries()) {
        if (index === wrong) throw unmatchedQuotes(path, line);
        const begins = line++;
        if (text.hasQuotes) for (const field of fields) line += field.split('\n').length - 1;
        if (fields.length > 1 || fields[0]!.trim() !== '') take(fields, begins);
      }
    };
    Papa.parse<string[]>(Readable.from(text.pieces()), {
      delimiter,
      // A CR before it is one of the blanks around the last field.
      newline: '\n',
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

function unmatchedQuotes(path: string, line: number) {
  return badInput(
    `${path}, line ${line}: the quotes do not match.`,
    'Close every quoted field with a quote, and write a quote inside one twice.',
  );
}

/** The separator that is most frequent in the header, outside quotes. */
function findDelimiter(start: string, path: string): string {
  if (start.includes('\0')) {
    throw badInput(`${path} is not a text file.`, 'Give a CSV file in UTF-8; a spreadsheet can export one.');
  }
  const counts = new Map([',', ';', '\t'].map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const character of start.trimStart()) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) break;
    else if (!quoted && counts.has(character)) counts.set(character, counts.get(character)! + 1);
  }
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}
