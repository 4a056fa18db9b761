/** On how many random cases a property is tried: the one setting for all of them. */

/** The share that `npm test` tries of the cases that `npm run test:slow` tries. */
const SHARE = 1 / 15;
/** A property is tried on no fewer cases than this, where it asks for as many. */
const MIN_CASES = 3;

const { THEODOLITE_RUNS, THEODOLITE_CASES } = process.env;

/** Whether all cases of a property are tried, and each in full. */
export function triesAll(): boolean {
  return THEODOLITE_CASES === 'all';
}

/** The first of several ways to look at one page, all of which `npm run test:slow` takes. */
export function firstOf<T>(ways: readonly T[]): readonly T[] {
  return triesAll() ? ways : ways.slice(0, 1);
}

/**
 * How many cases to try, at least one: those that `THEODOLITE_RUNS` says, all where `THEODOLITE_CASES` is `all`, and a share of
 * all otherwise.
 *
 * @param all how many the property is tried on in full, a whole number above 0
 */
export function casesOf(all: number): number {
  if (THEODOLITE_RUNS !== undefined) return Number(THEODOLITE_RUNS);
  if (triesAll()) return all;
  return Math.min(all, Math.max(MIN_CASES, Math.ceil(all * SHARE)));
}

/** `casesOf` of the cases of a list, evenly spread over it. */
export function someOf<T>(cases: readonly T[]): readonly T[] {
  const count = casesOf(cases.length);
  return Array.from({ length: count }, (_, index) => cases[Math.floor((index * cases.length) / count)]!);
}
