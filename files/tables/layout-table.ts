/** Reads a table into the columns that a layout needs, and checks every number against the layout's declarations. */

import { levelsInOrder, orderByValue } from '../../host/level-facts.ts';
import { pairsIn } from '../../host/pairs.ts';
import { sharedMemory } from '../../module/columns.ts';
import { type EncodedLevels, type Levels, orderLevels } from '../../module/levels.ts';
import type { Manifest, ManifestColumn } from '../../module/manifest.ts';
import { listNames } from '../../module/names.ts';
import { filledSentence, problemOf } from '../../module/problem-text.ts';
import { cellProblem, type PlacedLater, TABLE_PHRASES, tableProblem } from '../../module/table-problems.ts';
import { bindFacts, bindHeader, type ColumnBinding, checkBindings } from './bound-columns.ts';
import { type FactTable, readFactTables, splitTables } from './fact-tables.ts';
import type { JoinedRows } from './joined-rows.ts';
import {
  type ColumnReading,
  checkFile,
  type FactReading,
  type FilterReading,
  type LevelReading,
  planReading,
  positionsOf,
  type ReadingPlan,
  type Subject,
  type TableWanted,
  type VerdictReading,
} from './plan-reading.ts';
import { readCell, readLevelName, tooMany } from './read-cell.ts';
import type { TableOptions } from './read-options.ts';
import { type FilterAnswer, filterText, ordersDates } from './row-filters.ts';
import { readTableFiles } from './several-files.ts';
import { ProblemList, TableProblems } from './table-error.ts';
import {
  type Cell,
  cellText,
  isMissing,
  type RowProblem,
  type TableForm,
  type TableVisitor,
} from './table-visitor.ts';

/** The rows of a table that pass the filters, as one array per column, in memory shared by threads. */
export interface Table {
  readonly rows: number;
  /** The number in the file of each row, from 1. */
  readonly numbers: readonly number[];
  readonly subjects: readonly Subject[];
  readonly demands: ReadonlyMap<string, Float64Array>;
  /** The numbers of each category's levels. */
  readonly categories: ReadonlyMap<string, Float64Array>;
  /** The names of those levels. */
  readonly levels: Levels;
  /** Outcome columns, by their names in the table. */
  readonly outcomes: ReadonlyMap<string, Float64Array>;
  /** For each demand with missing cells, the number of cells that were replaced by the layout's value. */
  readonly replaced: ReadonlyMap<string, number>;
  /** The columns from tables of facts, with the paths of these tables. */
  readonly joined: ReadonlyMap<string, string>;
  /** The facts about the stacked outcome columns, one row per column; null without such facts. */
  readonly ofColumns: Table | null;
  /** What a user should know of the files, such as samples without a score. */
  readonly notes: readonly string[];
  /** The rows of the tables beside the main one; absent if there are none. */
  readonly further?: FurtherRows;
}

/** The rows of the tables beside the main one. */
export interface FurtherRows {
  /** That of the module, with the columns of all tables. */
  readonly manifest: Manifest;
  /** All columns of the manifest, in the rows of these tables alone. */
  readonly columns: ReadonlyMap<string, Float64Array>;
  /** What a user should know of them: how many there are, and which levels only some of the tables have. */
  readonly notes: readonly string[];
}

/** What to read, and how. */
export interface TableRequest extends TableWanted {
  readonly options?: TableOptions;
  /** The allowed levels of each category; any if absent. */
  readonly levels?: Levels;
  /** Called with the names of all columns, and then with the cells of each used row. */
  readonly keep?: (cells: readonly Cell[]) => void;
}

/** The maximum number of values of a filter's column that are remembered, to be listed if no row passes. */
const REMEMBERED = 1000;

/**
 * Reads the columns that a layout needs, and no others unless all are kept.
 *
 * @throws TableProblems with the file, the place, the value found and the value needed, for up to five problems;
 *   FileError when the file cannot be read as a table; RangeError for a filter that orders rows by a text; the system's
 *   errors; the signal's reason.
 */
