/** The columns of a table that `explore` relates: outcomes by subject, demands, groups and cells. */
import type { Coefficient, ExploredSubject, TableToExplore } from '../../analysis/explore/explore-table.ts';
import { describeTable, type TableDescription } from '../../files/tables/describe-columns.ts';
import { columnsThrough, type TableColumn } from '../../files/tables/read-columns.ts';
import type { TableOptions } from '../../files/tables/read-options.ts';
import type { RowFilter } from '../../files/tables/row-filters.ts';
import { readTableFiles } from '../../files/tables/several-files.ts';
import type { TableVisitor } from '../../files/tables/table-visitor.ts';
import { orderLevels } from '../../module/levels.ts';
import { didYouMean, listNames } from '../../module/names.ts';
import { OUTCOME_WORDS } from '../../module/outcome-words.ts';
import { isPattern, matchesPattern } from '../../module/patterns.ts';
import { badInput } from '../failure.ts';
import { unreadable } from '../inputs/read-file.ts';
import type { TableFiles } from '../inputs/table-files.ts';
import { filtered } from '../tables/filtered-rows.ts';

export interface ExploredColumns {
  /** Names or patterns. */
  readonly outcome: readonly string[];
  /** The category whose levels are the subjects; absent if each outcome column is one. */
  readonly subject?: string;
  readonly by?: string;
  readonly cells: readonly string[];
  /** Names or patterns of demands; absent for all other columns of numbers. */
  readonly columns?: readonly string[];
  readonly rows: readonly RowFilter[];
  readonly coefficient: Coefficient;
}

/** More subjects or columns than this are no table that a person reads. */
const MOST = { subjects: 200, columns: 200, groups: 500 } as const;

/** @throws Failure (input) for a table or columns that cannot be explored so; FileError; the signal's reason */
export async function readExplored(
  data: TableFiles,
  wanted: ExploredColumns,
  options: TableOptions,
): Promise<{ readonly table: TableToExplore; readonly notes: readonly string[] }> {
  try {
    const described = await describeTable(data.files, options);
    const names = namesOf(data.path, described, wanted);
    const asked = [...new Set([...names.outcomes, ...names.demands, ...names.categories])];
    const read = (visitor: TableVisitor) =>
      readTableFiles(data.files, filtered(visitor, data.path, wanted.rows), options);
    const columns = await columnsThrough(read, data.path, asked);
    return { table: tableOf(data.path, columns, names, wanted), notes: described.notes };
  } catch (error) {
    throw unreadable(data.path, 'table', error);
  }
}

interface FoundNames {
  readonly outcomes: readonly string[];
  readonly demands: readonly string[];
  readonly categories: readonly string[];
}

function namesOf(path: string, { columns }: TableDescription, wanted: ExploredColumns): FoundNames {
  const all = columns.map(({ name }) => name);
  const known = (name: string) => {
    if (all.includes(name)) return name;
    throw badInput(
      `${path} has no column called \`${name}\`.${didYouMean(name, all)}`,
      `Its columns are ${listNames(all)}.`,
    );
  };
  const matching = (given: readonly string[]) => [
    ...new Set(
      given.flatMap((each) => {
        if (!isPattern(each) || all.includes(each)) return [known(each)];
        const found = all.filter((name) => matchesPattern(each, name));
        if (found.length > 0) return found;
        throw badInput(`No column of ${path} matches \`${each}\`.`, `Its columns are ${listNames(all)}.`);
      }),
    ),
  ];
  const outcomes = matching(wanted.outcome);
  const categories = [wanted.subject, wanted.by, ...wanted.cells].flatMap((name) =>
    name === undefined ? [] : [known(name)],
  );
  const taken = new Set([...outcomes, ...categories]);
  const numeric = columns
    .filter(({ kind }) => kind === 'flag' || kind === 'whole' || kind === 'number')
    .map(({ name }) => name);
  const demands =
    wanted.columns === undefined
      ? numeric.filter((name) => !taken.has(name))
      : matching(wanted.columns).filter((name) => !outcomes.includes(name));
  if (wanted.subject !== undefined && outcomes.length > 1) {
    throw badInput(
      `With the subjects in \`${wanted.subject}\`, there is one column of outcomes, and ${outcomes.length} are named.`,
      'Name one with --outcome, or leave --subject out: each column is then a subject.',
    );
  }
  if (demands.length > MOST.columns) {
    throw badInput(
      `${path} has ${demands.length} columns of numbers, and at most ${MOST.columns} are compared.`,
      'Name those of interest with --columns.',
    );
  }
  const text = demands.find((name) => !numeric.includes(name));
  if (text !== undefined) {
    throw badInput(
      `The column \`${text}\` of ${path} does not hold numbers, so nothing can be correlated with it.`,
      'Leave it out of --columns, or group by it: --by.',
    );
  }
  return { outcomes, demands, categories };
}

