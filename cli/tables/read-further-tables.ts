/** Reads the tables of `--table`, whose rows stand beside those of the main table. */
import { addFurtherTables, readTablesBeside } from '../../files/tables/further-tables.ts';
import type { Table } from '../../files/tables/layout-table.ts';
import type { OutcomeChoice } from '../../files/tables/plan-reading.ts';
import { mainPart } from '../../host/row-tables.ts';
import type { Manifest } from '../../module/manifest.ts';
import { didYouMean, listNames } from '../../module/names.ts';
import { badUsage } from '../failure.ts';
import { tableFiles } from '../inputs/table-files.ts';
import {
  checkOutcomeNames,
  type DataOptions,
  type FormatOptions,
  type NamedTable,
  tableReading,
} from '../options/data-options.ts';
import type { TableKeeper } from './kept-table.ts';
import { readTable, tellNotes, tellReplaced } from './read-table.ts';

/** @throws Failure (usage) for a table that the layout does not have, or whose rows are not given */
export function checkTablesGiven({ layout, tables = [] }: Manifest, given: readonly NamedTable[]): void {
  const names = tables.map(({ name }) => name);
  const other = given.find(({ name }) => !names.includes(name));
  if (other !== undefined) {
    throw badUsage(
      `The layout has no table called \`${other.name}\`.${didYouMean(other.name, names)}`,
      names.length === 0
        ? `${layout} has only its main table. Facts of levels, one row per level, are given with --join.`
        : `It has ${names.length === 1 ? 'the table' : 'the tables'} ${listNames(names)}.`,
    );
  }
  const absent = names.find((name) => !given.some((each) => each.name === name));
  if (absent === undefined) return;
  throw badUsage(
    `The layout has a table \`${absent}\`, and its rows are not given.`,
    `Give them: --table ${absent}=${absent}.csv.`,
  );
}

/** @throws Failure (usage) when a choice names no outcome of the main table, or one twice */
export function checkOutcomesOfMain(whole: Manifest, choices: readonly OutcomeChoice[]): void {
  const outcomes = mainPart(whole).columns.filter(({ role }) => role === 'outcome');
  for (const { outcome } of choices) {
    const of = whole.tables?.find(({ columns }) => columns.includes(outcome));
    const isOutcome = whole.columns.some(({ name, role }) => name === outcome && role === 'outcome');
    if (of === undefined || !isOutcome) continue;
    throw badUsage(
      `\`${outcome}\` is observed in the table \`${of.name}\`, and --outcome is for outcomes of the main table.`,
      `To read another column of \`${of.name}\` for it, write --bind ${outcome}=COLUMN.`,
    );
  }
  checkOutcomeNames(
    choices,
    outcomes.map(({ name }) => name),
  );
}

/** The options without what they say of the columns of other tables. */
export function ofMainTable<Options extends FormatOptions>(whole: Manifest, options: Options): Options {
  const known = new Set(mainPart(whole).columns.map(({ name }) => name));
  const others = whole.columns.map(({ name }) => name).filter((name) => !known.has(name));
  const bind = options.bind?.filter(({ name }) => !others.includes(name));
  return bind === undefined ? options : { ...options, bind };
}

/** What says how the tables beside the main one are read. */
type BesideOptions = FormatOptions & Pick<DataOptions, 'table' | 'success'>;

/**
 * The table with the rows of the tables that are given.
 *
 * @param keepers keep all cells of some of them, by name
 *
 * @throws Failure or FileError; HostError of kind `data` or `interrupted`
 */
export async function readFurther(
  main: Table,
  whole: Manifest,
  options: BesideOptions,
  signal: AbortSignal,
  keepers: ReadonlyMap<string, Pick<TableKeeper, 'keep'>> = new Map(),
): Promise<Table> {
  const all = addFurtherTables(main, whole, await readBeside(whole, options, signal, keepers));
  tellNotes(all.further ?? { notes: [] });
  return all;
}

/** The tables beside the main one, which `checkTablesGiven` has seen. @throws as `readFurther` */
export function readBeside(
  whole: Manifest,
  options: BesideOptions,
  signal: AbortSignal,
  keepers: ReadonlyMap<string, Pick<TableKeeper, 'keep'>> = new Map(),
): Promise<readonly Table[]> {
  return readTablesBeside(whole, async (name, manifest) => {
    const own = whole.tables!.find((table) => table.name === name)!.columns;
    const data = tableFiles([options.table!.find((each) => each.name === name)!.path]);
    const bind = options.bind?.filter((bound) => own.includes(bound.name)) ?? [];
    const table = await readTable({
      ...data,
      manifest,
      ...(manifest.columns.every(({ role }) => role !== 'outcome') ? { outcomeChoices: [] } : {}),
      ...tableReading({ ...options, bind, join: [] }),
      ...(keepers.has(name) ? { keep: keepers.get(name)!.keep } : {}),
      signal,
    });
    tellNotes(table);
    tellReplaced(data.path, manifest, table);
    return table;
  });
}
