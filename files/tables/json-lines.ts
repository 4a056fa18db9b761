/** Reads JSON lines: one object per line, with the columns as keys. Rows are identified by their lines. */

import { FileError } from '../file-error.ts';
import { isProblem, KeyColumns, parseRow } from './json-objects.ts';
import type { TableOptions } from './read-options.ts';
import { recordLimit, recordTooLong } from './read-options.ts';
import type { TableFile } from './table-file.ts';
import type { RowProblem, TableForm, TableVisitor } from './table-visitor.ts';
import { TextLines, textPieces } from './text-pieces.ts';

const FORM: TableForm = { isText: false, record: 'line', field: 'key' };

/**
 * Reads a table of JSON lines. The columns are the keys of all objects, in order of first appearance. An object without
 * a key has a missing value there. A key may first appear in the last line, so the file is read twice; it is not kept
 * in memory.
 *
 * @throws FileError when there is no object, a line is too long, or the file is not text.
 */
export async function readJsonLines(
  file: TableFile,
  visitor: TableVisitor,
  options: TableOptions = {},
): Promise<void> {
  const columns = new KeyColumns();
  let first = null as readonly [line: number, problem: RowProblem] | null;
  await eachLine(file, options, (text, line) => {
    const row = parseRow(text, true);
    if (isProblem(row)) first ??= [line, row];
    else columns.add(row);
  });
  if (columns.names.length === 0) {
    if (first === null) {
      throw new FileError(
        `${file.name} has no rows.`,
        'Give at least one line with an object that has keys.',
      );
    }
    // With the names from other lines it would seem that columns are missing.
    const [row, problem] = first;
    const { message, remedy } = problem({ table: file.name, record: 'line', row });
    throw new FileError(message, remedy);
  }
  columns.want(visitor.begin(columns.names, FORM));
  await eachLine(file, options, (text, line) => {
    const row = parseRow(text, true);
    if (isProblem(row)) visitor.flaw(line, row);
    else visitor.row(columns.cellsOf(row), line);
  });
}

/** Receives each non-blank line, with its number from 1. */
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
    (row) =>
      recordTooLong(
        { table: file.name, record: 'line', row },
        limit,
        'Write each object on a line of its own',
      ),
  );
  for await (const piece of textPieces(file, 'json')) lines.write(piece);
  lines.end();
}
