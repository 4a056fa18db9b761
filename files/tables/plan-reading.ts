/**
 * Plans the reading of a table: the positions of the columns that a layout needs, the subjects, and the filters of
 * rows.
 */
import { factsIn } from '../../host/level-facts.ts';
import { sharedMemory } from '../../module/columns.ts';
import { orderLevels } from '../../module/levels.ts';
import type { Manifest, ManifestColumn } from '../../module/manifest.ts';
import { didYouMean, listNames } from '../../module/names.ts';
import { isPattern, matchesPattern } from '../../module/patterns.ts';
import type { Problem } from '../../module/problem-text.ts';
import { tableProblem } from '../../module/table-problems.ts';
import type { ColumnBinding } from './bound-columns.ts';
import { type FactTable, joinedName, planJoins, type TableJoin } from './fact-tables.ts';
import { JoinedRows } from './joined-rows.ts';
import { readNumber } from './read-cell.ts';
import { type RowFilter, testOf } from './row-filters.ts';
import { ProblemList, TableProblems } from './table-error.ts';
import type { TableForm } from './table-visitor.ts';

/** One outcome of the layout with its requested columns, as written: names, or patterns with `*` and `?`. */
export interface OutcomeChoice {
  readonly outcome: string;
  readonly columns: readonly string[];
  /** The columns as one text, for a column whose name holds a comma. */
  readonly text?: string;
}

/** One fit: the column of each outcome. Its name is the column of the outcome with the most columns. */
export interface Subject {
  readonly name: string;
  readonly columns: ReadonlyMap<string, string>;
}

/** What to read from a table. */
export interface TableWanted {
  /** The name of the table in messages, which is the path of its file unless there are several. */
  readonly path: string;
  /** The paths of its files; by default the one at `path`. */
  readonly files?: readonly string[];
  readonly manifest: Manifest;
  /** The columns of outcomes; an outcome without a choice is read from the column of its own name. */
  readonly outcomeChoices?: readonly OutcomeChoice[];
  /** A row is used if it passes all filters. */
  readonly filters?: readonly RowFilter[];
  /** Tables of facts, with one row per level; their columns are added to the rows that name these levels. */
  readonly joins?: readonly string[];
  /** The category whose levels are the columns of an outcome, if stacked; tables of facts may be about these too. */
  readonly stacked?: ManifestColumn;
  /** Whether a table of facts without any needed column is ignored rather than refused. */
  readonly leavesIdleJoins?: boolean;
  /** What stands for success in the columns of binary outcomes; anything else stands for failure. */
  readonly successes?: readonly string[];
  /** The columns that are read under another name. */
  readonly bindings?: readonly ColumnBinding[];
}

/** A column to read: its position in the file, its required contents, and its values so far. */
export interface ColumnReading {
  readonly position: number;
  /** Its name in messages. */
  readonly label: string;
  readonly column: ManifestColumn;
  readonly values: GrowingColumn;
  /** The number of missing cells so far that were replaced by the layout's value. */
  replaced: number;
  /** What stands for success in it, and what was found; null if the usual words do. */
  readonly verdicts: VerdictReading | null;
}

/** The cells that stand for success in lower case, and some of the cells found, by the result. */
export interface VerdictReading {
  readonly successes: ReadonlySet<string>;
  readonly found: Set<string>;
  hasSuccess: boolean;
}

/** A category's column to read: the level names in order of appearance. */
export interface LevelReading {
  /** The category of the levels: the column's own name, or that of a category with several columns. */
  readonly category: string;
  readonly position: number;
  readonly label: string;
  /** The levels that the layout lists, in order. */
  readonly listed: readonly string[] | undefined;
  /** The demand by which the layout orders the levels. */
  readonly orderedBy: string | undefined;
  readonly numbers: Map<string, number>;
  readonly codes: GrowingColumn;
}

/**
 * A column that is constant within each level of a category, with the first value of each level so far, and its row in
 * the file.
 */
