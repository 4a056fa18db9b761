/** `tables --stack` and `--spread`: a matrix as a table with one row per answer, and back. */
import { csvText } from '../../files/tables/csv-fields.ts';
import type { ColumnDescription, TableDescription } from '../../files/tables/describe-columns.ts';
import { readTextTable, spreadColumn, stackColumns, type TextTable } from '../../files/tables/reshape.ts';
import { orderLevels } from '../../module/levels.ts';
import { didYouMean, listNames } from '../../module/names.ts';
import { isPattern, matchesPattern } from '../../module/patterns.ts';
import { shellWord } from '../../module/shell-word.ts';
import { badInput, badUsage } from '../failure.ts';
import type { TableFiles } from '../inputs/table-files.ts';
import { type FileOptions, parseOutcomeChoice, tableOptions } from '../options/data-options.ts';
import { printable } from '../printable.ts';
import { printNotice } from '../terminal.ts';

/** The options of `tables` for another shape. */
export interface ShapeOptions extends FileOptions {
  readonly outcome?: string;
  readonly stack?: string;
  readonly spread?: string;
  readonly by?: readonly string[];
  readonly json?: boolean;
}

/** Whether another shape is asked for. @throws Failure (usage) for options that do not go together */
export function isReshaping({ stack, spread, by, outcome, json }: ShapeOptions): boolean {
  if (by !== undefined && spread === undefined) {
    throw badUsage(
      '`--by` names the columns that stay when a column is spread, and no `--spread` is given.',
      'Leave it out, or name the column whose values become columns: --spread system.',
    );
  }
  if (stack === undefined && spread === undefined) return false;
  if (stack !== undefined && spread !== undefined) {
    throw badUsage(
      '`--stack` makes rows of columns, and `--spread` columns of rows.',
      'Give one of them, and spread what was stacked in a second command.',
    );
  }
  if (json === true)
    throw badUsage('With `--stack` and `--spread` a CSV table is written, and no JSON.', 'Leave --json out.');
  if (outcome !== undefined) return true;
  throw badUsage(
    stack === undefined
      ? '`--spread` does not say what its columns hold.'
      : '`--stack` does not say which columns become rows.',
    stack === undefined
      ? 'Name the column of the cells, such as --outcome correct.'
      : 'Name them and what they hold, such as --outcome "correct=*".',
  );
}

/**
 * The text of the table in the other shape.
 *
 * @throws Failure, or FileError
 */
export async function reshapedTable(
  { path, files }: TableFiles,
  options: ShapeOptions,
  description: TableDescription,
  signal: AbortSignal,
): Promise<string> {
  const table = await readTextTable(files, { ...tableOptions(options), signal });
  const { header, rows } =
    options.stack === undefined
      ? spread(path, table, options)
      : stackColumns(table, {
          category: options.stack,
          ...stackedColumns(path, description, options.outcome!),
        });
  return csvText([header, ...rows]);
}

/** @throws Failure (input) for columns that the table does not have, or that hold different things */
function stackedColumns(path: string, { columns }: TableDescription, outcome: string) {
  const choice = parseOutcomeChoice(outcome);
  const found = choice.columns.flatMap((written) => matching(path, columns, written));
  const kinds = new Set(
    found.map(({ kind }) => (kind === 'flag' || kind === 'verdict' ? 'answers' : 'numbers')),
  );
  if (kinds.size > 1) {
    const other = found.find(({ kind }) => kind === 'whole' || kind === 'number')!;
    throw badInput(
      `The columns of \`${choice.outcome}\` hold successes and failures, but \`${other.name}\` other numbers.`,
      'Name the columns, or write a pattern that only they match, such as --outcome "correct=model*".',
    );
  }
  return { outcome: choice.outcome, columns: [...new Set(found.map(({ name }) => name))] };
}

/** The columns that a name or a pattern stands for. A pattern leaves columns of text alone, which say what the rows are. */
function matching(
  path: string,
  columns: readonly ColumnDescription[],
  written: string,
): readonly ColumnDescription[] {
  const names = columns.map(({ name }) => name);
  const exact = columns.find(({ name }) => name === written);
  if (exact !== undefined) return [exact];
  const isOutcome = ({ kind }: ColumnDescription) =>
    ['flag', 'verdict', 'whole', 'number', 'empty'].includes(kind);
  const some = isPattern(written)
    ? columns.filter((column) => matchesPattern(written, column.name) && isOutcome(column))
    : [];
  if (some.length > 0)
    return orderLevels(some.map(({ name }) => name)).map((name) => some.find((each) => each.name === name)!);
  throw badInput(
    isPattern(written)
      ? `No column of ${path} that holds numbers or successes matches \`${written}\`.`
      : `${path} has no column called \`${written}\`.${didYouMean(written, names)}`,
    `Its columns are ${listNames(names)}.`,
  );
}

/** @throws Failure (input) for a column that the table does not have */
function spread(path: string, table: TextTable, { spread: category, outcome, by }: ShapeOptions): TextTable {
  const { header } = table;
  for (const name of [category!, outcome!, ...(by ?? [])]) {
    if (header.includes(name)) continue;
    throw badInput(
      `${path} has no column called \`${name}\`.${didYouMean(name, header)}`,
      `Its columns are ${listNames(header)}.`,
    );
  }
  const twice = [outcome!, ...(by ?? [])].find(
    (name) => name === category || (by?.includes(outcome!) ?? false),
  );
  if (twice !== undefined) {
    throw badUsage(
      `\`${twice}\` cannot both stay and become columns or cells.`,
      'Name another column for --spread, --outcome or --by.',
    );
  }
  const kept = by ?? header.filter((name) => name !== category && name !== outcome);
  if (kept.length > 0) {
    const found = spreadColumn(table, { category: category!, outcome: outcome!, by: kept });
    if (by === undefined) tellShorter(table, kept, category!, found.rows.length);
    return found;
  }
  throw badInput(
    `${path} has no column that tells the rows of the matrix apart.`,
    'A table with one row per answer has the system and the item of each.',
  );
}

/** A note if one column alone tells the rows apart, so that the others only tear them into pieces. */
function tellShorter(
  { header, rows }: TextTable,
  kept: readonly string[],
  category: string,
  length: number,
): void {
  const from = header.indexOf(category);
  const valuesOf = (name: string) => rows.map((row) => row[header.indexOf(name)]!);
  const shorter = kept.find((name) => {
    const values = valuesOf(name);
    const cells = new Set(values.map((value, row) => JSON.stringify([value, rows[row]![from]])));
    return cells.size === rows.length && new Set(values).size < length;
  });
  if (shorter === undefined) return;
  const count = new Set(valuesOf(shorter)).size;
  printNotice(
    `${printable(`note: ${listNames(kept)} together make ${length} rows, and \`${shorter}\` alone would make ${count}: --by ${shellWord(shorter)}.`)}\n`,
  );
}
