/** The scale that a latent's values are shown on: from where they end to where they end, or as far as they reach. */
import type { ManifestLatent } from '../../../module/manifest.ts';
import type { ValueRange } from '../../../statistics/kernel-density.ts';

/** In the latent's unit. */
export interface ShownScale {
  readonly unit: string;
  readonly from: number;
  readonly to: number;
  /** Whether values end there, or only the picture does. */
  readonly endsAtFrom: boolean;
  readonly endsAtTo: boolean;
}

/** The share of the range shown that is left free beyond it where values have no bound. */
const BEYOND = 0.06;

/**
 * @param ends where values end, infinite where they do not
 * @param values what must be on it; there is at least one, and none beyond the ends
 */
export function shownScale(
  latent: ManifestLatent,
  { lo, hi }: ValueRange,
  values: readonly number[],
): ShownScale {
  const reach = (pick: (a: number, b: number) => number) => values.reduce((one, other) => pick(one, other));
  const [endsAtFrom, endsAtTo] = [Number.isFinite(lo), Number.isFinite(hi)];
  const least = endsAtFrom ? lo : reach(Math.min);
  const most = endsAtTo ? hi : reach(Math.max);
  // Of one value, or of values that do not differ, there is still something to see on either side.
  const beyond = (most - least) * BEYOND || Math.abs(most) * BEYOND || 1;
  return {
    unit: latent.isProbability ? 'probability' : latent.unit,
    from: endsAtFrom ? lo : least - beyond,
    to: endsAtTo ? hi : most + beyond,
    endsAtFrom,
    endsAtTo,
  };
}

/** The widest ends of several. */
export function widest(ends: readonly ValueRange[]): ValueRange {
  return { lo: Math.min(...ends.map(({ lo }) => lo)), hi: Math.max(...ends.map(({ hi }) => hi)) };
}