export interface FactReading {
  readonly category: string;
  readonly column: string;
  readonly first: Map<number, { readonly value: number; readonly row: number }>;
}

/** A filter of rows: the position of its column, and its test. */
export interface FilterReading {
  readonly filter: RowFilter;
  readonly position: number;
  readonly test: ReturnType<typeof testOf>;
  /** Some values of rows that fail it. */
  readonly seen: Set<string>;
  /** Of a list of values those that no row has had so far, with their tests. */
  readonly unmet: Map<string, ReturnType<typeof testOf>>;
}

/** The positions of the columns in this file. */
export interface ReadingPlan {
  readonly form: TableForm;
  /** The rows with their joined columns. */
  readonly rows: JoinedRows;
  readonly subjects: readonly Subject[];
  readonly demands: ReadonlyMap<string, ColumnReading>;
  readonly categories: ReadonlyMap<string, LevelReading>;
  readonly outcomes: ReadonlyMap<string, ColumnReading>;
  readonly facts: readonly FactReading[];
  readonly filters: readonly FilterReading[];
}

/**
 * Finds the columns in a header and in the joined tables. Outcomes belong to the attempts, so they are searched only in
 * the header.
 *
 * @param areColumns whether the rows are the names of stacked columns
 * @throws TableProblems when a column is missing, or occurs twice.
 */
export function planReading(
  own: readonly string[],
  form: TableForm,
  wanted: TableWanted,
  tables: readonly FactTable[],
  areColumns = false,
): ReadingPlan {
  const { manifest, outcomeChoices = [] } = wanted;
  const joins = joinsOf(own, wanted, tables);
  const rows = new JoinedRows(wanted.path, own, form, joins, areColumns);
  const header = [...own, ...rows.columns];
  const path = joinedName(wanted.path, joins);
  const problems: Problem[] = [];
  const find = (name: string): number => {
    const position = header.indexOf(name);
    if (position >= 0 && header.indexOf(name, position + 1) >= 0) {
      problems.push(tableProblem('twoColumns', { table: path, column: name, isText: form.isText }));
    }
    return position;
  };
  /** A bound column is called in messages as the file calls it. */
  const labelOf = (name: string) => wanted.bindings?.find((bound) => bound.name === name)?.column ?? name;
  const reading = (name: string, column: ManifestColumn): ColumnReading => ({
    position: find(name),
    label: labelOf(name),
    column,
    values: new GrowingColumn(),
    replaced: 0,
    verdicts:
      wanted.successes !== undefined && column.role === 'outcome' && column.kind === 'binary'
        ? {
            successes: new Set(wanted.successes.map((word) => word.toLowerCase())),
            found: new Set(),
            hasSuccess: false,
          }
        : null,
  });
  const demands = new Map(
    manifest.columns
      .filter(({ role }) => role === 'demand')
      .map((column) => [column.name, reading(column.name, column)]),
  );
  const numbersOf = new Map<string, Map<string, number>>();
  const categories = new Map(
    manifest.columns
      .filter(({ role }) => role === 'category')
      .map(({ name, category = name, levels: listed, orderedBy }): [string, LevelReading] => {
        // All columns of one category share its levels.
        const numbers = numbersOf.get(category) ?? new Map<string, number>();
        numbersOf.set(category, numbers);
        return [
          name,
          {
            ...{ category, position: find(name), label: labelOf(name), listed, orderedBy, numbers },
            codes: new GrowingColumn(),
          },
        ];
      }),
  );
  const facts = factsIn(manifest)
    .filter(
      ({ category, column }) => categories.has(category) && (demands.has(column) || categories.has(column)),
    )
    .map((fact): FactReading => ({ ...fact, first: new Map() }));
  const absent = (readings: ReadonlyMap<string, { readonly position: number }>) =>
    [...readings].filter(([, { position }]) => position < 0).map(([name]) => name);
  for (const [names, one, several] of [
    [absent(categories), 'a category', 'categories'],
    [absent(demands), 'a demand', 'demands'],
  ] as const) {
    if (names.length > 0)
      problems.unshift(missingColumns(names, names.length > 1 ? several : one, header, path));
  }
  const filters = (wanted.filters ?? []).map((filter) => {
    const position = find(filter.column);
    if (position < 0) {
      const { column } = filter;
      problems.push(tableProblem('absentFilterColumn', { column, ...absence(column, header, path) }));
    }
    const listed = 'values' in filter ? filter.values : [];
    const unmet = new Map(listed.map((value) => [value, testOf({ column: filter.column, value })]));
    return { filter, position, test: testOf(filter), seen: new Set<string>(), unmet };
  });
  raise(problems);
  const outcomeColumns = manifest.columns.filter(({ role }) => role === 'outcome');
  const subjects = resolveSubjects(
    outcomeChoices,
    outcomeColumns.map(({ name }) => name),
    own,
    wanted.path,
    new Set([...demands.keys(), ...categories.keys(), ...filters.map(({ filter }) => filter.column)]),
  );
  const outcomes = new Map<string, ColumnReading>();
  for (const subject of subjects) {
    for (const column of outcomeColumns) {
      const name = subject.columns.get(column.name)!;
      if (!outcomes.has(name)) outcomes.set(name, reading(name, column));
    }
  }
  raise(problems);
  return { form, rows, subjects, demands, categories, outcomes, facts, filters };
}