export async function readLayoutTable(asked: TableRequest): Promise<Table> {
  const request = { ...asked, manifest: withoutPairs(asked.manifest) };
  const { path, manifest, stacked, leavesIdleJoins = false, bindings = [], options = {} } = request;
  const facts = await readFactTables(request.joins ?? [], options);
  const tables = bindings.length === 0 ? facts : facts.map((table) => bindFacts(table, bindings));
  let ofColumns: readonly FactTable[] = [];
  const planRows: PlanRows = (header, form) => {
    const categories = manifest.columns.filter(({ role }) => role === 'category').map(({ name }) => name);
    const split = splitTables(
      tables,
      { path, header, categories, leavesIdle: leavesIdleJoins },
      stacked?.name,
    );
    ofColumns = split.ofColumns;
    const columns = manifest.columns.filter((column) => !isFactIn(ofColumns, column));
    return planReading(header, form, { ...request, manifest: { ...manifest, columns } }, split.ofRows);
  };
  const rows = {
    ...request,
    check: (header: readonly string[], form: TableForm) =>
      checkBindings(bindings, { path, header, form }, facts),
  };
  const table = await readRows(rows, planRows, (visitor) =>
    readTableFiles(request.files ?? [path], visitor, options),
  );
  const whole = addPairs(table, asked.manifest);
  return ofColumns.length === 0
    ? whole
    : { ...whole, ofColumns: await readFactsOf(table.subjects, ofColumns, request) };
}

/** The columns that a file has: the levels of pairs follow from those of other categories. */
function withoutPairs(manifest: Manifest): Manifest {
  return { ...manifest, columns: manifest.columns.filter(({ pairOf }) => pairOf === undefined) };
}

/** The table with the categories of pairs whose parts it has, in memory shared by threads. */
export function addPairs(table: Table, manifest: Manifest): Table {
  const pairs = [...pairsIn(manifest, { codes: table.categories, levels: table.levels })];
  if (pairs.length === 0) return table;
  const shared = (codes: Float64Array) => {
    const column = new Float64Array(sharedMemory(codes.byteLength));
    column.set(codes);
    return column;
  };
  return {
    ...table,
    categories: new Map([
      ...table.categories,
      ...pairs.map(([name, { codes }]) => [name, shared(codes)] as const),
    ]),
    levels: new Map([...table.levels, ...pairs.map(([name, { levels }]) => [name, levels] as const)]),
  };
}

function isFactIn(tables: readonly FactTable[], { name, role }: ManifestColumn): boolean {
  return role !== 'outcome' && tables.some(({ header }) => header.includes(name));
}

/** The facts about the stacked columns: a table with one row per column name. */
function readFactsOf(
  subjects: readonly Subject[],
  tables: readonly FactTable[],
  { path, manifest, stacked, leavesIdleJoins = false, options = {} }: TableRequest,
): Promise<Table> {
  const columns = [stacked!, ...manifest.columns.filter((column) => isFactIn(tables, column))];
  const request = { path, manifest: { ...manifest, columns }, leavesIdleJoins, options };
  const planRows: PlanRows = (header, form) => planReading(header, form, request, tables, true);
  return readRows(request, planRows, async (visitor) => {
    visitor.begin([stacked!.name], { isText: true, record: 'row', field: 'column' });
    for (const [place, { name }] of subjects.entries()) visitor.row([name], place + 1);
  });
}

type PlanRows = (header: readonly string[], form: TableForm) => ReadingPlan;

/**
 * @param request `check` is called with the header of the file, before any row
 * @param feed passes the header and the rows to the visitor
 */
