/** The columns that a module is given: one number per row for each demand, category and outcome. */
import { HostError } from './host-error.ts';
import { levelsOf } from './levels.ts';
import type { Manifest, ManifestColumn } from './manifest.ts';
import { isAllowed, wanted } from './support.ts';

/**
 * Columns by name, all of one length. The column of a category holds level indices, as from `encodeLevels`. NaN is a
 * missing value. A demand may have missing values if the layout says what they are taken for. Any outcome may; its row
 * then counts only for other outcomes. Columns that the module does not need are ignored.
 */
export type Columns = ReadonlyMap<string, Float64Array>;

/**
 * The columns that a module needs, in the order of its manifest, with missing values replaced as the layout says.
 *
 * @throws HostError of kind `data` if a column is absent, lengths differ, there are no rows, a demand holds a value
 * that the
 * layout does not allow, or an outcome one that its distribution cannot give.
 */
export function orderColumns(manifest: Manifest, columns: Columns): Float64Array[] {
  const filled = checkColumns(
    manifest,
    manifest.columns.map(({ name, role }) => columns.get(name) ?? absent(name, role)),
  );
  for (const [index, { name, role }] of manifest.columns.entries()) {
    if (role !== 'outcome' || !filled[index]!.every(Number.isNaN)) continue;
    throw new HostError(
      'data',
      `The outcome \`${name}\` is missing in every row.`,
      'Give it in some of the rows.',
    );
  }
  levelsOf(manifest, filled, new Map());
  return filled;
}

/** @throws HostError of kind `data`, always: there is no column of that name */
export function absent(name: string, role: ManifestColumn['role']): never {
  throw new HostError(
    'data',
    `There is no column for the ${role} \`${name}\`.`,
    `Give one ${role === 'category' ? 'level' : 'number'} a row for it.`,
  );
}

/**
 * Checks columns in the order of the manifest, and replaces missing values as the layout says.
 *
 * @throws HostError of kind `data` if lengths differ, there are no rows, a demand holds a value that the layout does
 * not
 *   allow, or an outcome one that its distribution cannot give.
 */
export function checkColumns(manifest: Manifest, ordered: readonly Float64Array[]): Float64Array[] {
  const rows = ordered[0]?.length ?? 0;
  for (const [index, column] of ordered.entries()) {
    if (column.length !== rows) {
      throw new HostError(
        'data',
        `The column \`${manifest.columns[index]!.name}\` has ${column.length} rows where \`${manifest.columns[0]!.name}\` has ${rows}.`,
        'Give every column one number a row.',
      );
    }
  }
  if (rows === 0) throw new HostError('data', 'The data have no rows.', 'Give at least one row.');
  const filled = ordered.map((column, index) => fillMissing(manifest.columns[index]!, column));
  checkDemands(manifest, filled);
  checkCounts(manifest, filled);
  checkOutcomes(manifest, new Map(filled.map((column, index) => [manifest.columns[index]!.name, column])));
  return filled;
}

/** The column with each missing value replaced as the layout says; the same column if there is none to replace. */
export function fillMissing({ missing }: ManifestColumn, column: Float64Array): Float64Array {
  if (missing === undefined || !column.some(Number.isNaN)) return column;
  return column.map((value) => (Number.isNaN(value) ? missing : value));
}

function checkDemands({ columns }: Manifest, ordered: readonly Float64Array[]): void {
  for (const [index, column] of columns.entries()) {
    if (column.role !== 'demand') continue;
    const values = ordered[index]!;
    const row = values.findIndex((value) => !isAllowed(value, column));
    if (row < 0) continue;
    const isMissing = Number.isNaN(values[row]);
    throw new HostError(
      'data',
      `The demand \`${column.name}\` is ${isMissing ? 'missing' : values[row]} in row ${row + 1}, ${isMissing ? 'and should be' : 'which is not'} ${wanted(column)}.`,
      isMissing
        ? 'Fill it in, leave out the row, or say in the layout what a missing value is taken for, such as `missing = 0`.'
        : 'Correct the value, or widen what the layout declares.',
    );
  }
}

/** The maximum number of rows that a module counts. */
const MAX_ROWS = 2 ** 32 - 1;

function checkCounts({ columns }: Manifest, ordered: readonly Float64Array[]): void {
  for (const { weight } of columns) {
    if (weight?.kind !== 'count') continue;
    const counts = ordered[columns.findIndex(({ name }) => name === weight.column)]!;
    const rows = counts.reduce((sum, count) => sum + count, 0);
    if (rows <= MAX_ROWS) continue;
    throw new HostError(
      'data',
      `By \`${weight.column}\` the rows stand for ${rows} rows, and a fit counts at most ${MAX_ROWS}.`,
      'Count a random sample of the rows.',
    );
  }
}

function checkOutcomes(manifest: Manifest, columns: Columns): void {
  for (const column of manifest.columns) {
    if (column.role !== 'outcome') continue;
    const trials = column.trials === undefined ? null : columns.get(column.trials)!;
    const values = columns.get(column.name)!;
    const row = values.findIndex(
      (value, index) =>
        // NaN is a missing outcome.
        !Number.isNaN(value) && (!isAllowed(value, column) || (trials !== null && value > trials[index]!)),
    );
    if (row < 0) continue;
    const most = trials === null ? '' : ` and at most the ${trials[row]} of \`${column.trials}\``;
    throw new HostError(
      'data',
      `The outcome \`${column.name}\` is ${values[row]} in row ${row + 1}, which is not ${wanted(column)}${most}.`,
      'Correct the value, or give the outcome another distribution.',
    );
  }
}

/** The same numbers in memory that threads share, so that all chains read one copy. */
export function shareColumn(column: Float64Array): Float64Array {
  if (typeof SharedArrayBuffer === 'undefined' || column.buffer instanceof SharedArrayBuffer) return column;
  const shared = new Float64Array(sharedMemory(column.byteLength));
  shared.set(column);
  return shared;
}

/** Memory that threads share; ordinary memory in a page that may share none. */
export function sharedMemory(bytes: number): ArrayBuffer | SharedArrayBuffer {
  return typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes);
}
