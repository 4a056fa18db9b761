/** The families of priors: their parameters, what each is measured in and must be, and where their support lies. */

/**
 * What a parameter is:
 * - `location`, in the latent's unit; `scale`, the same and above 0; `rate`, in the inverse of the unit and above 0;
 * - `number`, without a unit; `shape`, the same and above 0;
 * - `lower` and `upper`, bounds of the support in the latent's unit, the lower first.
 */
export type ParameterKind = 'location' | 'scale' | 'rate' | 'number' | 'shape' | 'lower' | 'upper';

/** All numbers, those above 0, those from 0 to 1, or those from `lower` to `upper`. */
export type Support = 'line' | 'positive' | 'unit' | 'bounds';

interface Description {
  /** In the order of the arguments. */
  readonly parameters: Readonly<Record<string, ParameterKind>>;
  readonly support: Support;
}

/** Parametrised as in the Stan Functions Reference (2.36), "Continuous Distributions". */
export const families = {
  uniform: { parameters: { lo: 'lower', hi: 'upper' }, support: 'bounds' },
  normal: { parameters: { mean: 'location', sd: 'scale' }, support: 'line' },
  half_normal: { parameters: { sd: 'scale' }, support: 'positive' },
  /** Of the logarithm of the value as a number of the latent's unit: e^mu of them is the median. */
  lognormal: { parameters: { mu: 'number', sigma: 'shape' }, support: 'positive' },
  beta: { parameters: { a: 'shape', b: 'shape' }, support: 'unit' },
  scaled_beta: { parameters: { a: 'shape', b: 'shape', lo: 'lower', hi: 'upper' }, support: 'bounds' },
  gamma: { parameters: { shape: 'shape', rate: 'rate' }, support: 'positive' },
  inv_gamma: { parameters: { shape: 'shape', scale: 'scale' }, support: 'positive' },
  exponential: { parameters: { rate: 'rate' }, support: 'positive' },
  cauchy: { parameters: { location: 'location', scale: 'scale' }, support: 'line' },
  half_cauchy: { parameters: { scale: 'scale' }, support: 'positive' },
  student_t: { parameters: { df: 'shape', location: 'location', scale: 'scale' }, support: 'line' },
  half_student_t: { parameters: { df: 'shape', scale: 'scale' }, support: 'positive' },
} as const satisfies Record<string, Description>;

export type Family = keyof typeof families;

type ParameterOf<F extends Family> = keyof (typeof families)[F]['parameters'];

/** The bounds that a trailing `in [lo, hi]` cuts a prior off at; a side that is open has none. At least one is there. */
export interface Truncation<T> {
  readonly lo: T | null;
  readonly hi: T | null;
}

/** A prior whose parameters and bounds are each a T, by their names. */
export type PriorOf<T> = {
  [F in Family]: { readonly family: F } & { readonly [P in ParameterOf<F>]: T } & {
    readonly truncation?: Truncation<T>;
  };
}[Family];

/** The parameters in the order of the arguments. */
export function parametersOf<T>(prior: PriorOf<T>): T[] {
  const byName = prior as unknown as Readonly<Record<string, T>>;
  return Object.keys(families[prior.family].parameters).map((name) => byName[name]!);
}

/** The parameters, and then the bounds of the truncation that are there. */
export function partsOf<T>(prior: PriorOf<T>): T[] {
  const { lo = null, hi = null } = prior.truncation ?? {};
  return [...parametersOf(prior), ...[lo, hi].filter((bound) => bound !== null)];
}

/** A prior of these parameters, given in the order of the arguments. */
export function priorOf<T>(
  family: Family,
  parameters: readonly T[],
  truncation: Truncation<T> | null,
): PriorOf<T> {
  const names = Object.keys(families[family].parameters);
  const byName = Object.fromEntries(names.map((name, index) => [name, parameters[index]!]));
  return { family, ...byName, ...(truncation === null ? {} : { truncation }) } as unknown as PriorOf<T>;
}

/** The same prior with each part turned into something else. */
export function mapPrior<T, U>(prior: PriorOf<T>, map: (part: T) => U): PriorOf<U> {
  const parameters = parametersOf(prior).map(map);
  const { truncation } = prior;
  const bound = (part: T | null) => (part === null ? null : map(part));
  const bounds = truncation && { lo: bound(truncation.lo), hi: bound(truncation.hi) };
  return priorOf(prior.family, parameters, bounds ?? null);
}

/** Where a prior's values lie: bounds are null where a side is open. Zero and one are asked for by their numbers. */
export function supportOf<T>(prior: PriorOf<T>, constant: (value: number) => T): Truncation<T> {
  const { lo = null, hi = null } = prior.truncation ?? {};
  const whole = wholeSupportOf(prior, constant);
  return { lo: lo ?? whole.lo, hi: hi ?? whole.hi };
}

/** Where a prior's values lay if it were not truncated. */
export function wholeSupportOf<T>(prior: PriorOf<T>, constant: (value: number) => T): Truncation<T> {
  switch (families[prior.family].support) {
    case 'line':
      return { lo: null, hi: null };
    case 'positive':
      return { lo: constant(0), hi: null };
    case 'unit':
      return { lo: constant(0), hi: constant(1) };
    case 'bounds': {
      const { lo, hi } = prior as { readonly lo: T; readonly hi: T };
      return { lo, hi };
    }
  }
}

/** Whether a prior's location and scale can be taken out of what is sampled. */
export function hasParametrisations({ family, truncation }: PriorOf<unknown>): boolean {
  return (family === 'normal' || family === 'lognormal') && truncation === undefined;
}

/** How a latent comes from the unconstrained scale. */
export type TransformName = 'noncentred' | 'identity' | 'sinh' | 'positive' | 'lower' | 'upper' | 'interval';

/** Which transform a prior's support, and the weight of its tails, call for, or the author or the data. */
export function transformName(prior: PriorOf<unknown>, isNonCentred: boolean): TransformName {
  if (isNonCentred) return 'noncentred';
  const { family, truncation } = prior;
  const { lo, hi } = supportOf<unknown>(prior, (value) => value);
  if (lo !== null && hi !== null) return 'interval';
  if (lo !== null) return (truncation?.lo ?? null) === null ? 'positive' : 'lower';
  if (hi !== null) return 'upper';
  return family === 'cauchy' || family === 'student_t' ? 'sinh' : 'identity';
}

/** What a prior of values above 0 has for a scale, where it is not truncated; null for every other. */
export function positiveScaleOf<T>(
  prior: PriorOf<T>,
  divide: (a: T, b: T) => T,
  constant: (value: number) => T,
): T | null {
  if (prior.truncation !== undefined) return null;
  switch (prior.family) {
    case 'half_normal':
      return prior.sd;
    case 'half_cauchy':
    case 'half_student_t':
      return prior.scale;
    case 'exponential':
      return divide(constant(1), prior.rate);
    case 'gamma':
      return divide(prior.shape, prior.rate);
    case 'inv_gamma':
      return divide(prior.scale, prior.shape);
    default:
      return null;
  }
}
