/** The bounds of a latent's values, for drawing its scale. */
import type { ManifestLatent } from '../module/manifest.ts';

/** In the latent's unit; null for a side that is open, or whose end the text of the layout does not say in numbers. */
export interface LatentBounds {
  readonly lo: number | null;
  readonly hi: number | null;
}

/** The bounds in the manifest. They are only drawn, so that an entry that is not a bound is ignored and not refused. */
export function latentBounds({ support }: Pick<ManifestLatent, 'support'>): LatentBounds {
  const bound = (value: unknown) => (Number.isFinite(value) ? (value as number) : null);
  return { lo: bound(support?.lo), hi: bound(support?.hi) };
}
