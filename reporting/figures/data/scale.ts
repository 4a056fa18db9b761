/** The scale on which a latent is shown: between its bounds, or as far as its values reach. */
import type { ManifestQuantity } from '../../../module/manifest.ts';
import type { ValueRange } from '../../../statistics/kernel-density.ts';

/** In the latent's unit. */
export interface ShownScale {
  readonly unit: string;
  readonly from: number;
  readonly to: number;
  /** Whether the end of the scale is a bound of the values. */
  readonly endsAtFrom: boolean;
  readonly endsAtTo: boolean;
  /** The bounds of the values, if the scale shows only the part between them that the intervals reach. */
  readonly bounds?: readonly [lower: number, upper: number];
  /** Whether equal distances are equal ratios; false if absent. */
  readonly isLogarithmic?: boolean;
}

/** From this ratio on, most values would be at the lower end of an even axis. */
const FAR_APART = 30;

/** Margin at an unbounded end, as a share of the range. */
const MARGIN = 0.06;

/**
 * @param ends the bounds of the values, possibly infinite
 * @param values at least one; the scale contains all of them, and none is outside of the bounds
 */
export function shownScale(
  latent: ManifestQuantity,
  { lo, hi }: ValueRange,
  values: readonly number[],
): ShownScale {
  const reach = (pick: (a: number, b: number) => number) => values.reduce((one, other) => pick(one, other));
  const [endsAtFrom, endsAtTo] = [Number.isFinite(lo), Number.isFinite(hi)];
  const least = endsAtFrom ? lo : reach(Math.min);
  const most = endsAtTo ? hi : reach(Math.max);
  // Leave a margin even if all values are equal.
  const beyond = (most - least) * MARGIN || Math.abs(most) * MARGIN || 1;
  return {
    unit: latent.isProbability ? 'probability' : latent.unit,
    from: endsAtFrom ? lo : least - beyond,
    to: endsAtTo ? hi : most + beyond,
    endsAtFrom,
    endsAtTo,
  };
}

/** With a larger share of the range between the bounds than this, a scale shows the whole range. */
const MAX_PART = 0.6;

/**
 * The same scale, but only as far as the values reach if that is a small part of the range between the bounds. A bound that no
 * value comes near is then out of sight.
 */
export function closeScale(
  latent: ManifestQuantity,
  ends: ValueRange,
  values: readonly number[],
): ShownScale {
  const whole = shownScale(latent, ends, values);
  const open = shownScale(latent, { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY }, values);
  const [from, to] = [Math.max(open.from, ends.lo), Math.min(open.to, ends.hi)];
  if (to - from > MAX_PART * (whole.to - whole.from)) return whole;
  const isBounded = whole.endsAtFrom && whole.endsAtTo;
  return {
    ...{ unit: whole.unit, from, to, endsAtFrom: from === ends.lo, endsAtTo: to === ends.hi },
    ...(isBounded ? { bounds: [ends.lo, ends.hi] } : {}),
  };
}

/** Whether values are all above 0 and so far apart that only a logarithmic axis shows each of them. */
export function areFarApart(values: readonly number[]): boolean {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least > 0 && most > FAR_APART * least;
}

/**
 * Whether estimates of a quantity need a logarithmic axis: it can only be above 0, without an upper bound, and its estimates are far
 * apart. The bounds of a report are not known: then its intervals decide.
 */
export function needsLogarithms(
  { role }: Pick<ManifestQuantity, 'role'>,
  { lo, hi }: ValueRange,
  estimates: readonly { readonly center: number; readonly hdi95: readonly [number, number] | null }[],
): boolean {
  return (
    (role === 'report' || lo >= 0) &&
    hi === Number.POSITIVE_INFINITY &&
    estimates.every(({ hdi95 }) => hdi95 === null || hdi95[0] > 0) &&
    areFarApart(estimates.map(({ center }) => center))
  );
}

/** A logarithmic scale that contains these values, which are above 0 and have no upper bound. */
export function logarithmicScale({ unit }: ManifestQuantity, values: readonly number[]): ShownScale {
  return {
    ...{ unit, from: Math.min(...values), to: Math.max(...values) },
    ...{ endsAtFrom: false, endsAtTo: false, isLogarithmic: true },
  };
}

/** The widest of several pairs of bounds. */
export function widest(ends: readonly ValueRange[]): ValueRange {
  return { lo: Math.min(...ends.map(({ lo }) => lo)), hi: Math.max(...ends.map(({ hi }) => hi)) };
}
