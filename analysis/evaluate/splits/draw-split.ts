/** Draws the split of a table's rows, with as much of each outcome in every part. */
import type { EvaluatedRows } from '../parts/rows.ts';
import { digestRows } from './digest.ts';
import type { Split, SplitMethod } from './split.ts';
import { splitRows } from './split-rows.ts';
import { outcomeStrata } from './strata.ts';

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
