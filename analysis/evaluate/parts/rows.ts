/** The rows of an evaluation: numeric columns, level names of categories, and the outcomes that are scored. */

import { checkForm, type Form } from '../../../host/check-manifest.ts';
import { encodeCategories, orderByDemands } from '../../../host/level-facts.ts';
import { withPairs } from '../../../host/pairs.ts';
import { toNewColumns } from '../../../host/predict/new-columns.ts';
import type { NewColumns } from '../../../host/predict/rows.ts';
import type { Levels } from '../../../module/levels.ts';
import type { Manifest } from '../../../module/manifest.ts';
import type { ColumnsInput } from '../../../module/to-columns.ts';
import { EvaluationError } from '../evaluation-error.ts';

/** One entry per row in each column. */
export interface EvaluatedRows {
  readonly count: number;
  /** Demands and outcomes. */
  readonly numbers: ReadonlyMap<string, Float64Array>;
  /** Categories by level name. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** The manifest of the layout that reads them. */
  readonly manifest: Manifest;
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

/** The given rows as columns for a fit. */
export function fittedColumns(
  { numbers, names, manifest }: EvaluatedRows,
  rows: readonly number[],
): FittedColumns {
  return encoded(
    manifest,
    [...numbers].map(([name, values]) => [name, Float64Array.from(rows, (row) => values[row]!)]),
    [...names].map(([name, values]) => [name, rows.map((row) => values[row]!)]),
  );
}

/** All rows as columns for a fit, without copying numbers. */
export function allColumns({ numbers, names, manifest }: EvaluatedRows): FittedColumns {
  return encoded(manifest, [...numbers], [...names]);
}

function encoded(
  manifest: Manifest,
  numbers: readonly (readonly [string, Float64Array])[],
  names: readonly (readonly [string, readonly string[]])[],
): FittedColumns {
  const { codes, levels } = encodeCategories(manifest, new Map(names));
  return withPairs(manifest, orderByDemands(manifest, { columns: new Map([...numbers, ...codes]), levels }));
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

/** The columns that a layout reads. Throws as `toNewColumns` and `refuseCountedRows` do. */
export function readEvaluatedRows(manifest: Manifest, input: ColumnsInput): EvaluatedRows {
  const numbers = new Map<string, Float64Array>();
  const names = new Map<string, readonly string[]>();
  for (const [name, column] of toNewColumns(manifest, input)) {
    if (column instanceof Float64Array) numbers.set(name, column);
    else names.set(name, column);
  }
  refuseCountedRows(manifest, (name) => numbers.get(name));
  const count = [...numbers.values(), ...names.values()][0]?.length ?? 0;
  return { count, numbers, names, manifest };
}

/** The ratings and choices, in the order of the layout. */
export function scoredValues({ columns }: Manifest): readonly string[] {
  return columns.flatMap(({ name, probabilities }) => (probabilities === undefined ? [] : [name]));
}

/**
 * The outcomes that an evaluation scores, in the order of the layout: those of 0 and 1, or else shares from 0 to 1, such as the
 * part of a cell's scenes that was solved; and ratings and choices. @throws EvaluationError when there is none
 */
export function evaluatedOutcomes(manifest: Manifest): {
  /** Those of 0 and 1, or shares. */
  readonly predicted: readonly string[];
  /** Of this outcome each part has the same share of each value. */
  readonly divided: string;
} {
  const values = scoredValues(manifest);
  const shares = manifest.columns.flatMap(({ name, role, kind, domain }) =>
    role === 'outcome' && kind === 'real' && domain.kind === 'range' && domain.lo === 0 && domain.hi === 1
      ? [name]
      : [],
  );
  const hasBinary = manifest.columns.some(({ role, kind }) => role === 'outcome' && kind === 'binary');
  const hasOther = shares.length > 0 || values.length > 0;
  const predicted = hasBinary || !hasOther ? scoredOutcomes(manifest) : shares;
  return { predicted, divided: [...predicted, ...values][0]! };
}

/** The binary outcomes, in the order of the layout. @throws EvaluationError when there is none */
export function scoredOutcomes({ columns }: Manifest): readonly string[] {
  const observed = columns.filter(({ role }) => role === 'outcome');
  const scored = observed.filter(({ kind }) => kind === 'binary').map(({ name }) => name);
  if (scored.length > 0) return scored;
  throw new EvaluationError(
    `These scores are for outcomes of 0 and 1, and the layout has none: it has ${observed.map(({ name }) => name).join(', ')}.`,
    'Compare layouts of other outcomes with `theodolite compare`.',
  );
}
