/** `--each COLUMN`: the levels of a column, each of which is fitted by itself, and the identity of the table that has them. */
import { createHash, type Hash } from 'node:crypto';
import { columnsThrough } from '../../files/tables/read-columns.ts';
import type { RowFilter } from '../../files/tables/row-filters.ts';
import { readTableFiles } from '../../files/tables/several-files.ts';
import { type Cell, cellText } from '../../files/tables/table-visitor.ts';
import { orderLevels } from '../../module/levels.ts';
import { badInput } from '../failure.ts';
import { unreadable } from '../inputs/read-file.ts';
import type { TableFiles } from '../inputs/table-files.ts';
import { type FileOptions, tableOptions } from '../options/data-options.ts';
import { filtered } from '../tables/filtered-rows.ts';

/** As many fits as a person may still read. */
const MOST_LEVELS = 1000;

/**
 * The levels in natural order that occur among the rows that are used; rows without one belong to none.
 *
 * @throws Failure (input) for a column that is not there, or has no levels or too many; FileError; the signal's reason
 */
export async function levelsToFit(
  { path, files }: TableFiles,
  column: string,
  options: FileOptions & { readonly rows: readonly RowFilter[] },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const reading = { ...tableOptions(options), signal };
  try {
    const columns = await columnsThrough(
      (visitor) => readTableFiles(files, filtered(visitor, path, options.rows), reading),
      path,
      [column],
    );
    const cells: readonly (string | number | null)[] = [...columns.get(column)!];
    const present = cells.filter((cell) => cell !== null && !Number.isNaN(cell));
    const levels = orderLevels(new Set(present.map(String)));
    if (levels.length === 0) {
      throw badInput(
        `No row of ${path} that is used has anything in \`${column}\`, by which each is to be fitted.`,
        'Name another column with --each, or use other rows.',
      );
    }
    if (levels.length <= MOST_LEVELS) return levels;
    throw badInput(
      `\`${column}\` of ${path} has ${levels.length} levels, and \`--each\` makes at most ${MOST_LEVELS} fits.`,
      'Name a column with fewer, choose rows with --rows, or make it a category of the layout.',
    );
  } catch (error) {
    throw unreadable(path, 'table', error);
  }
}

/**
 * By column, a digest of the cells as text in the rows that are used. Fits of levels are made by processes that read
 * only the rows of some; all of them must have had one table.
 *
 * @throws Failure (input), FileError; the signal's reason
 */
export async function cellDigests(
  { path, files }: TableFiles,
  options: FileOptions & { readonly rows: readonly RowFilter[] },
  signal: AbortSignal,
): Promise<{ readonly rows: number; readonly columns: Readonly<Record<string, string>> }> {
  const columns: { readonly name: string; readonly hash: Hash }[] = [];
  let rows = 0;
  const visitor = {
    begin(header: readonly string[]) {
      columns.push(...header.map((name) => ({ name, hash: createHash('sha256') })));
      return header.keys();
    },
    row(cells: readonly Cell[]) {
      rows++;
      for (const [place, { hash }] of columns.entries()) hash.update(`${cellText(cells[place]!)}\0`);
    },
    // What cannot be read is told when the rows of a level are.
    flaw: () => undefined,
  };
  try {
    await readTableFiles(files, filtered(visitor, path, options.rows), { ...tableOptions(options), signal });
  } catch (error) {
    throw unreadable(path, 'table', error);
  }
  return {
    rows,
    columns: Object.fromEntries(columns.map(({ name, hash }) => [name, hash.digest('hex').slice(0, 32)])),
  };
}
