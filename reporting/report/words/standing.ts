/** Where one subject stands among the others in one element of their profiles. */
import type { ElementComparison, Probability } from '../comparison.ts';
import { opposite } from '../comparison.ts';
import { VERY_LIKELY } from './probability.ts';

export interface Standing {
  readonly others: number;
  /** Places among the entries of those that it is very likely to be higher than, and lower than. */
  readonly above: readonly number[];
  readonly below: readonly number[];
  /** That it is the highest, and the lowest, of all. */
  readonly highest: Probability;
  readonly lowest: Probability;
}

export function standingOf(comparison: ElementComparison, place: number): Standing {
  const others = comparison.entries.map((_, other) => other).filter((other) => other !== place);
  const { highest, lowest } = comparison.entries[place]!;
  return {
    others: others.length,
    above: others.filter((other) => comparison.higher(place, other).value >= VERY_LIKELY),
    below: others.filter((other) => opposite(comparison.higher(place, other)).value >= VERY_LIKELY),
    highest,
    lowest,
  };
}

/** The share of the others that a subject must be above for a strength, or below for a weakness. */
export const MAX_OTHERS = 0.75;

export function isAboveMost({ above, others }: Standing): boolean {
  return others > 0 && above.length >= MAX_OTHERS * others;
}

export function isBelowMost({ below, others }: Standing): boolean {
  return others > 0 && below.length >= MAX_OTHERS * others;
}
