/** How far chains centred the latents whose centring they learn. */
import type { Manifest } from '../../module/manifest.ts';
import type { ChainDraws } from '../draws.ts';

/** How far one latent was centred. */
export interface CentringSummary {
  readonly latent: string;
  /** Over chains and levels: from 0, noncentred, to 1, centred. */
  readonly least: number;
  readonly mean: number;
  readonly greatest: number;
}

/**
 * How far each latent was centred whose centring chains learn, over chains and levels.
 *
 * @param levels how many a category has
 */
export function learntCentrings(
  { latents }: Pick<Manifest, 'latents'>,
  levels: (category: string) => number,
  chains: readonly Pick<ChainDraws, 'centrings'>[],
): readonly CentringSummary[] {
  let first = 0;
  return latents.flatMap(({ name, index, centring }) => {
    if (centring !== 'learnt') return [];
    const end = first + (index === undefined ? 1 : levels(index));
    const values = chains.flatMap(({ centrings }) => [...(centrings?.subarray(first, end) ?? [])]);
    first = end;
    if (values.length === 0) return [];
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const least = values.reduce((a, b) => Math.min(a, b));
    const greatest = values.reduce((a, b) => Math.max(a, b));
    return [{ latent: name, least, mean, greatest }];
  });
}
