/**
 * Reads tables of facts, with one row per level of a category, such as the length of each task, and joins them to a
 * table of attempts.
 */
import { listNames } from '../../module/names.ts';
import type { Problem } from '../../module/problem-text.ts';
import { tableProblem } from '../../module/table-problems.ts';
import { readLevelName } from './read-cell.ts';
import type { TableOptions } from './read-options.ts';
import { readTableFile } from './read-table.ts';
import { ProblemList, TableProblems } from './table-error.ts';
import { withTableFile } from './table-file.ts';
import type { Cell, RowProblem, TableForm } from './table-visitor.ts';

/** A table of facts, fully read. */
export interface FactTable {
  readonly path: string;
  readonly header: readonly string[];
  readonly form: TableForm;
  readonly rows: readonly FactRow[];
}

/** One of its rows, with its place in the file. */
export interface FactRow {
  readonly cells: readonly Cell[];
  readonly record: number;
}

/** How a table of facts is joined to the columns of the attempts and of previously joined tables. */
export interface TableJoin {
  readonly table: FactTable;
  /** The common categories: their names, and their positions in the rows of attempts. */
  readonly keys: readonly { readonly category: string; readonly position: number }[];
  /** The positions, in the table's own rows, of the columns that are added to attempts. */
  readonly added: readonly number[];
  /** By `keyOf` the levels. */
  readonly rows: ReadonlyMap<string, FactRow>;
}

/** The inputs that determine how tables are joined. */
interface JoinRequest {
  /** The table of attempts. */
  readonly path: string;
  /** Its columns. */
  readonly header: readonly string[];
  /** The categories of the layout. */
  readonly categories: readonly string[];
  /** All columns that are read for the layout, or to choose rows. */
  readonly read: readonly string[];
  /** Whether a table without any needed column is ignored rather than refused. */
  readonly leavesIdle: boolean;
}

/**
 * Reads such tables. Their formats are detected, because `format` and `delimiter` apply to the attempts.
 *
 * @throws TableProblems when a row is damaged, a header has a name twice, or there is no row; FileError when a file
 *   cannot be read as a table; the system's errors, with the path of the file; the signal's reason
 */
export async function readFactTables(
  paths: readonly string[],
  { format: _format, delimiter: _delimiter, ...limits }: TableOptions,
): Promise<FactTable[]> {
  const tables: FactTable[] = [];
  for (const path of paths) tables.push(await readFactTable(path, limits));
  return tables;
}

async function readFactTable(path: string, options: TableOptions): Promise<FactTable> {
  const problems = new ProblemList();
  const rows: FactRow[] = [];
  let [header, form]: [readonly string[], TableForm | null] = [[], null];
  const visitor = {
    begin(names: readonly string[], found: TableForm) {
      [header, form] = [names, found];
      const twice = names.find((name, position) => names.indexOf(name) < position);
      if (twice === undefined) return names.keys();
      throw refusal(tableProblem('twoColumns', { table: path, column: twice, isText: found.isText }));
    },
    row(cells: readonly Cell[], record: number) {
      options.signal?.throwIfAborted();
      // The reader may reuse its array.
      rows.push({ cells: header.map((_, position) => cells[position]!), record });
    },
    flaw(row: number, problem: RowProblem) {
      problems.add(() => problem({ table: path, record: form!.record, row }));
    },
  };
  try {
    await withTableFile(path, (file) => readTableFile(file, visitor, options), options);
  } catch (error) {
    // A system error does not always name its file, and here there are several.
    if (error instanceof Error && 'syscall' in error) Object.assign(error, { path });
    throw error;
  }
  problems.raise();
  if (rows.length === 0)
    throw refusal(tableProblem(form!.isText ? 'noRows' : 'noRowsOfColumns', { table: path }));
  return { path, header, form: form!, rows };
}

/**
 * Joins tables one after another, each by all categories that it shares with the columns so far.
 *
 * @param tables as from `splitTables`
 * @throws TableProblems for a table that has another column that exists already, adds no needed column, or has several
 * rows for the same levels
 */
