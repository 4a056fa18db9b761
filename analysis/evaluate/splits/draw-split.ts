/** Draws the split of a table's rows, with as much of each outcome in every part. */

import type { EvaluatedRows } from '../parts/rows.ts';
import type { Split, SplitMethod } from './split.ts';
import { splitRows } from './split-rows.ts';

export interface SplitToDraw {
  readonly method: SplitMethod;
  readonly repeats: number;
  readonly seed: bigint;
}

/**
 * Each row is an instance of its own.
 *
 * @param outcome parts have as many rows of each of its values
 * @throws EvaluationError as `splitRows` does
 */
export async function drawSplit(rows: EvaluatedRows, outcome: string, plan: SplitToDraw): Promise<Split> {
  return splitRows({
    ...plan,
    instances: null,
    strata: outcomeStrata(rows.numbers.get(outcome)!),
    digest: await digestOfSplit(rows),
  });
}

/** By which a stored split knows the rows again. */
export function digestOfSplit({ numbers, names }: EvaluatedRows): Promise<string> {
  return digestRows(new Map<string, Float64Array | readonly string[]>([...numbers, ...names]));
}

/**
 * SHA-256, in hexadecimal digits, of columns by name: of their names and of every value in the order of the rows. The order of the
 * columns does not matter; a missing number (NaN) is told from every finite number. In a browser it needs a secure context.
 *
 * @param columns what makes the rows these rows: names of instances, demands and outcomes
 */
export async function digestRows(
  columns: ReadonlyMap<string, ArrayLike<number> | readonly string[]>,
): Promise<string> {
  const inOrder = [...columns].sort(([a], [b]) => (a < b ? -1 : 1));
  // JSON writes NaN as null, which no number and no string is written as.
  const text = JSON.stringify(inOrder.map(([name, values]) => [name, Array.from<number | string>(values)]));
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Up to this many values, each is a stratum of its own; more are put into `GROUPS` groups by rank. */
const MAX_VALUES = 10;
const GROUPS = 5;

/**
 * A label for each row by its outcome: the outcome itself, or of outcomes with more than ten values the fifth of the rows it is
 * in, equal outcomes together; `missing` for NaN. It depends on the values alone, not on the order of the rows.
 */
export function outcomeStrata(outcomes: ArrayLike<number>): string[] {
  const sorted = Float64Array.from(outcomes)
    .filter((outcome) => !Number.isNaN(outcome))
    .sort();
  const below = new Map<number, number>();
  sorted.forEach((outcome, rank) => {
    if (!below.has(outcome)) below.set(outcome, rank);
  });
  return Array.from(outcomes, (outcome) => {
    if (Number.isNaN(outcome)) return 'missing';
    if (below.size <= MAX_VALUES) return String(outcome);
    return `fifth ${1 + Math.floor((GROUPS * below.get(outcome)!) / sorted.length)}`;
  });
}
