/** JSON lines: one object a line, its keys the columns. Rows are told by their lines. */

import { FileError } from '../file-error.ts';
import { type Flaw, isFlaw, KeyColumns, parseRow } from './json-objects.ts';
import type { TableOptions } from './read-options.ts';
import { recordLimit, recordTooLong } from './read-options.ts';
import type { TableFile } from './table-file.ts';
import type { TableForm, TableVisitor } from './table-visitor.ts';
import { TextLines } from './text-lines.ts';
import { textPieces } from './text-pieces.ts';

const FORM: TableForm = { isText: false, record: 'line', field: 'key' };

/**
 * Reads a table of JSON lines. The columns are the keys of all objects in the order in which they come, and an object without a
 * key has a missing value there. A key may come as late as in the last line, so the file is read twice, and never kept.
 *
 * @throws FileError when there is no object at all, a line is too long, or the file is no text.
 */
export async function readJsonLines(
  file: TableFile,
  visitor: TableVisitor,
  options: TableOptions = {},
): Promise<void> {
  const columns = new KeyColumns();
  let first: readonly [line: number, flaw: Flaw] | null = null as readonly [number, Flaw] | null;
  await eachLine(file, options, (text, line) => {
    const row = parseLine(text);
    if (isFlaw(row)) first ??= [line, row];
    else columns.add(row);
  });
  if (columns.names.length === 0) {
    if (first === null) {
      throw new FileError(
        `${file.name} has no rows.`,
        'Give at least one line with an object that has keys.',
      );
    }
    // With the names of other lines it would look as if columns were missing.
    const [line, [what, remedy]] = first;
    throw new FileError(`${file.name}, line ${line}: ${what}.`, remedy);
  }
  columns.want(visitor.begin(columns.names, FORM));
  await eachLine(file, options, (text, line) => {
    const row = parseLine(text);
    if (isFlaw(row)) visitor.flaw(line, ...row);
    else visitor.row(columns.cellsOf(row), line);
  });
}

/** The object of a line, or what is wrong with it and what to do. */
function parseLine(text: string): Record<string, unknown> | Flaw {
  const row = parseRow(text);
  if (!isFlaw(row)) return row;
  const [what, remedy] = row;
  if (what === 'it is not JSON' && isBegun(text)) {
    return [
      'its object does not end on the line',
      'Write each object whole on a line of its own, or all of them as one list.',
    ];
  }
  return [what, remedy.replace('Write each row as an', 'Write each line as one')];
}

/** Whether a text is the beginning of an object that goes on, as in JSON that is indented. */
function isBegun(text: string): boolean {
  return /^\s*\{/.test(text) && !text.trimEnd().endsWith('}');
}

/** Takes each line that is not blank, with its number from 1. */
async function eachLine(
  file: TableFile,
  options: TableOptions,
  take: (text: string, line: number) => void,
): Promise<void> {
  const limit = recordLimit(options);
  const lines = new TextLines(
    (text, line) => {
      if (text.trim() !== '') take(text, line);
    },
    limit,
    (line) => recordTooLong(file.name, `line ${line}`, limit, 'Write each object on a line of its own'),
  );
  for await (const piece of textPieces(file, 'json')) lines.write(piece);
  lines.end();
}
