/** Reads a table in any of its formats; the library for a format is loaded when a file of it is read. */

import { FileError } from '../file-error.ts';
import { Pace } from './pace.ts';
import type { TableFormat, TableOptions } from './read-options.ts';
import { tableError } from './table-error.ts';
import { pacedFile, type TableFile } from './table-file.ts';
import { chooseFormat, FORMAT_NAMES, formatOfName, START_BYTES } from './table-format.ts';
import type { TableVisitor } from './table-visitor.ts';
import { gunzipped, isGzipped } from './text-pieces.ts';

type ReadRows = (file: TableFile, visitor: TableVisitor, options: TableOptions, pace: Pace) => Promise<void>;

const READERS: Readonly<Record<TableFormat, () => Promise<ReadRows>>> = {
  csv: async () => (await import('./csv.ts')).readCsv,
  jsonl: async () => (await import('./json-lines.ts')).readJsonLines,
  json: async () => (await import('./json-list.ts')).readJsonList,
  parquet: async () => (await import('./parquet.ts')).readParquet,
  arrow: async () => (await import('./arrow.ts')).readArrow,
};

/**
 * Tells the visitor a table's columns and its rows.
 *
 * @throws FileError when the file cannot be read as a table; what the visitor throws; the system's errors; the signal's reason.
 */
export async function readTable(
  given: TableFile,
  visitor: TableVisitor,
  options: TableOptions = {},
): Promise<void> {
  const pace = new Pace(options.signal);
  const file = pacedFile(given, pace);
  const packed = await file.slice(0, START_BYTES);
  const isPacked = isGzipped(packed);
  if (!isPacked && packed.length > 0 && /\.gz$/i.test(file.name)) {
    throw new FileError(
      `${file.name} is not compressed by gzip, as its name says.`,
      'Name it by what it holds, or compress it again.',
    );
  }
  const plain = isPacked ? pacedFile(await gunzipped(file, options), pace) : file;
  const start = isPacked ? await plain.slice(0, START_BYTES) : packed;
  if (start.length === 0) {
    const said = options.format ?? formatOfName(file.name) ?? 'csv';
    throw tableError(said === 'csv' ? 'empty' : 'emptyOfRows', { table: file.name });
  }
  const format = chooseFormat(file.name, start, options.format);
  if (isPacked && (format === 'parquet' || format === 'arrow')) {
    throw new FileError(
      `${file.name} is ${FORMAT_NAMES[format]}, compressed as a whole by gzip.`,
      `Unpack it: ${FORMAT_NAMES[format]} is compressed inside, and is read in any order.`,
    );
  }
  if (options.delimiter !== undefined && format !== 'csv') {
    throw new FileError(
      `${file.name} is ${FORMAT_NAMES[format]}, in which nothing is between fields.`,
      'Leave out the delimiter; it is for CSV.',
    );
  }
  const read = await READERS[format]();
  await read(plain, visitor, options, pace);
}
