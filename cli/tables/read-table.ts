/** Reads a table for a command, with problems worded for the command line. */
import { readLayoutTable, type Table, type TableRequest } from '../../files/tables/layout-table.ts';
import { TableProblems } from '../../files/tables/table-error.ts';
import type { Manifest } from '../../module/manifest.ts';
import { filledSentence } from '../../module/problem-text.ts';
import { TABLE_PHRASES } from '../../module/table-problems.ts';
import { badInput, EXIT, Failure } from '../failure.ts';
import { unreadable } from '../inputs/read-file.ts';
import { printable } from '../printable.ts';
import { printNotice } from '../terminal.ts';
import { withOptions } from '../words.ts';

/** What a command reads from a table. */
export interface CommandTableRequest extends TableRequest {
  readonly signal: AbortSignal;
}

/**
 * Reads the columns that a layout needs.
 *
 * @throws Failure (input) with the problems that `readLayoutTable` found, or when the system cannot read the file;
 * FileError when it is not a table.
 */
export async function readTable({ signal, ...request }: CommandTableRequest): Promise<Table> {
  const { path, joins = [], options } = request;
  const layout = [path, ...joins].find((each) => /\.(?:ml|wasm)$/i.test(each));
  if (layout !== undefined) {
    throw badInput(
      `${layout} is a layout, and a table is wanted here.`,
      layout === path ? 'Give a table after the layout.' : 'Give a table: --join TABLE.',
    );
  }
  try {
    return await readLayoutTable({ ...request, options: { ...options, signal } });
  } catch (error) {
    if (error instanceof TableProblems) throw inWords(error);
    throw unreadable(joins.find((each) => each === pathOf(error)) ?? path, 'table', error);
  }
}

function pathOf(error: unknown): unknown {
  return error instanceof Error && 'path' in error ? error.path : null;
}

/** Problems that name settings of a program, reworded with the options of the command line. */
function inWords({ problems, unlisted }: TableProblems): Failure {
  const worded = problems.map(({ message, remedy }) => ({ message, remedy: withOptions(remedy) }));
  return new Failure(EXIT.badInput, worded, unlisted);
}

/** One line on stderr for each note on the files of a table. */
export function tellNotes({ notes }: Pick<Table, 'notes'>): void {
  for (const note of notes) printNotice(`${printable(`note: ${note}`)}\n`);
}

/** One line on stderr for each demand with such values: ``words.csv, column `blur_px`: 3 missing values are taken for 0 px.`` */
export function tellReplaced(path: string, manifest: Manifest, table: Table): void {
  const { columns } = manifest;
  const { replaced, joined, ofColumns } = table;
  if (ofColumns !== null) tellReplaced(path, manifest, ofColumns);
  for (const { name, unit, missing } of columns) {
    const count = replaced.get(name);
    if (count === undefined) continue;
    const note = filledSentence(TABLE_PHRASES.replaced, {
      table: joined.get(name) ?? path,
      column: name,
      count,
      value: missing!,
      unit: unit === '' ? '' : ` ${unit}`,
    });
    printNotice(`${printable(note)}\n`);
  }
}
