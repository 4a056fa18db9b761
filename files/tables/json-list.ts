/** One JSON list of objects, whose keys are the columns. Rows are told by their numbers. */
import { FileError } from '../file-error.ts';
import { JsonElements } from './json-elements.ts';
import { isProblem, KeyColumns, nameOfKind, parseRow } from './json-objects.ts';
import type { TableOptions } from './read-options.ts';
import { recordLimit } from './read-options.ts';
import type { TableFile } from './table-file.ts';
import type { TableForm, TableVisitor } from './table-visitor.ts';
import { textPieces } from './text-pieces.ts';

const FORM: TableForm = { isText: false, record: 'row', field: 'key' };

const REMEDY = 'Write one list of objects, or one object a line (.jsonl).';

/**
 * Reads a table of one list of objects. An object without a key has a missing value there. A key may come as late as in the last
 * object, so the file is read twice, and never kept.
 *
 * @throws FileError when the file is not such a list, has no rows, or a row is too long.
 */
export async function readJsonList(
  file: TableFile,
  visitor: TableVisitor,
  options: TableOptions = {},
): Promise<void> {
  const columns = new KeyColumns();
  await eachRow(file, options, (row) => columns.add(row));
  if (columns.names.length === 0) {
    throw new FileError(`${file.name} has no rows.`, 'Give a list of at least one object that has keys.');
  }
  columns.want(visitor.begin(columns.names, FORM));
  await eachRow(file, options, (row, number) => visitor.row(columns.cellsOf(row), number));
}

async function eachRow(
  file: TableFile,
  options: TableOptions,
  take: (row: Record<string, unknown>, number: number) => void,
): Promise<void> {
  const takeText = (text: string, number: number) => {
    const row = parseRow(text, false);
    if (isProblem(row)) {
      const { message, remedy } = row({ table: file.name, record: 'row', row: number });
      throw new FileError(message, remedy);
    }
    take(row, number);
  };
  const notJson = () => new FileError(`${file.name} is not JSON, or cut off.`, REMEDY);
  const elements = new JsonElements(file.name, recordLimit(options), takeText, notJson);
  let hasBegun = false;
  for await (const piece of textPieces(file, 'json')) {
    const text: string = hasBegun ? piece : piece.trimStart();
    if (!hasBegun && text !== '' && text[0] !== '[') throw otherValue(file.name, text) ?? notJson();
    elements.write(hasBegun ? text : text.slice(1));
    hasBegun ||= text !== '';
  }
  if (!hasBegun) throw notJson();
  elements.end();
}

/** What is said of a text that begins as another value than a list does; null where it begins as none. */
function otherValue(name: string, start: string): FileError | null {
  const [word = ''] = /^(?:[{"\d-]|null|true|false)/.exec(start) ?? [];
  if (word === '') return null;
  const like = word === '{' ? {} : word.length > 1 ? JSON.parse(word) : word === '"' ? '' : 0;
  return new FileError(`${name} holds ${nameOfKind(like)} where a list of objects is wanted.`, REMEDY);
}
