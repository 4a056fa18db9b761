/** The records of a CSV file, one at a time, each with the line it begins on. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { badInput } from './failure.ts';
import { unreadable } from './read-file.ts';

export interface CsvRecord {
  readonly fields: readonly string[];
  /** From 1. */
  readonly line: number;
}

/**
 * Streams a table: UTF-8 with or without a byte order mark, lines ended by LF or CRLF, fields quoted or not, separated by
 * comma, semicolon or tab. Empty lines are passed over and blanks around fields dropped.
 *
 * @throws Failure (input) when the file cannot be read, is no text, or its quotes do not match.
 */
export async function* csvRecords(path: string): AsyncGenerator<CsvRecord, void, void> {
  const input = createReadStream(path);
  // The library counts a CRLF inside quotes as two lines.
  let overcounted = 0;
  try {
    const chunks: AsyncIterator<Buffer> = input[Symbol.asyncIterator]();
    const first = await chunks.next();
    if (first.done === true) return;
    const parser = parse({
      bom: true,
      delimiter: findDelimiter(first.value.toString('utf8'), path),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
    const bytes = Readable.from(rejoin(first.value, chunks));
    bytes.on('error', (error) => parser.destroy(error));
    bytes.pipe(parser);
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      let breaks = 0;
      for (const field of record) {
        if (!field.includes('\n')) continue;
        breaks += field.split('\n').length - 1;
        overcounted += field.split('\r\n').length - 1;
      }
      yield { fields: record, line: info.lines - overcounted - breaks };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw unreadable(path, 'table', error);
    const { lines } = error as CsvError & { readonly lines?: number };
    throw badInput(
      `${path}${lines === undefined ? '' : `, line ${lines - overcounted}`}: the quotes do not match.`,
      'Close every quoted field with a quote, and write a quote inside one twice.',
    );
  } finally {
    input.destroy();
  }
}

async function* rejoin(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void, void> {
  yield first;
  for (let chunk = await rest.next(); chunk.done !== true; chunk = await rest.next()) yield chunk.value;
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
