/** Divides rows into training and held-out rows, as the caller of `evaluate` asks. */

import { type ColumnsInput, cellsOf, columnOf } from '../../../module/to-columns.ts';
import { EvaluationError } from '../evaluation-error.ts';
import { digestOfSplit, drawSplit, type RowGroups } from './draw-split.ts';
import type { EvaluatedRows, PartRows } from './rows.ts';
import { checkSplitRows, HELD_OUT, namedParts, type Split } from './split.ts';

/** Which rows are held out. */
export type HeldOut =
  /**
   * The share of training rows, in (0, 1), and how many times a split is drawn. `repeats` defaults to 1. Rows with equal
   * values in the column `group` are held out together.
   */
  | { readonly share: number; readonly repeats?: number; readonly group?: string }
  /**
   * The number of folds, each held out in turn, and how many times folds are drawn. `repeats` defaults to 1. Rows with equal
   * values in the column `group` are held out together.
   */
  | { readonly folds: number; readonly repeats?: number; readonly group?: string }
  /** A split of these rows that was drawn before. */
  | { readonly split: Split }
  /** The numbers of the test rows, from 0; all other rows are for training. */
  | { readonly test: readonly number[] };

export interface DividedRows {
  /** The parts by name, in the order of the split. */
  readonly parts: ReadonlyMap<string, PartRows>;
  /** Null if the test rows were given. */
  readonly split: Split | null;
}

/**
 * Divides rows as asked.
 *
 *
 * @param outcome splits are stratified by this outcome
 * @param seed the seed of a drawn split
 * @param groups the rows that are held out together, as `heldOut` says; null if each row stands for itself
 *
 * @throws EvaluationError when a split was made for other rows, or is impossible for these; RangeError when test rows
 *   do not exist or leave no training rows
 */
export async function divideRows(
  rows: EvaluatedRows,
  outcome: string,
  heldOut: HeldOut,
  seed: bigint,
  groups: RowGroups | null,
): Promise<DividedRows> {
  if ('test' in heldOut) return { parts: new Map([[HELD_OUT, givenPart(rows, heldOut.test)]]), split: null };
  const split = await splitOf(rows, outcome, heldOut, seed, groups);
  return { parts: namedParts(split), split };
}

async function splitOf(
  rows: EvaluatedRows,
  outcome: string,
  heldOut: Exclude<HeldOut, { readonly test: readonly number[] }>,
  seed: bigint,
  groups: RowGroups | null,
): Promise<Split> {
  if ('split' in heldOut) {
    checkSplitRows(heldOut.split, { count: rows.count, digest: await digestOfSplit(rows) });
    return heldOut.split;
  }
  const method =
    'folds' in heldOut
      ? ({ kind: 'folds', folds: heldOut.folds } as const)
      : ({ kind: 'holdout', share: heldOut.share } as const);
  return drawSplit(rows, outcome, { method, repeats: heldOut.repeats ?? 1, seed }, groups);
}

/** @throws RangeError unless all are row numbers and some rows remain for training */
function givenPart({ count }: EvaluatedRows, test: readonly number[]): PartRows {
  const chosen = new Set(test);
  const wrong = test.find((row) => !(Number.isInteger(row) && row >= 0 && row < count));
  if (wrong !== undefined) throw new RangeError(`there is no row ${wrong} among ${count}`);
  if (chosen.size === 0 || chosen.size === count) {
    throw new RangeError(`${chosen.size} of ${count} rows cannot be held out`);
  }
  return { training: Array.from({ length: count }, (_, row) => row).filter((row) => !chosen.has(row)), test };
}

/**
 * The rows that are held out together, by the column that `heldOut` names.
 *
 * @throws EvaluationError if there is no such column
 */
export function groupsOf(heldOut: HeldOut, input: ColumnsInput): RowGroups | null {
  const column = 'group' in heldOut ? heldOut.group : undefined;
  if (column === undefined) return null;
  const given = columnOf(input, column);
  if (given !== undefined) return { column, names: Array.from(cellsOf(column, given), String) };
  throw new EvaluationError(
    `There is no column \`${column}\`, by which to hold out rows together.`,
    'Name a column of the rows; the layout need not read it.',
  );
}
