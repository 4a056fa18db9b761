/** The scale that a latent's values are shown on: from where they end to where they end, or as far as they reach. */
import { latentBounds } from '../../host/latent-bounds.ts';
import type { ManifestLatent } from '../../host/manifest.ts';

/** In the latent's unit. */
export interface ShownScale {
  readonly unit: string;
  readonly from: number;
  readonly to: number;
  /** Whether values end there, or only the picture does. */
  readonly endsAtFrom: boolean;
  readonly endsAtTo: boolean;
}

/** As much of what is shown as is left free beyond it where values do not end. */
const BEYOND = 0.06;

/** @param values what must be on it; there is at least one, and none beyond the latent's bounds */
export function scaleOf(latent: ManifestLatent, values: readonly number[]): ShownScale {
  const { lo, hi } = latentBounds(latent);
  const reach = (pick: (a: number, b: number) => number) => values.reduce((one, other) => pick(one, other));
  const least = lo ?? reach(Math.min);
  const most = hi ?? reach(Math.max);
  // Of one value, or of values that do not differ, there is still something to see on either side.
  const beyond = (most - least) * BEYOND || Math.abs(most) * BEYOND || 1;
  return {
    unit: latent.isProbability ? 'probability' : latent.unit,
    from: lo ?? least - beyond,
    to: hi ?? most + beyond,
    endsAtFrom: lo !== null,
    endsAtTo: hi !== null,
  };
}
