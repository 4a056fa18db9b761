/** Which rows each fit of a sweep leaves out, as a program says it. */
import { EvaluationError } from '../evaluate/evaluation-error.ts';
import { digestOf, drawSplit } from '../evaluate/splits/draw-split.ts';
import { checkSplitRows } from '../evaluate/splits/read-split.ts';
import type { Split } from '../evaluate/splits/split.ts';
import type { LayoutRows } from './source.ts';

/** Rows that each fit of a sweep leaves out, to be predicted and scored. */
export type HoldOut =
  /** The share of the rows that is fitted to, in (0, 1), drawn so many times, once when absent. */
  | { readonly share: number; readonly repeats?: number }
  /** Each of so many folds in turn, drawn so many times. */
  | { readonly folds: number; readonly repeats?: number }
  /** A split of each subject's rows, by its name, such as one that was stored. */
  | { readonly splits: Readonly<Record<string, Split>> };

/**
 * The split of each subject's rows, as it is given or as it is drawn.
 *
 * @param outcome drawn parts have as many rows of each of its values
 * @throws EvaluationError when a subject has no split, it was made for other rows, or none like this is possible
 */
export async function splitsOf(
  { rows }: LayoutRows,
  names: readonly string[],
  outcome: string,
  holdOut: HoldOut,
  seed: bigint,
): Promise<Readonly<Record<string, Split>>> {
  const found = new Map<string, Split>();
  for (const name of names) {
    const own = rows(name);
    if (!('splits' in holdOut)) {
      const { repeats = 1 } = holdOut;
      const method =
        'folds' in holdOut
          ? ({ kind: 'folds', folds: holdOut.folds } as const)
          : ({ kind: 'holdout', share: holdOut.share } as const);
      found.set(name, await drawSplit(own, outcome, { method, repeats, seed }));
      continue;
    }
    const split = Object.hasOwn(holdOut.splits, name) ? holdOut.splits[name] : undefined;
    if (split === undefined) {
      throw new EvaluationError(`There is no split for ${name}.`, 'Give one for each subject.');
    }
    checkSplitRows(split, { count: own.count, digest: await digestOf(own) });
    found.set(name, split);
  }
  return Object.fromEntries(found);
}
