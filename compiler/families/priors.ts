/** The families of priors by their names in layouts, and what follows from their records. */
import { type Given, listGiven, mapGiven } from './parameters.ts';
import type { Ends, LocationAndScale, PriorDefinition } from './prior.ts';
import { betaPrior } from './priors/beta.ts';
import { cauchyPrior } from './priors/cauchy.ts';
import { exponentialPrior } from './priors/exponential.ts';
import { gammaPrior } from './priors/gamma.ts';
import { halfCauchyPrior } from './priors/half-cauchy.ts';
import { halfNormalPrior } from './priors/half-normal.ts';
import { halfStudentTPrior } from './priors/half-student-t.ts';
import { invGammaPrior } from './priors/inv-gamma.ts';
import { lognormalPrior } from './priors/lognormal.ts';
import { normalPrior } from './priors/normal.ts';
import { scaledBetaPrior } from './priors/scaled-beta.ts';
import { studentTPrior } from './priors/student-t.ts';
import { uniformPrior } from './priors/uniform.ts';
import { weibullPrior } from './priors/weibull.ts';

/** In the order of the documentation. */
export const priors = {
  uniform: uniformPrior,
  normal: normalPrior,
  half_normal: halfNormalPrior,
  lognormal: lognormalPrior,
  beta: betaPrior,
  scaled_beta: scaledBetaPrior,
  gamma: gammaPrior,
  inv_gamma: invGammaPrior,
  exponential: exponentialPrior,
  weibull: weibullPrior,
  cauchy: cauchyPrior,
  half_cauchy: halfCauchyPrior,
  student_t: studentTPrior,
  half_student_t: halfStudentTPrior,
} as const satisfies Record<string, PriorDefinition>;

export type PriorFamily = keyof typeof priors;

/** The parameters of a family of priors, each a T. */
export type PriorParametersOf<F extends PriorFamily, T> = Given<(typeof priors)[F]['parameters'], T>;

/**
 * The place, from 1, of a latent among `of` latents with the same prior, of which each is greater than the one before
 * it. `after` is that one, null at the first place.
 */
export interface OrderedPlace<T> {
  readonly after: T | null;
  readonly place: number;
  readonly of: number;
}

/**
 * A prior whose parameters and bounds are each a T. The bounds are those of `in [lo, hi]` after the prior, at least one
 * of them.
 */
export type PriorOf<T> = {
  [F in PriorFamily]: {
    readonly family: F;
    readonly parameters: PriorParametersOf<F, T>;
    readonly truncation?: Ends<T>;
    readonly inOrder?: OrderedPlace<T>;
    /** The levels are deviations from their mean; the prior is a whole normal with mean 0, the same for all levels. */
    readonly sumsToZero?: true;
  };
}[PriorFamily];

/** The record of a prior's family, in the form common to all families. */
export function priorDefinition({ family }: Pick<PriorOf<unknown>, 'family'>): PriorDefinition {
  return priors[family];
}

/** A prior with parameters given by name. */
export function priorOf<T>(
  family: PriorFamily,
  parameters: Readonly<Record<string, T>>,
  truncation: Ends<T> | null,
  inOrder: OrderedPlace<T> | null = null,
): PriorOf<T> {
  return {
    ...{ family, parameters },
    ...(truncation === null ? {} : { truncation }),
    ...(inOrder === null ? {} : { inOrder }),
  } as PriorOf<T>;
}

/** The parameters in the order of the arguments, then the truncation bounds that are given, then the latent before it in order. */
export function priorParts<T>({ parameters, truncation, inOrder }: PriorOf<T>): T[] {
  const { lo = null, hi = null } = truncation ?? {};
  return [...listGiven<T>(parameters), ...[lo, hi, inOrder?.after ?? null].filter((end) => end !== null)];
}