function joinsOf(
  header: readonly string[],
  { path, manifest, filters = [], leavesIdleJoins = false }: TableWanted,
  tables: readonly FactTable[],
): TableJoin[] {
  const read = manifest.columns.filter(({ role }) => role !== 'outcome').map(({ name }) => name);
  return planJoins(tables, {
    ...{ path, header, leavesIdle: leavesIdleJoins },
    categories: manifest.columns.filter(({ role }) => role === 'category').map(({ name }) => name),
    read: [...read, ...filters.map(({ column }) => column)],
  });
}

/**
 * Checks that one file of several has the columns that are read.
 *
 * @throws TableProblems for a column that other files have
 */
export function checkFile(
  { rows, demands, categories, outcomes, filters }: ReadingPlan,
  path: string,
  has: (position: number) => boolean,
  header: readonly string[],
): void {
  const readings = [
    ...[...demands.values(), ...categories.values(), ...outcomes.values()],
    ...filters.map(({ filter, position }) => ({ label: filter.column, position })),
  ];
  const absent = readings.find(({ position }) => rows.isOwn(position) && !has(position));
  if (absent === undefined) return;
  raise([
    {
      message: `${path} has no column called \`${absent.label}\`, which other files of the table have.`,
      remedy: `Leave the file out, or add the column to it. Its columns are ${listNames(header)}.`,
    },
  ]);
}

function raise(problems: readonly Problem[]): void {
  const list = new ProblemList();
  for (const problem of problems) list.add(() => problem);
  list.raise();
}

function refusal(problem: Problem): TableProblems {
  return new TableProblems([problem]);
}

function missingColumns(
  names: readonly string[],
  what: string,
  header: readonly string[],
  path: string,
): Problem {
  const numbers = header.filter((cell) => readNumber(cell) !== null).length;
  const quoted = listNames(names.map((name) => `\`${name}\``));
  const meant = names.length > 1 ? '' : didYouMean(names[0]!, header);
  return 2 * numbers > header.length
    ? tableProblem('absentColumnNames', { table: path, names: quoted, role: what, meant })
    : tableProblem('absentColumns', {
        table: path,
        names: quoted,
        role: what,
        meant,
        columns: listNames(header),
      });
}

/** The hint for a name that is not a column: the likely meaning, and the existing columns. */
function absence(name: string, header: readonly string[], table: string) {
  return { table, meant: didYouMean(name, header), columns: listNames(header) };
}

