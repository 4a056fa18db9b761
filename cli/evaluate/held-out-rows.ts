/** The rows of an evaluation or a sweep, and which of them are held out: drawn, or read from a file. */

import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { EvaluationError } from '../../analysis/evaluate/evaluation-error.ts';
import { digestOfSplit, drawSplit, type RowGroups } from '../../analysis/evaluate/parts/draw-split.ts';
import {
  allColumns,
  besideTables,
  type EvaluatedRows,
  type PartRows,
} from '../../analysis/evaluate/parts/rows.ts';
import {
  checkSplitRows,
  HELD_OUT,
  namedParts,
  readSplit,
  type Split,
} from '../../analysis/evaluate/parts/split.ts';
import { columnsWithLevels, notesOfTables } from '../../files/tables/further-tables.ts';
import { columnsOfSubject, type Table } from '../../files/tables/layout-table.ts';
import type { Subject } from '../../files/tables/plan-reading.ts';
import { mainPart } from '../../host/row-tables.ts';
import type { Levels } from '../../module/levels.ts';
import type { Manifest } from '../../module/manifest.ts';
import { JsonError, parseJson } from '../../module/parse-json.ts';
import { badInput } from '../failure.ts';
import { readText } from '../inputs/read-file.ts';
import type { TableFiles } from '../inputs/table-files.ts';
import { type DataOptions, tableReading } from '../options/data-options.ts';
import { type DrawnSplitOptions, type SplitOptions, splitMethod } from '../options/split-options.ts';
import { ResultFolder } from '../process/results.ts';
import { groupsIn, TableKeeper } from '../tables/kept-table.ts';
import { checkTablesGiven, ofMainTable, readBeside } from '../tables/read-further-tables.ts';
import { beforeStacking, stackTable } from '../tables/read-stacked-table.ts';
import { readTable, tellNotes, tellReplaced } from '../tables/read-table.ts';

/** One subject's rows, with the training and test rows of each part. */
export interface DividedSubject {
  readonly name: string;
  readonly rows: EvaluatedRows;
  /** By the name of the part. */
  readonly parts: ReadonlyMap<string, PartRows>;
  /** Null if the table itself says which rows are held out. */
  readonly split: Split | null;
}

/** The tables of an evaluation, and the rows of the first that are held out together. */
export interface DividedTables {
  readonly tables: readonly Table[];
  readonly groups: RowGroups | null;
  /** The tables that the layout has beside its main one, in its order. */
  readonly beside: readonly Table[];
}

/**
 * The table for fitting, followed by the table for testing if `--test-rows` was given; and the tables beside them.
 *
 * @param whole the manifest with the columns of all tables
 * @throws Failure, FileError, Interrupted; Failure (input) without the column of `--group`
 */
export async function readDividedTables(
  data: TableFiles,
  whole: Manifest,
  options: DataOptions & Pick<SplitOptions, 'testRows' | 'group'>,
  signal: AbortSignal,
): Promise<DividedTables> {
  const { outcome: outcomeChoices, rows, testRows, stack: category, group } = options;
  const manifest = mainPart(whole);
  checkTablesGiven(whole, options.table ?? []);
  const tables: Table[] = [];
  let groups: RowGroups | null = null;
  for (const filters of testRows.length === 0 ? [rows] : [rows, testRows]) {
    const keeper = group === undefined ? null : new TableKeeper();
    const table = await readTable({
      ...{ ...data, ...beforeStacking(manifest, category), outcomeChoices },
      ...{ filters, ...tableReading(ofMainTable(whole, options)), signal },
      ...(keeper === null ? {} : { keep: keeper.keep }),
    });
    if (tables.length === 0) tellNotes(table);
    tellReplaced(data.path, manifest, table);
    const stacked = stackTable(table, category, manifest);
    if (keeper !== null)
      groups = groupsIn(keeper.finish(), {
        ...{ column: group!, path: data.path, rows: stacked.rows },
        ...{ categories: stacked.categories, levels: stacked.levels },
      });
    tables.push(stacked);
  }
  const beside = await readBeside(whole, options, signal);
  tellNotes({ notes: notesOfTables(whole, levelsOfAll(tables), beside) });
  return { tables, groups, beside };
}

/** The levels of several tables together. */
function levelsOfAll(tables: readonly Table[]): Levels {
  const names = new Set(tables.flatMap(({ levels }) => [...levels.keys()]));
  return new Map(
    [...names].map((name) => [name, [...new Set(tables.flatMap(({ levels }) => levels.get(name) ?? []))]]),
  );
}

/**
 * Divides the rows of each subject: by the two tables, or by drawing from the one.
 *
 * @param manifest with the columns of all tables
 * @param outcome each part has the same share of each of its values
 * @throws Failure (input), EvaluationError as `splitsOf` does
 */
