/** The rows of an evaluation: numeric columns, level names of categories, and the outcomes that are scored. */

import { checkForm, type Form } from '../../../host/check-manifest.ts';
import { encodeCategories, orderByDemands } from '../../../host/level-facts.ts';
import { withPairs } from '../../../host/pairs.ts';
import { toNewColumns } from '../../../host/predict/new-columns.ts';
import type { NewColumns } from '../../../host/predict/rows.ts';
import {
  mainPart,
  readTables,
  stackTables,
  type TablesInput,
  tablesBeside,
} from '../../../host/row-tables.ts';
import type { Levels } from '../../../module/levels.ts';
import type { Manifest } from '../../../module/manifest.ts';
import type { ColumnsInput, NamedColumns } from '../../../module/to-columns.ts';
import { EvaluationError } from '../evaluation-error.ts';

/** Rows of the main table: one entry per row in each column. */
export interface EvaluatedRows {
  readonly count: number;
  /** Demands and outcomes. */
  readonly numbers: ReadonlyMap<string, Float64Array>;
  /** Categories by level name. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** The manifest of the layout that reads them. */
  readonly manifest: Manifest;
  /** The rows of the tables beside the main one, which every fit reads whole; as `tablesBeside` gives them. Empty without such tables. */
  readonly beside: readonly NamedColumns[];
}

/** The row numbers, from 0, of the training and test rows of one fit. */
export interface PartRows {
  readonly training: readonly number[];
  readonly test: readonly number[];
}

/** Columns in the form that `fit` takes, with the levels that occur in them. */
export interface FittedColumns {
  readonly columns: ReadonlyMap<string, Float64Array>;
  readonly levels: Levels;
}

/** The given rows as columns for a fit, with all rows of the tables beside the main one. */
export function fittedColumns(all: EvaluatedRows, rows: readonly number[]): FittedColumns {
  const { numbers, names } = all;
  return encoded(
    all,
    [...numbers].map(([name, values]) => [name, Float64Array.from(rows, (row) => values[row]!)]),
    [...names].map(([name, values]) => [name, rows.map((row) => values[row]!)]),
  );
}

/** All rows as columns for a fit, without copying numbers. */
export function allColumns(rows: EvaluatedRows): FittedColumns {
  return encoded(rows, [...rows.numbers], [...rows.names]);
}

function encoded(
  { manifest, beside }: Pick<EvaluatedRows, 'manifest' | 'beside'>,
  numbers: readonly (readonly [string, Float64Array])[],
  names: readonly (readonly [string, readonly string[]])[],
): FittedColumns {
  const { codes, levels } = encodeCategories(mainPart(manifest), new Map(names));
  const main = { columns: new Map([...numbers, ...codes]), levels };
  return manifest.tables === undefined
    ? withPairs(manifest, orderByDemands(manifest, main))
    : stackTables(manifest, [main, ...beside]);
}

/**
 * Rows of the main table with those of the tables beside it. What the levels of these tables tell is known from all rows of the main one,
 * so that a row which is held out tells it too.
 *
 * @param tables the columns of each table, in the order of the manifest; empty without such tables
 * @throws HostError of kind `data` as `stackTables` does
 */
export function besideTables(
  rows: Omit<EvaluatedRows, 'beside'>,
  tables: readonly NamedColumns[],
): EvaluatedRows {
  const { manifest } = rows;
  if (manifest.tables === undefined) return { ...rows, beside: [] };
  return { ...rows, beside: tablesBeside(manifest, allColumns({ ...rows, beside: tables })) };
}

/** The given rows as columns for a prediction. */
export function columnsToPredict({ numbers, names }: EvaluatedRows, rows: readonly number[]): NewColumns {
  return new Map<string, Float64Array | readonly string[]>([
    ...[...numbers].map(([name, values]) => [name, Float64Array.from(rows, (row) => values[row]!)] as const),
    ...[...names].map(([name, values]) => [name, rows.map((row) => values[row]!)] as const),
  ]);
}

/** The levels of rows that a fit did not have, by category and by column. */
export function levelsToDraw({ columns }: Manifest, rows: NewColumns, known: Levels): Levels {
  const found = new Map<string, string[]>();
  for (const { name, role, category } of columns) {
    const values = rows.get(name);
    if (role !== 'category' || values === undefined || values instanceof Float64Array) continue;
    const fitted = new Set(known.get(name) ?? []);
    for (const key of category === undefined ? [name] : [name, category]) {
      const own = new Set(found.get(key));
      for (const level of values) if (!fitted.has(level)) own.add(level);
      if (own.size > 0) found.set(key, [...own]);
    }
  }
  return found;
}

