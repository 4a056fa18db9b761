/** Reads a CSV table into the columns a layout wants, checking every number against what the layout declares. */
import { type EncodedLevels, type Levels, orderLevels } from '../host/levels.ts';
import type { Manifest, ManifestColumn } from '../host/manifest.ts';
import { readRecords } from './csv-records.ts';
import { didYouMean } from './did-you-mean.ts';
import { badInput, EXIT, Failure, type Problem } from './failure.ts';
import { GrowingColumn } from './growing-column.ts';
import { counted, listNames } from './list-names.ts';
import { type OutcomeChoice, resolveSubjects, type Subject } from './outcome-choice.ts';
import { isMissing, readCell, tooMany } from './read-cell.ts';
import { readNumber } from './read-number.ts';
import { passesFilter, type RowFilter } from './row-filter.ts';

/** The rows of a table that pass the filters, as one array a column, in memory that threads share. */
export interface Table {
  readonly rows: number;
  readonly subjects: readonly Subject[];
  readonly demands: ReadonlyMap<string, Float64Array>;
  /** The numbers of each category's levels. */
  readonly categories: ReadonlyMap<string, Float64Array>;
  /** The names of those levels. */
  readonly levels: Levels;
  /** Outcome columns by their name in the table. */
  readonly outcomes: ReadonlyMap<string, Float64Array>;
  /** How many cells of the file had no value and were given the layout's, for each demand that has such cells. */
  readonly replaced: ReadonlyMap<string, number>;
}

/** What to read. */
export interface TableRequest {
  readonly path: string;
  readonly manifest: Manifest;
  readonly choices: readonly OutcomeChoice[];
  /** A row is used when it passes all of them. */
  readonly filters: readonly RowFilter[];
  readonly signal: AbortSignal;
  /** Told the fields of the header, and then those of each row that is used. */
  readonly keep?: (fields: readonly string[]) => void;
}

/** A column to read: where it is in the file, what it must hold, and what it has held so far. */
interface Reading {
  readonly position: number;
  /** What messages call it. */
  readonly label: string;
  readonly column: ManifestColumn;
  readonly values: GrowingColumn;
  /** Cells so far that had no value and were given the layout's. */
  replaced: number;
}

/** A category's column to read: the levels' names as they come. */
interface LevelReading {
  readonly position: number;
  readonly label: string;
  readonly numbers: Map<string, number>;
  readonly codes: GrowingColumn;
}

/** Where the columns are in this file. */
interface Plan {
  readonly header: readonly string[];
  readonly subjects: readonly Subject[];
  readonly demands: ReadonlyMap<string, Reading>;
  readonly categories: ReadonlyMap<string, LevelReading>;
  readonly outcomes: ReadonlyMap<string, Reading>;
  readonly filters: readonly (RowFilter & { readonly position: number; readonly seen: Set<string> })[];
}

/** How many problems with the data are told at once. */
const TOLD = 5;

/** How many different values of a filter's column are remembered, to be listed when none passes. */
const REMEMBERED = 1000;

/**
 * Reads the columns wanted by a layout, and no others.
 *
 * @throws Failure (input) naming file, line, column, the value found and what was wanted, for up to five problems.
 */
