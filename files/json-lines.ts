/** JSON lines: one object a line, its keys the columns. Rows are told by their lines. */

import { FileError } from './file-error.ts';
import { duplicateKey, KeyColumns, nameOfKind } from './json-objects.ts';
import type { TableFile } from './table-file.ts';
import type { TableForm, TableVisitor } from './table-visitor.ts';
import { textPieces } from './text-pieces.ts';

const FORM: TableForm = { isText: false, record: 'line', field: 'key' };

/**
 * Reads a table of JSON lines. The columns are the keys of all objects in the order in which they come, and an object without a
 * key has a missing value there. A key may come as late as in the last line, so the file is read twice, and never kept.
 *
 * @throws FileError when there is no object at all, or the file is no text.
 */
export async function readJsonLines(file: TableFile, visitor: TableVisitor): Promise<void> {
  const columns = new KeyColumns();
  const flaws = new Map<number, readonly [what: string, remedy: string]>();
  await eachLine(file, (text, line) => {
    const row = parseLine(text);
    if (Array.isArray(row)) flaws.set(line, row as [string, string]);
    else columns.add(row as Record<string, unknown>);
  });
  if (columns.names.length === 0 && flaws.size === 0) {
    throw new FileError(`${file.name} has no rows.`, 'Give at least one line with an object that has keys.');
  }
  // With the names of other lines it would look as if columns were missing.
  const [first] = flaws;
  if (columns.names.length === 0 && first !== undefined) {
    throw new FileError(`${file.name}, line ${first[0]}: ${first[1][0]}.`, first[1][1]);
  }
  columns.want(visitor.begin(columns.names, FORM));
  await eachLine(file, (text, line) => {
    const flaw = flaws.get(line);
    if (flaw !== undefined) visitor.flaw(line, ...flaw);
    else visitor.row(columns.cellsOf(JSON.parse(text) as Record<string, unknown>), line);
  });
}

/** The object of a line, or what is wrong with it and what to do. */
function parseLine(text: string): Record<string, unknown> | readonly [what: string, remedy: string] {
  const remedy = 'Write each line as one object, such as {"height": 1.5, "read": 1}.';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return /\b(?:NaN|Infinity)\b/.test(text)
      ? ['it is not JSON, which has no NaN and no Infinity', 'Write null for a missing value.']
      : isBegun(text)
        ? [
            'its object does not end on the line',
            'Write each object whole on a line of its own, or all of them as one list.',
          ]
        : ['it is not JSON', remedy];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [`it is ${nameOfKind(value)} where an object is wanted`, remedy];
  }
  const twice = duplicateKey(text, value as Record<string, unknown>);
  if (twice === null) return value as Record<string, unknown>;
  return [`it has the key \`${twice}\` twice`, 'Give each key of an object a name of its own.'];
}

/** Whether a text is the beginning of an object that goes on, as in JSON that is indented. */
function isBegun(text: string): boolean {
  return /^\s*\{/.test(text) && !/\}\s*$/.test(text);
}

/** Takes each line that is not blank, with its number from 1. */
async function eachLine(file: TableFile, take: (text: string, line: number) => void): Promise<void> {
  let line = 1;
  let rest = '';
  const one = (text: string) => {
    if (text.trim() !== '') take(text, line);
    line++;
  };
  for await (const piece of textPieces(file, 'json')) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    for (const text of lines) one(text);
  }
  one(rest);
}
