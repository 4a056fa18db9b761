/** Reads a table in any of its formats; the library for a format is loaded when a file of it is read. */

import { FileError } from '../file-error.ts';
import { Pace } from './pace.ts';
import type { TableOptions } from './read-options.ts';
import { tableError } from './table-error.ts';
import { pacedFile, type TableFile } from './table-file.ts';
import { chooseFormat, FORMATS, formatOfName, START_BYTES } from './table-format.ts';
import type { TableVisitor } from './table-visitor.ts';
import { gunzipped, isGzipped } from './text-pieces.ts';

/**
 * Passes a table's columns and rows to the visitor.
 *
 * @throws FileError when the file cannot be read as a table; what the visitor throws; the system's errors; the signal's reason.
 */
export async function readTableFile(
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
      'Give it a name that fits its format, or compress it again.',
    );
  }
  const plain = isPacked ? pacedFile(await gunzipped(file, options), pace) : file;
  const start = isPacked ? await plain.slice(0, START_BYTES) : packed;
  if (start.length === 0) {
    const said = options.format ?? formatOfName(file.name) ?? 'csv';
    throw tableError(FORMATS[said].kind === 'fields' ? 'empty' : 'emptyOfRows', { table: file.name });
  }
  const format = chooseFormat(file.name, start, options.format);
  const { name, kind, reader } = FORMATS[format];
  if (isPacked && kind === 'binary') {
    throw new FileError(
      `${file.name} is ${name}, compressed as a whole by gzip.`,
      `Unpack it: ${name} is compressed inside, and is read in any order.`,
    );
  }
  if (options.delimiter !== undefined && kind !== 'fields') {
    throw new FileError(
      `${file.name} is ${name}, in which nothing is between fields.`,
      'Leave out the delimiter; it is for CSV.',
    );
  }
  const read = await reader();
  await read(plain, visitor, options, pace);
}
