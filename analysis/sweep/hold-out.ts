/** Which rows each fit of a sweep leaves out, as a program says it. */
import { EvaluationError } from '../evaluate/evaluation-error.ts';
import { type DividedRows, divideRows, type HeldOut } from '../evaluate/parts/divide-rows.ts';
import type { Split } from '../evaluate/splits/split.ts';
import type { LayoutRows } from './source.ts';

/** Rows that each fit of a sweep leaves out, to be predicted and scored; those of `test` are the same of all subjects. */
export type HoldOut =
  | Exclude<HeldOut, { readonly split: Split }>
  /** A split of each subject's rows, by its name, such as one that was drawn before. */
  | { readonly splits: Readonly<Record<string, Split>> };

/**
 * By the name of the subject. Throws as `divideRows` does.
 *
 * @throws EvaluationError when a subject has no split
 */
export async function divideSubjects(
  { rows }: LayoutRows,
  names: readonly string[],
  outcome: string,
  holdOut: HoldOut,
  seed: bigint,
): Promise<ReadonlyMap<string, DividedRows>> {
  const divided = new Map<string, DividedRows>();
  for (const name of names) {
    const heldOut = 'splits' in holdOut ? { split: splitFor(name, holdOut.splits) } : holdOut;
    divided.set(name, await divideRows(rows(name), outcome, heldOut, seed));
  }
  return divided;
}

function splitFor(name: string, splits: Readonly<Record<string, Split>>): Split {
  const split = Object.hasOwn(splits, name) ? splits[name] : undefined;
  if (split !== undefined) return split;
  throw new EvaluationError(`There is no split for ${name}.`, 'Give one for each subject.');
}
