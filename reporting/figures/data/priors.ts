/** The priors of a fit's parameters, from the text of its layout and the statistics of what it was fitted to. */

import { type MarginalPrior, marginalPriors } from '../../../analysis/simulate/marginal-prior.ts';
import { prepare } from '../../../compiler/compile.ts';
import { sourceOf } from '../../../compiler/layout-input.ts';
import type { FitBasis } from '../../../host/posterior.ts';

/**
 * By the parameters' names; null where the text of the layout is not known.
 *
 * @throws SimulationError when a prior has no density at what was drawn before it
 */
export function priorsOf(fit: FitBasis): ReadonlyMap<string, MarginalPrior> | null {
  const { layoutText, manifest } = fit;
  if (layoutText === undefined) return null;
  const { choices = {} } = manifest;
  const { layout } = prepare(sourceOf(layoutText), { choices });
  return marginalPriors(layout, layoutText, fit);
}