async function readRows(
  request: TableRequest & { check?(header: readonly string[], form: TableForm): void },
  planRows: PlanRows,
  feed: (visitor: TableVisitor) => Promise<void>,
): Promise<Table> {
  const { path, bindings = [], options = {} } = request;
  const problems = new ProblemList();
  let plan: ReadingPlan | undefined;
  const numbers: number[] = [];
  /** The current row's demands and categories; null after a reported problem. */
  const found = new Map<string, number | null>();
  let rowsSeen = 0;
  /** Where the columns stand in the file; null if none is bound. */
  let sources: readonly number[] | null = null;
  /** The places of the cells that are kept. */
  let kept: readonly number[] = [];
  /** The columns of the files, as the layout names them. */
  let names: readonly string[] = [];
  /** The file of the current rows. */
  let current = path;
  const notes: string[] = [];
  const visitor: TableVisitor = {
    begin(header: readonly string[], form: TableForm) {
      request.check?.(header, form);
      const bound = bindHeader(header, bindings);
      names = bound.header;
      sources = bindings.length === 0 ? null : bound.sources;
      plan = planRows(bound.header, form);
      // A kept table has its own columns and those of joined tables, each once.
      kept = [...header.keys(), ...joinedPlaces(plan.rows.columns, bound.header.length, bindings)];
      request.keep?.([...header, ...plan.rows.columns.filter((name) => !isBound(name, bindings))]);
      if (request.keep !== undefined) return header.keys();
      return new Set(Array.from(positionsOf(plan), (position) => bound.sources[position]!));
    },
    row(given: readonly Cell[], record: number) {
      options.signal?.throwIfAborted();
      const { rows, filters, demands, categories, outcomes, facts } = plan!;
      rowsSeen++;
      const own = sources === null ? given : sources.map((source) => given[source]!);
      const cells = rows.take(own, record);
      const answer = answerOf(filters, cells, rows, problems);
      if (answer === 'unordered') rows.finishRow();
      if (answer !== 'passes') return;
      numbers.push(rowsSeen);
      rows.tellAbsent(problems);
      request.keep?.(sources === null ? cells : kept.map((place) => cells[place]!));
      const report: Report =
        ({ position, label }) =>
        (problem) => {
          if (rows.isNew(position)) problems.add(() => problem(rows.placeOf(position, label)));
        };
      for (const [demand, reading] of demands) found.set(demand, readInto(reading, cells, rows, report));
      for (const [category, reading] of categories)
        found.set(category, readLevel(reading, cells, rows, report, request.levels?.get(category)));
      for (const reading of outcomes.values()) readInto(reading, cells, rows, report, demands);
      for (const fact of facts) checkFact(fact, found, plan!, problems);
      rows.finishRow();
    },
    flaw(row: number, problem: RowProblem) {
      rowsSeen++;
      problems.add(() => problem({ table: current, record: plan!.form.record, row }));
    },
    from(file: string, header: readonly string[]) {
      current = file;
      plan!.rows.from(file);
      const own = new Set(bindHeader(header, bindings).header);
      checkFile(plan!, file, (position) => own.has(names[position]!), header);
    },
    note(text: string, answeredBy?: string) {
      if (!(request.filters ?? []).some(({ column }) => column === answeredBy)) notes.push(text);
    },
  };
  await feed(visitor);
  problems.raise();
  if (request.successes !== undefined) checkVerdicts(plan!, path, request.successes);
  if (rowsSeen === 0) throw noRows(path, plan!);
  if (numbers.length === 0) throw nothingLeft(path, plan!);
  return { ...finish(plan!, numbers, request), notes: [...notes, ...unmetValues(plan!)] };
}

/** Listed values that no row has, which may be misspelt: without a note the rows that were meant would be left out unseen. */
function unmetValues({ filters }: ReadingPlan): string[] {
  return filters.flatMap(({ filter, seen, unmet }, place) => {
    if (unmet.size === 0) return [];
    const left = place === 0 ? 'no row' : 'no row that passes the filters before it';
    const others = seen.size === 0 ? '' : `; rows that it leaves out have ${listNames(orderLevels(seen))}`;
    return [`\`${filterText(filter)}\` lists ${listNames([...unmet.keys()])}, which ${left} has${others}.`];
  });
}

function isBound(column: string, bindings: readonly ColumnBinding[]): boolean {
  return bindings.some(({ name }) => name === column);
}

/** The places of the joined columns that are not bound, behind `own` others. */
function joinedPlaces(
  columns: readonly string[],
  own: number,
  bindings: readonly ColumnBinding[],
): readonly number[] {
  return columns.flatMap((name, place) => (isBound(name, bindings) ? [] : [own + place]));
}

function finish(
  plan: ReadingPlan,
  rowNumbers: readonly number[],
  { path, levels: known }: TableRequest,
): Table {
  const values = (readings: ReadonlyMap<string, ColumnReading>) =>
    new Map([...readings].map(([name, reading]) => [name, reading.values.finish()]));
  const encoded = [...plan.categories].map(
    ([name, reading]) =>
      [name, finishLevels(reading, known === undefined ? orderOf(reading, plan, path) : null)] as const,
  );
  const replaced = [...plan.demands].map(([name, reading]) => [name, reading.replaced] as const);
  return {
    rows: rowNumbers.length,
    numbers: rowNumbers,
    subjects: plan.subjects,
    demands: values(plan.demands),
    categories: new Map(encoded.map(([name, { codes }]) => [name, codes])),
    levels: new Map(
      encoded.flatMap(([name, { levels }]) =>
        [plan.categories.get(name)!.category, name].map((each) => [each, levels] as const),
      ),
    ),
    outcomes: values(plan.outcomes),
    replaced: new Map(replaced.filter(([, count]) => count > 0)),
    joined: plan.rows.paths,
    ofColumns: null,
    notes: [],
  };
}

