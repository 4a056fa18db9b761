/** What the parameters of distributions are. */

/**
 * What a parameter of a prior is, and so what it is measured in and must be:
 * - `location`, in the unit of the values; `scale`, the same and above 0; `rate`, in the inverse of the unit and above 0;
 * - `number`, without a unit; `shape`, the same and above 0;
 * - `lower` and `upper`, bounds of the support in the unit of the values, the lower first.
 */
export type PriorParameterKind = 'location' | 'scale' | 'rate' | 'number' | 'shape' | 'lower' | 'upper';

/**
 * What a parameter of an outcome's distribution is: as of a prior, or
 * - `probability`; `openProbability`, which is neither 0 nor 1;
 * - `trials`, how many a count is out of: a whole number, or a column of counts;
 * - `cuts`, one number or more, each above the one before it: any number of arguments, the last ones.
 */
export type ParameterKind =
  | Exclude<PriorParameterKind, 'lower' | 'upper'>
  | 'probability'
  | 'openProbability'
  | 'trials'
  | 'cuts';

/** Kinds of parameters by their names, in the order of the arguments. */
export type PriorParameters = Readonly<Record<string, PriorParameterKind>>;
export type OutcomeParameters = Readonly<Record<string, ParameterKind>>;

/** The parameters themselves, each a T, or for `cuts` any number of them. */
export type Given<P, T> = { readonly [Name in keyof P]: P[Name] extends 'cuts' ? readonly T[] : T };

/** The same parameters with each turned into something else, in the order of the arguments. */
export function mapGiven<T, U>(
  given: Readonly<Record<string, T | readonly T[]>>,
  map: (part: T) => U,
): Record<string, U | readonly U[]> {
  return Object.fromEntries(
    Object.entries(given).map(([name, part]) => [name, isList(part) ? part.map(map) : map(part)]),
  );
}

/** Each parameter, in the order of the arguments. */
export function listGiven<T>(given: Readonly<Record<string, T | readonly T[]>>): T[] {
  return Object.values(given).flatMap((part) => (isList(part) ? part : [part]));
}

function isList<T>(part: T | readonly T[]): part is readonly T[] {
  return Array.isArray(part);
}