export function planJoins(tables: readonly FactTable[], request: JoinRequest): TableJoin[] {
  const joins: TableJoin[] = [];
  const columns = request.header.map((name) => ({ name, path: request.path }));
  for (const table of tables) {
    const join = planJoin(table, columns, request);
    if (join === null) continue;
    joins.push(join);
    columns.push(...join.added.map((place) => ({ name: table.header[place]!, path: table.path })));
  }
  return joins;
}

/**
 * Divides the tables into those joined to the rows of attempts, and those joined to the stacked columns: tables of the
 * stacked category, and tables joined to these in turn. A table whose category comes from another table follows that
 * table.
 *
 * @throws TableProblems for a table without a category that is known so far, or for a table of the stacked columns with
 * a column that attempts have
 */
export function splitTables(
  tables: readonly FactTable[],
  request: Pick<JoinRequest, 'path' | 'header' | 'categories' | 'leavesIdle'>,
  stacked: string | undefined,
): { readonly ofRows: readonly FactTable[]; readonly ofColumns: readonly FactTable[] } {
  const { path, header, leavesIdle } = request;
  const categories = [...request.categories, ...(stacked === undefined ? [] : [stacked])];
  const rows = { tables: [] as FactTable[], known: [...header] };
  const columns = { tables: [] as FactTable[], known: stacked === undefined ? [] : [stacked] };
  const shares = (table: FactTable, names: readonly string[]) =>
    table.header.some((name) => categories.includes(name) && names.includes(name));
  const waiting = [...tables];
  while (waiting.length > 0) {
    const next = waiting.findIndex((table) => shares(table, rows.known) || shares(table, columns.known));
    const [table] = waiting.splice(Math.max(0, next), 1) as [FactTable];
    if (next < 0) {
      if (leavesIdle) continue;
      throw refusal(noSharedCategory(table, [...rows.known, ...columns.known], { path, categories }));
    }
    const isOfColumns = table.header.includes(stacked ?? '') || !shares(table, rows.known);
    const both = isOfColumns ? header.find((name) => table.header.includes(name)) : undefined;
    if (both !== undefined) throw refusal(columnOfBoth(table, { name: both, path }));
    const part = isOfColumns ? columns : rows;
    part.tables.push(table);
    part.known.push(...table.header);
  }
  return { ofRows: rows.tables, ofColumns: columns.tables };
}

/** The name, in messages, of the attempts with the columns of other tables. */
export function joinedName(path: string, joins: readonly Pick<TableJoin, 'table'>[]): string {
  if (joins.length === 0) return path;
  return `${path} joined with ${listNames(joins.map(({ table }) => table.path))}`;
}

/** A column of attempts, or of a table that is already joined to them. */
interface KnownColumn {
  readonly name: string;
  /** The form of its table. */
  readonly path: string;
}

function planJoin(table: FactTable, columns: readonly KnownColumn[], request: JoinRequest): TableJoin | null {
  const header = columns.map(({ name }) => name);
  const keys = table.header
    .filter((name) => request.categories.includes(name) && header.includes(name))
    .map((category) => ({ category, position: header.indexOf(category) }));
  const added = [...table.header.keys()].filter(
    (place) => !keys.some(({ category }) => category === table.header[place]),
  );
  const adds = added.some((place) => request.read.includes(table.header[place]!));
  if (request.leavesIdle && (keys.length === 0 || !adds)) return null;
  const both = columns.find(({ name }) => added.some((place) => table.header[place] === name));
  if (both !== undefined) {
    throw refusal(columnOfBoth(table, both));
  }
  if (!adds) throw refusal(nothingAdded(table, added, header, request));
  return { table, keys, added, rows: rowsByLevels(table, keys) };
}

function columnOfBoth(table: FactTable, { name, path }: KnownColumn): Problem {
  return {
    message: `${headerOf(table)}, ${table.form.field} \`${name}\`: ${path} has a column of this name too.`,
    remedy:
      'Rename it in one of them, or leave it out: only categories by which tables are joined may be in both.',
  };
}

