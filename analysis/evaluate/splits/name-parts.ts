/** What the parts of a split are called, in tables and in what is kept of a sweep. */

import type { PartRows } from '../parts/rows.ts';
import { type Split, type SplitPart, trainingRows } from './split.ts';

/** The one part of rows that are held out as the data say, and of a share that is drawn once. */
export const HELD_OUT = 'held out';

/** `fold 3`, `repeat 2`, `repeat 2, fold 3`: no more than is needed to tell the parts of a split apart. */
export function partName({ method, repeats }: Split, { repeat, fold }: SplitPart): string {
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