export async function divideTableSubjects(
  manifest: Manifest,
  divided: DividedTables,
  outcome: string,
  options: SplitOptions & { readonly seed: bigint },
): Promise<readonly DividedSubject[]> {
  const { tables, groups } = divided;
  const names = tables[0]!.subjects.map(({ name }) => name);
  const rows = new Map(names.map((name) => [name, tableRows(manifest, divided, name)]));
  const splits = tables.length === 1 ? await splitsOf(rows, outcome, groups, options) : null;
  return names.map((name) => {
    const split = splits?.get(name) ?? null;
    const parts = split === null ? new Map([[HELD_OUT, givenPart(tables)]]) : namedParts(split);
    return { name, rows: rows.get(name)!, parts, split };
  });
}

function givenPart([training, test]: readonly Table[]): PartRows {
  const numbers = (count: number, first: number) => Array.from({ length: count }, (_, row) => first + row);
  return { training: numbers(training!.rows, 0), test: numbers(test!.rows, training!.rows) };
}

/**
 * A subject's rows, from one table or from several in sequence.
 *
 * @param manifest with the columns of all tables
 * @throws HostError of kind `data` as `besideTables` does
 */
export function tableRows(
  manifest: Manifest,
  { tables, beside }: Pick<DividedTables, 'tables' | 'beside'>,
  subject: string,
): EvaluatedRows {
  const parts = tables.map((table) => ({
    table,
    columns: columnsOfSubject(table, table.subjects.find(({ name }) => name === subject) as Subject),
  }));
  const numbers = new Map<string, Float64Array>();
  const names = new Map<string, readonly string[]>();
  for (const { name, role } of mainPart(manifest).columns) {
    if (role === 'category') {
      const levels = ({ table }: (typeof parts)[number]) => table.levels.get(name)!;
      names.set(
        name,
        parts.flatMap((part) => Array.from(part.columns.get(name)!, (code) => levels(part)[code]!)),
      );
    } else {
      const columns = parts.map((part) => part.columns.get(name)!);
      numbers.set(
        name,
        columns.length === 1 ? columns[0]! : Float64Array.from(columns.flatMap((each) => [...each])),
      );
    }
  }
  const count = tables.reduce((sum, { rows }) => sum + rows, 0);
  return besideTables({ count, numbers, names, manifest }, beside.map(columnsWithLevels));
}

/** The columns for whose repeated values the module of an evaluation or a sweep is compiled. */
export function columnsToCompileFor(
  { tables, beside }: DividedTables,
  rows: EvaluatedRows,
): ReadonlyMap<string, Float64Array> {
  const [first] = tables as [Table];
  return beside.length === 0 ? columnsOfSubject(first, first.subjects[0]!) : allColumns(rows).columns;
}

/**
 * By the name of the subject. Each part has the same share of each value of the outcome.
 *
 * @throws Failure (input) when a subject has no split in the file; EvaluationError when it was made for other rows, or no split like
 *   this is possible
 */
async function splitsOf(
  rows: ReadonlyMap<string, EvaluatedRows>,
  outcome: string,
  groups: RowGroups | null,
  options: DrawnSplitOptions & { readonly seed: bigint },
): Promise<ReadonlyMap<string, Split>> {
  const { splits: file } = options;
  if (file !== undefined && existsSync(file)) return readSplits(file, rows);
  const drawn = new Map<string, Split>();
  for (const [name, own] of rows) {
    const { repeats, seed } = options;
    drawn.set(name, await drawSplit(own, outcome, { method: splitMethod(options), repeats, seed }, groups));
  }
  if (file !== undefined) {
    new ResultFolder(dirname(file)).write([{ path: basename(file), content: splitsText(drawn) }]);
  }
  return drawn;
}

/** Splits as they are stored. */
export function splitsText(splits: ReadonlyMap<string, Split>): string {
  return `${JSON.stringify(Object.fromEntries(splits))}\n`;
}

/** @throws Failure (input) when a subject has no split there; EvaluationError when it was made for other rows */
async function readSplits(
  file: string,
  rows: ReadonlyMap<string, EvaluatedRows>,
): Promise<ReadonlyMap<string, Split>> {
  const text = await readText(file, 'file of splits', 'Give another file to store splits in.');
  let stored: unknown;
  try {
    stored = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw badInput(
      `${file} is not a file of splits: ${error.message}.`,
      'Give another file to store splits in.',
    );
  }
  const found = new Map<string, Split>();
  for (const [name, own] of rows) {
    const isThere = stored !== null && typeof stored === 'object' && Object.hasOwn(stored, name);
    if (!isThere) {
      throw badInput(
        `${file} has no split for ${name}.`,
        'Give the file that was stored for these columns, or another one to store splits in.',
      );
    }
    const digest = await digestOfSplit(own);
    const checked = inFile(`${file}, ${name}`, () => {
      const split = readSplit(JSON.stringify(Reflect.get(stored as object, name)));
      checkSplitRows(split, { count: own.count, digest });
      return split;
    });
    found.set(name, checked);
  }
  return found;
}

/** What is wrong with a split, with its file and its subject. @throws EvaluationError */
function inFile<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    throw new EvaluationError(`${place}: ${error.message}`, error.remedy);
  }
}