/** The same prior with each part mapped. */
export function mapPrior<T, U>(
  { family, parameters, truncation, inOrder, sumsToZero }: PriorOf<T>,
  map: (part: T) => U,
): PriorOf<U> {
  const mapped = mapGiven<T, U>(parameters, map) as Record<string, U>;
  const end = (part: T | null) => (part === null ? null : map(part));
  const prior = priorOf(
    family,
    mapped,
    truncation ? { lo: end(truncation.lo), hi: end(truncation.hi) } : null,
    inOrder ? { ...inOrder, after: end(inOrder.after) } : null,
  );
  return sumsToZero === undefined ? prior : { ...prior, sumsToZero };
}

/** The ends of a prior's support. `constant` makes the T for the numbers 0 and 1. */
export function supportOf<T>(prior: PriorOf<T>, constant: (value: number) => T): Ends<T> {
  const { lo = null, hi = null } = prior.truncation ?? {};
  const whole = wholeSupportOf(prior, constant);
  return { lo: prior.inOrder?.after ?? lo ?? whole.lo, hi: hi ?? whole.hi };
}

/** The ends of a prior's support without its truncation. */
export function wholeSupportOf<T>(prior: PriorOf<T>, constant: (value: number) => T): Ends<T> {
  switch (priorDefinition(prior).support) {
    case 'line':
      return { lo: null, hi: null };
    case 'positive':
      return { lo: constant(0), hi: null };
    case 'unit':
      return { lo: constant(0), hi: constant(1) };
    case 'bounds': {
      const { lo, hi } = prior.parameters as { readonly lo: T; readonly hi: T };
      return { lo, hi };
    }
  }
}

/** Whether priors of a family can be truncated. */
export function canBeTruncated(family: PriorFamily): boolean {
  const { logMass, logTruncatedDensity }: PriorDefinition = priors[family];
  return logMass !== undefined || logTruncatedDensity !== undefined;
}

/** Whether the priors of a family have a location and a scale that can be factored out for sampling. */
export function hasLocationAndScale(family: PriorFamily): boolean {
  const { locationAndScale }: PriorDefinition = priors[family];
  return locationAndScale !== undefined;
}

/** The location and the scale of a prior, each a T; null if it has none. */
export function locationAndScaleOf<T>(prior: PriorOf<T>): LocationAndScale<T> | null {
  const { locationAndScale } = priorDefinition(prior);
  return locationAndScale?.<T>(prior.parameters as Readonly<Record<string, T>>) ?? null;
}

/** Whether a prior can be sampled both centred and noncentred. */
export function hasParametrisations({ family, truncation, inOrder }: PriorOf<unknown>): boolean {
  return hasLocationAndScale(family) && truncation === undefined && inOrder === undefined;
}

/** Whether a prior has its family's own lower end. */
export function isOpenBelow({ truncation, inOrder }: PriorOf<unknown>): boolean {
  return (truncation?.lo ?? null) === null && (inOrder?.after ?? null) === null;
}

/** Whether a prior has its family's own ends. */
export function isWhole(prior: PriorOf<unknown>): boolean {
  return prior.truncation === undefined && isOpenBelow(prior);
}

/** How a latent is computed from the unconstrained scale. */
export type TransformName = 'noncentred' | 'identity' | 'sinh' | 'positive' | 'lower' | 'upper' | 'interval';

/**
 * The transform that a prior's support and tails require; `isNonCentred` is decided by the author, the data or the
 * compiler.
 */
export function transformName(prior: PriorOf<unknown>, isNonCentred: boolean): TransformName {
  if (isNonCentred) return 'noncentred';
  const { lo, hi } = supportOf<unknown>(prior, (value) => value);
  if (lo !== null && hi !== null) return 'interval';
  if (lo !== null) return isOpenBelow(prior) ? 'positive' : 'lower';
  if (hi !== null) return 'upper';
  return priorDefinition(prior).heavyTails === undefined ? 'identity' : 'sinh';
}
