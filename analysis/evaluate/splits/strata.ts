/** What rows have in common that each part of a split should have as much of. */

/** Up to so many values are a stratum each; more are put into `GROUPS` by rank. */
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