/** The positions of the columns of attempts that the plan reads. */
export function positionsOf({ rows, demands, categories, outcomes, filters }: ReadingPlan): Set<number> {
  const readings = [...demands.values(), ...categories.values(), ...outcomes.values(), ...filters];
  const read = readings.map(({ position }) => position).filter((position) => rows.isOwn(position));
  return new Set([...read, ...rows.keyPositions]);
}

/**
 * The fits to make: patterns are resolved against the header in natural order (agent2 before agent10), an outcome
 * without a choice is read from the column of its own name.
 *
 * @param others columns that are read as something else, which no pattern means
 * @throws TableProblems when a column is missing, or outcomes have different numbers of columns.
 */
export function resolveSubjects(
  choices: readonly OutcomeChoice[],
  outcomes: readonly string[],
  header: readonly string[],
  file: string,
  others: ReadonlySet<string> = new Set(),
): Subject[] {
  if (outcomes.length === 0) return [];
  const columnsOf = outcomes.map((outcome) => {
    const choice = choices.find((each) => each.outcome === outcome);
    if (choice !== undefined) {
      const { text, columns } = choice;
      const wanted = text !== undefined && header.includes(text) ? [text] : columns;
      return [...new Set(wanted.flatMap((column) => matching(column, header, file, others)))];
    }
    if (header.includes(outcome)) return [outcome];
    throw refusal(
      tableProblem('absentOutcome', {
        table: file,
        outcome,
        outcomeOption: '`outcomeChoices`',
        columns: listNames(header),
      }),
    );
  });
  const fits = Math.max(...columnsOf.map((columns) => columns.length));
  const odd = columnsOf.findIndex((columns) => columns.length !== fits && columns.length !== 1);
  if (odd >= 0) {
    throw refusal({
      message: `The outcome \`${outcomes[odd]}\` has ${columnsOf[odd]!.length} columns where another has ${fits}.`,
      remedy: 'Give every outcome as many columns, in the same order, or one column for all fits.',
    });
  }
  const naming = columnsOf.find((columns) => columns.length === fits)!;
  return naming.map((name, fit) => ({
    name,
    columns: new Map(
      outcomes.map((outcome, index) => [outcome, columnsOf[index]![fit] ?? columnsOf[index]![0]!]),
    ),
  }));
}

function matching(
  column: string,
  header: readonly string[],
  file: string,
  others: ReadonlySet<string>,
): string[] {
  if (header.includes(column)) return [column];
  if (!isPattern(column)) {
    throw refusal(tableProblem('absentChoice', { column, ...absence(column, header, file) }));
  }
  const matches = header.filter((name) => !others.has(name) && matchesPattern(column, name));
  if (matches.length === 0) {
    throw refusal({
      message: `No column of ${file} matches \`${column}\`.`,
      remedy: `Its columns are ${listNames(header)}.`,
    });
  }
  return orderLevels(matches);
}

const BLOCK = 1 << 16;
const FIRST_BLOCK = 1 << 10;

/** A column of numbers that grows block by block while a file is read, without one object per row. */
class GrowingColumn {
  readonly #full: Float64Array[] = [];
  #block = new Float64Array(FIRST_BLOCK);
  #used = 0;

  push(value: number): void {
    if (this.#used === this.#block.length) {
      this.#full.push(this.#block);
      this.#block = new Float64Array(BLOCK);
      this.#used = 0;
    }
    this.#block[this.#used++] = value;
  }

  /** The numbers so far, in memory shared by threads. The column is empty afterwards. */
  finish(): Float64Array {
    const length = this.#full.reduce((sum, block) => sum + block.length, this.#used);
    const shared = new Float64Array(sharedMemory(8 * length));
    let at = 0;
    for (const block of this.#full.splice(0)) {
      shared.set(block, at);
      at += block.length;
    }
    shared.set(this.#block.subarray(0, this.#used), at);
    this.#block = new Float64Array(FIRST_BLOCK);
    this.#used = 0;
    return shared;
  }
}
