/** Divides rows into training and held-out rows, as the caller of `evaluate` asks. */
import { digestOfSplit, drawSplit } from './draw-split.ts';
import type { EvaluatedRows, PartRows } from './rows.ts';
import { checkSplitRows, HELD_OUT, namedParts, type Split } from './split.ts';

/** Which rows are held out. */
export type HeldOut =
  /** The share of the rows to fit to, in (0, 1), and how many times it is drawn; once when absent. */
  | { readonly share: number; readonly repeats?: number }
  /** The number of folds, each held out in turn, and how many times folds are drawn. */
  | { readonly folds: number; readonly repeats?: number }
  /** A split of these rows that was drawn before. */
  | { readonly split: Split }
  /** The rows that are tested on, by their numbers from 0; all others are fitted to. */
  | { readonly test: readonly number[] };

export interface DividedRows {
  /** By the name of the part, in the order of the split. */
  readonly parts: ReadonlyMap<string, PartRows>;
  /** Null where the rows that are tested on were given. */
  readonly split: Split | null;
}

/**
 * Divides rows as a program says.
 *
 * @param outcome parts that are drawn have as many rows of each of its values
 * @param seed of what is drawn
 * @throws EvaluationError when a split was made for other rows, or none like this is possible; RangeError for rows that are not there, or all
 */
export async function divideRows(
  rows: EvaluatedRows,
  outcome: string,
  heldOut: HeldOut,
  seed: bigint,
): Promise<DividedRows> {
  if ('test' in heldOut) return { parts: new Map([[HELD_OUT, givenPart(rows, heldOut.test)]]), split: null };
  const split = await splitOf(rows, outcome, heldOut, seed);
  return { parts: namedParts(split), split };
}

async function splitOf(
  rows: EvaluatedRows,
  outcome: string,
  heldOut: Exclude<HeldOut, { readonly test: readonly number[] }>,
  seed: bigint,
): Promise<Split> {
  if ('split' in heldOut) {
    checkSplitRows(heldOut.split, { count: rows.count, digest: await digestOfSplit(rows) });
    return heldOut.split;
  }
  const method =
    'folds' in heldOut
      ? ({ kind: 'folds', folds: heldOut.folds } as const)
      : ({ kind: 'holdout', share: heldOut.share } as const);
  return drawSplit(rows, outcome, { method, repeats: heldOut.repeats ?? 1, seed });
}

/** @throws RangeError unless each is the number of a row, and some are left to be fitted to */
function givenPart({ count }: EvaluatedRows, test: readonly number[]): PartRows {
  const chosen = new Set(test);
  const wrong = test.find((row) => !(Number.isInteger(row) && row >= 0 && row < count));
  if (wrong !== undefined) throw new RangeError(`there is no row ${wrong} among ${count}`);
  if (chosen.size === 0 || chosen.size === count) {
    throw new RangeError(`${chosen.size} of ${count} rows cannot be held out`);
  }
  return { training: Array.from({ length: count }, (_, row) => row).filter((row) => !chosen.has(row)), test };
}
