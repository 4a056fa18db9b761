/** One JSON list of objects, whose keys are the columns. Rows are told by their numbers. */
import { FileError } from './file-error.ts';
import { KeyColumns, nameOfKind } from './json-objects.ts';
import type { TableFile } from './table-file.ts';
import type { TableForm, TableVisitor } from './table-visitor.ts';
import { textPieces } from './text-pieces.ts';

const FORM: TableForm = { isText: false, record: 'row', field: 'key' };

/** More characters than this the engine cannot hold in one text. */
const LONGEST = 1 << 29;

/**
 * Reads a table of one list of objects, which is held in memory whole. An object without a key has a missing value there.
 *
 * @throws FileError when the file is not such a list, has no rows, or is too long.
 */
export async function readJsonList(file: TableFile, visitor: TableVisitor): Promise<void> {
  const rows = parseList(await wholeText(file), file.name);
  const columns = new KeyColumns();
  const isRow = (row: unknown): row is Record<string, unknown> =>
    typeof row === 'object' && row !== null && !Array.isArray(row);
  for (const [index, row] of rows.entries()) {
    if (isRow(row)) columns.add(row);
    else {
      throw new FileError(
        `${file.name}, row ${index + 1}: it is ${nameOfKind(row)} where an object is wanted.`,
        'Write each row as an object, such as {"height": 1.5, "read": 1}.',
      );
    }
  }
  if (columns.names.length === 0) {
    throw new FileError(`${file.name} has no rows.`, 'Give a list of at least one object that has keys.');
  }
  columns.want(visitor.begin(columns.names, FORM));
  for (const [index, row] of rows.entries()) {
    visitor.row(columns.cellsOf(row as Record<string, unknown>), index + 1);
  }
}

async function wholeText(file: TableFile): Promise<string> {
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of textPieces(file, 'json')) {
    length += piece.length;
    if (length >= LONGEST) {
      throw new FileError(
        `${file.name} is too long a list to be read at once.`,
        'Write it as JSON lines, one object a line, which are read one by one.',
      );
    }
    pieces.push(piece);
  }
  return pieces.join('');
}

function parseList(text: string, name: string): readonly unknown[] {
  const remedy = 'Write one list of objects, or one object a line (.jsonl).';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw /\b(?:NaN|Infinity)\b/.test(text)
      ? new FileError(
          `${name} is not JSON, which has no NaN and no Infinity.`,
          'Write null for a missing value.',
        )
      : new FileError(`${name} is not JSON, or cut off.`, remedy);
  }
  if (Array.isArray(value)) return value;
  throw new FileError(`${name} holds ${nameOfKind(value)} where a list of objects is wanted.`, remedy);
}
