/** A plain loop on the scale of the sampler, whose numbers are standardised by the latents' priors. */
import { type ManifestLatent, standardOf } from '../../module/manifest.ts';
import type { HandLoop } from './loop.ts';

/**
 * For checks that it says what the module says; timings take the loop itself, near the same points.
 *
 * The loop at w = centre + spread · u, with its Jacobian, as a function of u.
 *
 * @param latents of the layout's manifest, in its order
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
