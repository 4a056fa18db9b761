/** Which rows are trained on and which are held out, as plain data that can be stored and used again, and the names of the parts. */
import type { PartRows } from '../parts/rows.ts';

export const SPLIT_FORMAT = 'theodolite split 1';

/** One share of the rows for training, drawn anew in each repeat; or folds, of which each is held out once in each repeat. */
export type SplitMethod =
  | { readonly kind: 'holdout'; readonly share: number }
  | { readonly kind: 'folds'; readonly folds: number };

/** Rows are numbered from 0. */
export interface SplitPart {
  /** From 1. */
  readonly repeat: number;
  /** From 1; 1 of a holdout. */
  readonly fold: number;
  /** The rows held out, ascending. All others are trained on. */
  readonly test: readonly number[];
}

export interface Split {
  readonly format: typeof SPLIT_FORMAT;
  readonly method: SplitMethod;
  readonly repeats: number;
  /** A whole number in [0, 2^64), in decimal digits. */
  readonly seed: string;
  /** The rows that it divides: how many, and the digest that `digestRows` gives them. */
  readonly rows: { readonly count: number; readonly digest: string };
  /** By repeat, then by fold. */
  readonly parts: readonly SplitPart[];
}

/** How many parts each repeat has. */
export function partsPerRepeat(method: SplitMethod): number {
  return method.kind === 'folds' ? method.folds : 1;
}

/** The rows of a split that a part trains on, ascending. */
export function trainingRows({ rows }: Split, { test }: SplitPart): number[] {
  const held = new Set(test);
  return Array.from({ length: rows.count }, (_, row) => row).filter((row) => !held.has(row));
}

/** The one part of rows that are held out as the data say, and of a share that is drawn once. */
export const HELD_OUT = 'held out';

/** `fold 3`, `repeat 2`, `repeat 2, fold 3`: no more than is needed to tell the parts of a split apart. */
function partName({ method, repeats }: Split, { repeat, fold }: SplitPart): string {
  const names = [
    ...(repeats > 1 ? [`repeat ${repeat}`] : []),
    ...(method.kind === 'folds' ? [`fold ${fold}`] : []),
  ];
  return names.length === 0 ? HELD_OUT : names.join(', ');
}

/** The parts of a split by their names, in its order. */
export function namedParts(split: Split): ReadonlyMap<string, PartRows> {
  return new Map(
    split.parts.map((part) => [
      partName(split, part),
      { training: trainingRows(split, part), test: part.test },
    ]),
  );
}
