/** Starts near the places where the density of a hierarchy may become infinite: where the scale of its levels goes to 0. */
import { standardOf } from '../../module/manifest.ts';
import type { Parameter } from '../parameters.ts';
import { namesIn } from '../prior-names.ts';
import type { EstimateMethod } from './settings.ts';

/** Of an interval Φ(−4), of a positive latent e⁻¹⁰ of what the prior has in its middle. */
const NEAR_BOUND = { interval: -4, positive: -10, lower: -10 } as const;
const MAX = 8;

/**
 * One start for each latent with a lower bound that other priors read, on the unconstrained scale: near that bound, with all others at 0.
 * Random starts would hardly come there, and a density that is highest in their midst would be taken for the highest. The
 * likelihood knows nothing of such latents.
 */
export function edgeStarts(method: EstimateMethod, parameters: readonly Parameter[]): Float64Array[] {
  if (method === 'mle') return [];
  const latents = new Set(parameters.map(({ latent }) => latent));
  const isRead = (name: string) =>
    [...latents].some((latent) => latent.name !== name && namesIn(latent.prior).includes(name));
  return parameters
    .flatMap(({ latent, level }, k) => {
      const place = NEAR_BOUND[latent.transform as keyof typeof NEAR_BOUND];
      if (place === undefined || level !== null || !isRead(latent.name)) return [];
      const { centre, spread } = standardOf(latent);
      const near = (latent.transform === 'interval' ? place - centre : place) / spread;
      return [Float64Array.from(parameters, (_, index) => (index === k ? near : 0))];
    })
    .slice(0, MAX);
}
