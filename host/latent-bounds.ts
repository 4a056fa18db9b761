/** Where the values of a latent end, for whoever draws its scale. */
import type { ManifestLatent } from '../module/manifest.ts';

/** In the latent's unit; null for a side that is open, or whose end the text of the layout does not say in numbers. */
export interface LatentBounds {
  readonly lo: number | null;
  readonly hi: number | null;
}

/** Those in the manifest. They are for the eye alone, so that what is no bound there is passed over and not refused. */
export function latentBounds({ support }: Pick<ManifestLatent, 'support'>): LatentBounds {
  const bound = (value: unknown) => (Number.isFinite(value) ? (value as number) : null);
  return { lo: bound(support?.lo), hi: bound(support?.hi) };
}