function tableOf(
  path: string,
  columns: ReadonlyMap<string, TableColumn>,
  { outcomes, demands }: FoundNames,
  { subject, by, cells, coefficient }: ExploredColumns,
): TableToExplore {
  const texts = (name: string): readonly string[] =>
    [...columns.get(name)!].map((value) => (isAbsent(value) ? '' : String(value)));
  const { length } = columns.values().next().value!;
  const success = outcomes.map((name) => ({ name, values: outcomesIn(path, name, columns.get(name)!) }));
  const subjects =
    subject === undefined
      ? success.map(({ name, values }) => subjectOf(name, values, () => true))
      : subjectsIn(path, subject, texts(subject), success[0]!.values);
  const present = subjects.filter(({ rows }) => rows.length > 0);
  if (present.length === 0) {
    throw badInput(
      `No row of ${path} that is used has an outcome in ${listNames(outcomes)}.`,
      'Look at the table with `theodolite tables`, and at --rows if it is given.',
    );
  }
  const groups = by === undefined ? null : texts(by).map(named);
  const count = groups === null ? 0 : new Set(groups).size;
  if (count > MOST.groups) {
    throw badInput(
      `\`${by}\` has ${count} values, and at most ${MOST.groups} are told apart.`,
      'Group by a column with fewer, such as the kind of task.',
    );
  }
  const keys = cells.map(texts);
  return {
    demands: demands.map((name) => ({ name, values: numbersIn(columns.get(name)!) })),
    subjects: present,
    groups,
    cells:
      cells.length === 0
        ? null
        : Array.from({ length }, (_, row) => JSON.stringify(keys.map((values) => values[row]))),
    coefficient,
  };
}

function isAbsent(value: number | string | null): boolean {
  return value === null || (typeof value === 'number' && Number.isNaN(value));
}

function named(level: string): string {
  return level === '' ? '(missing)' : level;
}

/** A column in which every cell is missing is read as text. */
function numbersIn(column: TableColumn): Float64Array {
  return column instanceof Float64Array ? column : new Float64Array(column.length).fill(Number.NaN);
}

/** Numbers from 0 to 1, or words for success and failure. */
function outcomesIn(path: string, name: string, column: TableColumn): Float64Array {
  const values =
    column instanceof Float64Array
      ? column
      : Float64Array.from(column, (cell) =>
          cell === null ? Number.NaN : (wordOf(cell) ?? Number.POSITIVE_INFINITY),
        );
  const wrong = values.findIndex((value) => value < 0 || value > 1);
  if (wrong < 0) return values;
  throw badInput(
    `The column \`${name}\` of ${path} does not hold outcomes: \`${String(column[wrong])}\` is neither a success, nor a failure, nor a share from 0 to 1.`,
    'Name another column with --outcome; `theodolite tables` says what each holds.',
  );
}

function wordOf(cell: string): number | null {
  return OUTCOME_WORDS.get(cell.trim().toLowerCase()) ?? null;
}

function subjectOf(name: string, values: Float64Array, isOwn: (row: number) => boolean): ExploredSubject {
  const rows = Int32Array.from(values.keys()).filter((row) => !Number.isNaN(values[row]!) && isOwn(row));
  return { name, rows, outcomes: Float64Array.from(rows, (row) => values[row]!) };
}

function subjectsIn(
  path: string,
  category: string,
  levels: readonly string[],
  values: Float64Array,
): ExploredSubject[] {
  const names = orderLevels([...new Set(levels)].filter((level) => level !== ''));
  if (names.length > MOST.subjects) {
    throw badInput(
      `\`${category}\` of ${path} names ${names.length} subjects, and at most ${MOST.subjects} are compared.`,
      'Choose some with --rows, such as --rows "model in (a, b)".',
    );
  }
  return names.map((name) => subjectOf(name, values, (row) => levels[row] === name));
}
