/** A plain loop on the sampler's scale, which is standardised by the latents' priors. */
import { type ManifestLatent, standardOf } from '../../module/manifest.ts';
import type { HandLoop } from './loop.ts';

/**
 * Used to check that the loop agrees with the module; timings use the loop itself, near the same points.
 *
 * The loop at w = centre + spread · u, with its Jacobian, as a function of u.
 *
 * @param latents those of the layout's manifest, in order
 */
export function standardisedLoop(loop: HandLoop, latents: readonly ManifestLatent[]): HandLoop {
  const standards = latents.map(standardOf);
  const logJacobian = standards.reduce((sum, { spread }) => sum + Math.log(spread), 0);
  const position = new Float64Array(standards.length);
  return (standardised, gradient) => {
    for (const [k, { centre, spread }] of standards.entries())
      position[k] = centre + spread * standardised[k]!;
    const logDensity = loop(position, gradient);
    for (const [k, { spread }] of standards.entries()) gradient[k]! *= spread;
    return logDensity + logJacobian;
  };
}