/** The columns of one fit, by their names in the layout. */
export function columnsOfSubject(table: Table, subject: Subject): Map<string, Float64Array> {
  const columns = new Map([...table.demands, ...table.categories]);
  for (const [outcome, column] of subject.columns) columns.set(outcome, table.outcomes.get(column)!);
  return columns;
}

/** Whether the current row passes the filters. A cell that has no place in the order of a filter is reported. */
function answerOf(
  filters: readonly FilterReading[],
  cells: readonly Cell[],
  rows: JoinedRows,
  problems: ProblemList,
): FilterAnswer {
  for (const { filter, position, test, seen, unmet } of filters) {
    if (rows.isAbsent(position)) continue;
    const cell = cells[position]!;
    const answer = test(cell, rows.formOf(position));
    if (answer === 'passes')
      for (const [value, isValue] of unmet)
        if (isValue(cell, rows.formOf(position)) === 'passes') unmet.delete(value);
    if (answer === 'fails' && seen.size < REMEMBERED) seen.add(cellText(cell));
    if (answer === 'unordered' && rows.isNew(position)) {
      problems.add(() =>
        problemOf(ordersDates(filter) ? NO_DATE_TO_COMPARE : NO_NUMBER_TO_COMPARE, {
          ...{ cell: cellText(cell), asked: filterText(filter) },
          ...rows.placeOf(position, filter.column),
        }),
      );
    }
    if (answer !== 'passes') return answer;
  }
  return 'passes';
}

const NO_NUMBER_TO_COMPARE = {
  at: 'cell',
  message: 'found "{cell}" where the filter `{asked}` needs a number.',
  remedy: 'Write a number, or leave the cell empty, so that its row is not used.',
} as const;

const NO_DATE_TO_COMPARE = {
  at: 'cell',
  message: 'found "{cell}" where the filter `{asked}` needs a date.',
  remedy: 'Write it as 2024-06-01, or leave the cell empty, so that its row is not used.',
} as const;

/** Reports a level whose value differs from that in its first row. */
function checkFact(
  { category, column, first }: FactReading,
  found: ReadonlyMap<string, number | null>,
  { rows, demands, categories }: ReadingPlan,
  problems: ProblemList,
): void {
  const [level, value] = [found.get(category) ?? null, found.get(column) ?? null];
  if (level === null || value === null) return;
  const { position, label } = (demands.get(column) ?? categories.get(column))!;
  const known = first.get(level);
  if (known === undefined) first.set(level, { value, row: rows.placeOf(position, label).row });
  if (known === undefined || known.value === value) return;
  const group = categories.get(column);
  const text = (each: number) => (group === undefined ? String(each) : nameOfLevel(group, each));
  problems.add(() =>
    tableProblem(group === undefined ? 'severalValuesOfLevel' : 'severalGroupsOfLevel', {
      ...{ cell: text(value), held: text(known.value), lo: known.row },
      ...{ level: nameOfLevel(categories.get(category)!, level), names: category },
      ...rows.placeOf(position, label),
    }),
  );
}

function nameOfLevel({ numbers }: LevelReading, code: number): string {
  return [...numbers.keys()][code]!;
}

/**
 * Reports a problem of the column in the current row. A problem in a table of facts is reported once, even if many rows
 * name the level.
 */
type Report = (reading: Pick<ColumnReading, 'position' | 'label'>) => (problem: PlacedLater) => void;

/** The value of a cell; null after a reported problem. */
function readInto(
  reading: ColumnReading,
  cells: readonly Cell[],
  rows: JoinedRows,
  report: Report,
  others: ReadonlyMap<string, ColumnReading> = new Map(),
): number | null {
  const { position, column, values } = reading;
  // It has been reported that the level has no row with a value.
  if (rows.isAbsent(position)) return null;
  const cell = cells[position]!;
  const form = rows.formOf(position);
  const value =
    reading.verdicts !== null && !isMissing(cell, form)
      ? verdictOf(cell, reading.verdicts)
      : readCell(cell, column, form);
  if (typeof value !== 'number') {
    report(reading)(value);
    return null;
  }
  values.push(value);
  if (column.missing !== undefined && rows.isNew(position) && isMissing(cell, form)) reading.replaced++;
  const trials = column.trials === undefined ? undefined : others.get(column.trials);
  if (trials === undefined || rows.isAbsent(trials.position)) return value;
  const most = readCell(cells[trials.position]!, trials.column, rows.formOf(trials.position));
  // It has been reported if the number of trials is not a number.
  const excess = typeof most === 'number' ? tooMany(value, column, most) : null;
  if (excess !== null) report(reading)(excess);
  return value;
}