/** The place of the column names. */
function headerOf({ path, form }: FactTable): string {
  return form.isText ? `${path}, line 1` : path;
}

function noSharedCategory(
  table: FactTable,
  header: readonly string[],
  { path, categories }: Pick<JoinRequest, 'path' | 'categories'>,
): Problem {
  const shared = categories.filter((name) => header.includes(name));
  const columns = listNames(table.header.map((name) => `\`${name}\``));
  const quoted = (names: readonly string[]) => listNames(names.map((name) => `\`${name}\``));
  return {
    message: `${headerOf(table)}: none of the columns ${columns} is a category of the layout that ${path} has too.`,
    remedy:
      categories.length === 0
        ? 'The layout has no category: declare one, such as `category task`, and the demands of its levels.'
        : shared.length === 0
          ? `The categories of the layout are ${quoted(categories)}: both tables need a column of one of these names.`
          : `Tables are joined by ${quoted(shared)}: name a column of this table so, and give it the levels.`,
  };
}

function nothingAdded(
  table: FactTable,
  added: readonly number[],
  header: readonly string[],
  { read }: JoinRequest,
): Problem {
  const absent = read.filter((name) => !header.includes(name));
  const what = added.length === 0 ? 'no column' : 'no column that the layout reads';
  return {
    message: `${headerOf(table)}: it adds ${what}.`,
    remedy:
      absent.length === 0
        ? 'Leave this table out.'
        : `Leave this table out, or name its columns as the layout does, which also reads ${listNames(absent.map((name) => `\`${name}\``))}.`,
  };
}

/** Levels combined into one text. */
export function keyOf(levels: readonly string[]): string {
  return levels.length === 1 ? levels[0]! : JSON.stringify(levels);
}

/** @throws TableProblems for cells without a level, and several rows with the same levels */
function rowsByLevels(
  { path, header, form, rows }: FactTable,
  keys: TableJoin['keys'],
): ReadonlyMap<string, FactRow> {
  const problems = new ProblemList();
  const found = new Map<string, FactRow>();
  for (const row of rows) {
    const levels: string[] = [];
    for (const { category } of keys) {
      const name = readLevelName(row.cells[header.indexOf(category)]!, form);
      if (typeof name === 'string') levels.push(name);
      else problems.add(() => name(placeOf(row, category)));
    }
    if (levels.length < keys.length) continue;
    const key = keyOf(levels);
    const earlier = found.get(key);
    if (earlier === undefined) found.set(key, row);
    else problems.add(() => secondRow(levels, row, earlier));
  }
  problems.raise();
  return found;

  function placeOf({ record }: FactRow, column: string) {
    return { table: path, record: form.record, row: record, field: form.field, column };
  }

  function secondRow(levels: readonly string[], row: FactRow, { record }: FactRow): Problem {
    const names = listNames(keys.map(({ category }) => `\`${category}\``));
    return {
      message: `${path}, ${form.record} ${row.record}, ${keysInWords(keys, form)}: ${levelsInWords(levels)} already ${levels.length === 1 ? 'has' : 'have'} a row, ${form.record} ${record}.`,
      remedy: `Keep one row for each ${levels.length === 1 ? `level of ${names}` : `combination of levels of ${names}`}.`,
    };
  }
}

/** ``column `task` ``, ``columns `model` and `task` ``. */
export function keysInWords(keys: TableJoin['keys'], { field }: TableForm): string {
  return `${field}${keys.length === 1 ? '' : 's'} ${keys.map(({ category }) => `\`${category}\``).join(' and ')}`;
}

/** `the level "t1"`, `the levels "t1" and "gpt"`. */
export function levelsInWords(levels: readonly string[]): string {
  return `the level${levels.length === 1 ? '' : 's'} ${levels.map((level) => JSON.stringify(level)).join(' and ')}`;
}

function refusal(problem: Problem): TableProblems {
  return new TableProblems([problem]);
}
