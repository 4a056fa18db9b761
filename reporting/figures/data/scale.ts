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
}

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

/** The widest of several pairs of bounds. */
export function widest(ends: readonly ValueRange[]): ValueRange {
  return { lo: Math.min(...ends.map(({ lo }) => lo)), hi: Math.max(...ends.map(({ hi }) => hi)) };
}