/** Whether a cell stands for success. */
function verdictOf(cell: Cell, verdicts: VerdictReading): 0 | 1 {
  const text = cellText(cell).toLowerCase();
  const isSuccess = verdicts.successes.has(text);
  if (isSuccess) verdicts.hasSuccess = true;
  else if (verdicts.found.size < REMEMBERED) verdicts.found.add(cellText(cell));
  return isSuccess ? 1 : 0;
}

/** @throws TableProblems when nothing in an outcome's column stands for success, as after a typing mistake */
function checkVerdicts({ outcomes }: ReadingPlan, path: string, successes: readonly string[]): void {
  const none = [...outcomes.values()].find(
    ({ verdicts }) => verdicts !== null && !verdicts.hasSuccess && verdicts.found.size > 0,
  );
  if (none === undefined) return;
  throw new TableProblems([
    {
      message: `${path}, column \`${none.label}\`: no cell is ${successes.join(' or ')}, so there would be no success.`,
      remedy: `It holds ${listNames(orderLevels(none.verdicts!.found))}: give those that stand for success as \`successes\`.`,
    },
  ]);
}

/** The number of a level. */
function readLevel(
  reading: LevelReading,
  cells: readonly Cell[],
  rows: JoinedRows,
  report: Report,
  known: readonly string[] | undefined,
): number | null {
  const { position, listed, numbers, codes } = reading;
  if (rows.isAbsent(position)) return null;
  const name = readLevelName(cells[position]!, rows.formOf(position));
  if (typeof name !== 'string') {
    report(reading)(name);
    return null;
  }
  if (known !== undefined && !numbers.has(name) && !known.includes(name)) {
    report(reading)(cellProblem('unknownLevel', { word: JSON.stringify(name), known: listNames(known) }));
    return null;
  }
  if (listed !== undefined && !numbers.has(name) && !listed.includes(name)) {
    report(reading)(cellProblem('unlistedLevel', { cell: name, known: listNames(listed) }));
    return null;
  }
  const number = numbers.get(name) ?? numbers.size;
  numbers.set(name, number);
  codes.push(number);
  return number;
}

/**
 * The levels in the order of the demand by which the layout orders them; null without such a demand.
 *
 * @throws TableProblems when two have the same value
 */
function orderOf(
  { category, orderedBy, numbers }: LevelReading,
  { facts }: ReadingPlan,
  table: string,
): readonly string[] | null {
  const fact = facts.find((each) => each.category === category && each.column === orderedBy);
  if (fact === undefined) return null;
  const names = orderLevels(numbers.keys());
  const valueAt = (place: number) => fact.first.get(numbers.get(names[place]!)!)!.value;
  const order = orderByValue(names.length, valueAt, (first, second) => {
    const levels = { level: names[first]!, word: names[second]! };
    const values = { table, names: category, column: fact.column, value: valueAt(first) };
    return new TableProblems([tableProblem('sameOrderOfLevels', { ...levels, ...values })]);
  });
  return order.map((place) => names[place]!);
}

/**
 * The sorted levels, and each row's level number in that order.
 *
 * @param order the order by a demand; null if names or a list define the order
 */
function finishLevels(
  { numbers, codes, listed }: LevelReading,
  order: readonly string[] | null,
): EncodedLevels {
  const levels = order ?? levelsInOrder(new Set(numbers.keys()), listed);
  const places = new Map(levels.map((level, place) => [numbers.get(level)!, place]));
  const found = codes.finish();
  for (const [row, code] of found.entries()) found[row] = places.get(code)!;
  return { codes: found, levels };
}

function noRows(path: string, { form }: ReadingPlan): TableProblems {
  return new TableProblems([tableProblem(form.isText ? 'noRows' : 'noRowsOfColumns', { table: path })]);
}

function nothingLeft(path: string, { filters }: ReadingPlan): TableProblems {
  const asked = filters.map(({ filter }) => filterText(filter)).join(' and ');
  const held = filters
    .filter(({ seen }) => seen.size > 0)
    .map(({ filter: { column }, seen }) =>
      filledSentence(TABLE_PHRASES.holds, { column, known: listNames(orderLevels(seen)) }),
    );
  return new TableProblems([tableProblem('noRowChosen', { table: path, asked, held: held.join('; ') })]);
}