export async function readTable(request: TableRequest): Promise<Table> {
  const { path, signal } = request;
  if (/\.(?:ml|wasm)$/i.test(path)) {
    throw badInput(`${path} is a layout, and a table is wanted here.`, 'Give a CSV table after the layout.');
  }
  const problems = new ProblemList(path);
  let plan: Plan | undefined;
  let rows = 0;
  let rowsSeen = 0;
  await readRecords(path, (fields, line) => {
    signal.throwIfAborted();
    if (plan === undefined) {
      plan = planReading(
        fields.map((field) => field.trim()),
        request,
      );
      request.keep?.(plan.header);
      return;
    }
    rowsSeen++;
    if (fields.length !== plan.header.length) {
      problems.add(
        `line ${line}`,
        `it has ${counted(fields.length, 'field')} where the header has ${plan.header.length}`,
        'Give every row one field for each column; quote a field that holds the separator.',
      );
      return;
    }
    if (!plan.filters.every((filter) => passes(filter, fields))) return;
    rows++;
    request.keep?.(fields);
    for (const reading of plan.demands.values()) readInto(reading, fields, line, problems);
    for (const reading of plan.categories.values()) readLevel(reading, fields, line, problems);
    for (const reading of plan.outcomes.values()) readInto(reading, fields, line, problems, plan.demands);
  });
  if (plan === undefined) {
    throw badInput(`${path} is empty.`, 'Give a CSV table whose first line names the columns.');
  }
  problems.raise();
  if (rowsSeen === 0) {
    throw badInput(`${path} has a header and no rows.`, 'Give at least one row under the header.');
  }
  if (rows === 0) throw nothingLeft(path, plan);
  const finish = (readings: ReadonlyMap<string, Reading>) =>
    new Map([...readings].map(([name, reading]) => [name, reading.values.finish()]));
  const encoded = [...plan.categories].map(([name, reading]) => [name, finishLevels(reading)] as const);
  const replaced = [...plan.demands].map(([name, reading]) => [name, reading.replaced] as const);
  return {
    rows,
    subjects: plan.subjects,
    demands: finish(plan.demands),
    categories: new Map(encoded.map(([name, { codes }]) => [name, codes])),
    levels: new Map(encoded.map(([name, { levels }]) => [name, levels])),
    outcomes: finish(plan.outcomes),
    replaced: new Map(replaced.filter(([, count]) => count > 0)),
  };
}

/** The columns of one fit, by the names the layout has for them. */
export function columnsOf(table: Table, subject: Subject): Map<string, Float64Array> {
  const columns = new Map([...table.demands, ...table.categories]);
  for (const [outcome, column] of subject.columns) columns.set(outcome, table.outcomes.get(column)!);
  return columns;
}

function planReading(header: readonly string[], request: TableRequest): Plan {
  const { path, manifest } = request;
  const problems: Problem[] = [];
  const find = (name: string): number => {
    const position = header.indexOf(name);
    if (position >= 0 && header.indexOf(name, position + 1) >= 0) {
      problems.push({
        message: `${path} has two columns called \`${name}\`.`,
        remedy: 'Give each column a name of its own in the first line.',
      });
    }
    return position;
  };
  const reading = (name: string, column: ManifestColumn): Reading => ({
    position: find(name),
    label: name,
    column,
    values: new GrowingColumn(),
    replaced: 0,
  });
  const demands = new Map(
    manifest.columns
      .filter(({ role }) => role === 'demand')
      .map((column) => [column.name, reading(column.name, column)]),
  );
  const categories = new Map(
    manifest.columns
      .filter(({ role }) => role === 'category')
      .map(({ name }): [string, LevelReading] => [
        name,
        { position: find(name), label: name, numbers: new Map(), codes: new GrowingColumn() },
      ]),
  );
  const absent = (readings: ReadonlyMap<string, { readonly position: number }>) =>
    [...readings].filter(([, { position }]) => position < 0).map(([name]) => name);
  for (const [names, one, several] of [
    [absent(categories), 'a category', 'categories'],
    [absent(demands), 'a demand', 'demands'],
  ] as const) {
    if (names.length > 0)
      problems.unshift(missingColumns(names, names.length > 1 ? several : one, header, path));
  }
  const filters = request.filters.map((filter) => {
    const position = find(filter.column);
    if (position < 0) {
      problems.push({
        message: `${path} has no column called \`${filter.column}\` to choose rows by.${didYouMean(filter.column, header)}`,
        remedy: `Its columns are ${listNames(header)}.`,
      });
    }
    return { ...filter, position, seen: new Set<string>() };
  });
  raiseAll(problems);
  const outcomeColumns = manifest.columns.filter(({ role }) => role === 'outcome');
  const subjects = resolveSubjects(
    request.choices,
    outcomeColumns.map(({ name }) => name),
    header,
    path,
  );
  const outcomes = new Map<string, Reading>();
  for (const subject of subjects) {
    for (const column of outcomeColumns) {
      const name = subject.columns.get(column.name)!;
      if (!outcomes.has(name)) outcomes.set(name, reading(name, column));
    }
  }
  raiseAll(problems);
  return { header, subjects, demands, categories, outcomes, filters };
}

