/** The kinds of parameters of distributions. */

/**
 * What kind of parameter a prior has, which determines its unit and range:
 * - `location`, in the unit of the values; `scale`, the same and above 0; `rate`, in the inverse of the unit and above 0;
 * - `number`, without a unit; `shape`, the same and above 0;
 * - `lower` and `upper`, bounds of the support in the unit of the values, the lower first.
 */
export type PriorParameterKind = 'location' | 'scale' | 'rate' | 'number' | 'shape' | 'lower' | 'upper';

/**
 * What kind of parameter an outcome's distribution has: those of priors, and
 * - `probability`; `openProbability`, which is neither 0 nor 1;
 * - `trials`, the number of trials of a count: a whole number, or a column of counts;
 * - `cuts`, one or more increasing numbers, given as the last arguments; `steps`, the same in any order; `logits`, two or
 *   more numbers, one for each value.
 */
export type ParameterKind =
  | Exclude<PriorParameterKind, 'lower' | 'upper'>
  | 'probability'
  | 'openProbability'
  | 'trials'
  | ListKind;

/** The kinds of parameters that are lists. */
export type ListKind = 'cuts' | 'steps' | 'logits';

export function isListKind(kind: ParameterKind): kind is ListKind {
  return kind === 'cuts' || kind === 'steps' || kind === 'logits';
}

/** Kinds of parameters by name, in the order of the arguments. */
export type PriorParameters = Readonly<Record<string, PriorParameterKind>>;
export type OutcomeParameters = Readonly<Record<string, ParameterKind>>;

/** The parameters themselves, each a T, or a list of them. */
export type Given<P, T> = { readonly [Name in keyof P]: P[Name] extends ListKind ? readonly T[] : T };

/** The same parameters with each mapped, in the order of the arguments. */
export function mapGiven<T, U>(
  given: Readonly<Record<string, T | readonly T[]>>,
  map: (part: T) => U,
): Record<string, U | readonly U[]> {
  return Object.fromEntries(
    Object.entries(given).map(([name, part]) => [name, isList(part) ? part.map(map) : map(part)]),
  );
}

/** All parameters in the order of the arguments. */
export function listGiven<T>(given: Readonly<Record<string, T | readonly T[]>>): T[] {
  return Object.values(given).flatMap((part) => (isList(part) ? part : [part]));
}

function isList<T>(part: T | readonly T[]): part is readonly T[] {
  return Array.isArray(part);
}