/** Those of the given rows that have the outcome. */
export function rowsWith(
  { numbers }: EvaluatedRows,
  outcome: string,
  rows: readonly number[],
): readonly number[] {
  const values = numbers.get(outcome)!;
  return rows.filter((row) => !Number.isNaN(values[row]!));
}

/** The values of an outcome in those of the given rows that have it. */
export function outcomesOf(rows: EvaluatedRows, outcome: string, some: readonly number[]): Float64Array {
  const values = rows.numbers.get(outcome)!;
  return Float64Array.from(rowsWith(rows, outcome, some), (row) => values[row]!);
}

const CLAUSES: Form = {
  'weight?': { kind: 'weight, count', column: 'a name' },
  'censored?': 'where, to, limits',
};

/**
 * What the manifest says of weights and of censored outcomes, which only evaluations read.
 *
 * @param manifest one that `checkManifest` has seen
 * @throws HostError of kind `module` naming the place that is wrong, such as `columns[2].weight`
 */
export function checkClauses({ columns }: Manifest): void {
  for (const [index, column] of columns.entries()) checkForm(column, CLAUSES, `columns[${index}]`);
}

/**
 * Refuses rows that stand for several: an average over rows would count each of them once.
 *
 * @throws EvaluationError naming the first such row; HostError as `checkClauses` does
 */
export function refuseCountedRows(
  manifest: Manifest,
  valuesOf: (column: string) => ArrayLike<number | string> | undefined,
): void {
  const { columns } = manifest;
  checkClauses(manifest);
  for (const { name, weight } of columns) {
    if (weight?.kind !== 'count') continue;
    const counts = valuesOf(weight.column) ?? [];
    const row = Array.from(counts).findIndex((count) => Number(count) !== 1);
    if (row < 0) continue;
    throw new EvaluationError(
      `Row ${row + 1} stands for ${counts[row]} rows by \`${weight.column}\`, and averages of \`${name}\` over rows would count it once.`,
      `Give every row by itself, with 1 in \`${weight.column}\`.`,
    );
  }
}

/** The columns that a layout reads. Throws as `toNewColumns`, `refuseCountedRows` and `readTables` do. */
export function readEvaluatedRows(
  manifest: Manifest,
  input: ColumnsInput,
  tables: TablesInput = {},
): EvaluatedRows {
  const numbers = new Map<string, Float64Array>();
  const names = new Map<string, readonly string[]>();
  const main = mainPart(manifest);
  for (const [name, column] of toNewColumns(main, input)) {
    if (column instanceof Float64Array) numbers.set(name, column);
    else names.set(name, column);
  }
  refuseCountedRows(main, (name) => numbers.get(name));
  const count = [...numbers.values(), ...names.values()][0]?.length ?? 0;
  return besideTables({ count, numbers, names, manifest }, readTables(manifest, tables));
}

/** The ratings and choices of the main table, in the order of the layout. */
export function scoredValues(manifest: Manifest): readonly string[] {
  return mainPart(manifest).columns.flatMap(({ name, probabilities }) =>
    probabilities === undefined ? [] : [name],
  );
}

/**
 * The outcomes of the main table that an evaluation scores, in the order of the layout: those of 0 and 1, or else shares from 0 to 1, such as
 * the part of a cell's scenes that was solved; and ratings and choices. @throws EvaluationError when there is none
 */
export function evaluatedOutcomes(manifest: Manifest): {
  /** Those of 0 and 1, or shares. */
  readonly predicted: readonly string[];
  /** Of this outcome each part has the same share of each value. */
  readonly divided: string;
} {
  const values = scoredValues(manifest);
  const { columns } = mainPart(manifest);
  const shares = columns.flatMap(({ name, role, kind, domain }) =>
    role === 'outcome' && kind === 'real' && domain.kind === 'range' && domain.lo === 0 && domain.hi === 1
      ? [name]
      : [],
  );
  const hasBinary = columns.some(({ role, kind }) => role === 'outcome' && kind === 'binary');
  const hasOther = shares.length > 0 || values.length > 0;
  const predicted = hasBinary || !hasOther ? scoredOutcomes(manifest) : shares;
  return { predicted, divided: [...predicted, ...values][0]! };
}

/** The binary outcomes of the main table, in the order of the layout. @throws EvaluationError when there is none */
export function scoredOutcomes(manifest: Manifest): readonly string[] {
  const observed = mainPart(manifest).columns.filter(({ role }) => role === 'outcome');
  const scored = observed.filter(({ kind }) => kind === 'binary').map(({ name }) => name);
  if (scored.length > 0) return scored;
  throw new EvaluationError(
    `These scores are for outcomes of 0 and 1, and the ${manifest.tables === undefined ? 'layout' : 'main table'} has none: it has ${observed.map(({ name }) => name).join(', ')}.`,
    'Compare layouts of other outcomes with `theodolite compare`.',
  );
}