function missingColumns(
  names: readonly string[],
  what: string,
  header: readonly string[],
  path: string,
): Problem {
  const several = names.length > 1;
  const numbers = header.filter((cell) => readNumber(cell) !== null).length;
  return {
    message: `${path} has no column called ${listNames(names.map((name) => `\`${name}\``))}, ${what} of the layout.${several ? '' : didYouMean(names[0]!, header)}`,
    remedy:
      2 * numbers > header.length
        ? 'Its first line holds numbers: put a line above it that names the columns.'
        : `Its columns are ${listNames(header)}.`,
  };
}

function passes(filter: Plan['filters'][number], fields: readonly string[]): boolean {
  const cell = fields[filter.position]!.trim();
  if (passesFilter(filter, cell)) return true;
  if (filter.seen.size < REMEMBERED) filter.seen.add(cell);
  return false;
}

function readInto(
  reading: Reading,
  fields: readonly string[],
  line: number,
  problems: ProblemList,
  others: ReadonlyMap<string, Reading> = new Map(),
): void {
  const { position, label, column, values } = reading;
  const text = fields[position]!.trim();
  const cell = readCell(text, column);
  const complain = ({ message, remedy }: Problem) =>
    problems.add(`line ${line}, column \`${label}\``, message, remedy);
  if (typeof cell !== 'number') {
    complain(cell);
    return;
  }
  values.push(cell);
  if (column.missing !== undefined && isMissing(text)) reading.replaced++;
  const trials = column.trials === undefined ? undefined : others.get(column.trials);
  const most = trials === undefined ? null : readCell(fields[trials.position]!.trim(), trials.column);
  // Where the number of trials is no number, that has been told.
  const excess = typeof most === 'number' ? tooMany(cell, column, most) : null;
  if (excess !== null) complain(excess);
}

/** Any text names a level, but for what stands for a missing one. */
function readLevel(
  { position, label, numbers, codes }: LevelReading,
  fields: readonly string[],
  line: number,
  problems: ProblemList,
): void {
  const cell = fields[position]!.trim();
  if (isMissing(cell)) {
    problems.add(
      `line ${line}, column \`${label}\``,
      cell === '' ? 'the value is missing' : `found "${cell}", which stands for a missing value`,
      'Fill in the name of the group that the row belongs to, or take such rows out of the table.',
    );
    return;
  }
  const number = numbers.get(cell) ?? numbers.size;
  numbers.set(cell, number);
  codes.push(number);
}

/** The levels in their order, and the rows by their numbers in that. */
function finishLevels({ numbers, codes }: LevelReading): EncodedLevels {
  const levels = orderLevels(numbers.keys());
  const places = new Map(levels.map((level, place) => [numbers.get(level)!, place]));
  const found = codes.finish();
  for (const [row, code] of found.entries()) found[row] = places.get(code)!;
  return { codes: found, levels };
}

function nothingLeft(path: string, { filters }: Plan): Failure {
  const asked = filters.map(({ column, value }) => `${column}=${value}`).join(' and ');
  const held = filters
    .filter(({ seen }) => seen.size > 0)
    .map(({ column, seen }) => `\`${column}\` holds ${listNames([...seen].sort())}`);
  return badInput(`No row of ${path} has ${asked}.`, `Choose a value that there is: ${held.join('; ')}.`);
}

function raiseAll(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  throw new Failure(EXIT.badInput, problems.slice(0, TOLD), Math.max(0, problems.length - TOLD));
}

/** Guards the first few problems with the data, and the count of the rest. */
class ProblemList {
  readonly #path: string;
  readonly #told: Problem[] = [];
  #count = 0;

  constructor(path: string) {
    this.#path = path;
  }

  add(place: string, what: string, remedy: string): void {
    this.#count++;
    if (this.#told.length < TOLD) this.#told.push({ message: `${this.#path}, ${place}: ${what}.`, remedy });
  }

  raise(): void {
    if (this.#count > 0) throw new Failure(EXIT.badInput, this.#told, this.#count - this.#told.length);
  }
}
