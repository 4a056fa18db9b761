/** The parts of a verdict on a fit. */

import type { SeparatePlace } from './separate-places.ts';

/**
 * - `not-finite`: draws that are not numbers
 * - `too-short`: too few draws per chain for any judgement
 * - `stuck`: chains that did not move
 * - `separate-places`: chains that stay in different places, or a place with mass where no chain was
 * - `minor-mode`: a further place with so little mass that it changes the numbers little; other runs may stay there
 * - `negligible-mode`: a further place with too little mass to change any number
 * - `disagreement`: chains that do not agree yet (R-hat)
 * - `few-effective-draws`: chains that agree but contain little information (ESS)
 * - `divergences`, `tree-depth`, `energy`: trajectories that diverged, were cut off, or did not reach all energies
 * - `adaptation`: chains that were warmed up again, because their warm-up did not learn the scales that the others
 * learnt
 * - `evidence`, `ancestors`, `acceptance`: runs of sequential Monte Carlo that disagree on the evidence, whose
 * particles descend from too few draws of the prior, or whose particles hardly moved at some temperature
 * - `single-chain`: no other chain for comparison
 * - `no-solution`: draws in which the equation of a report has no solution in its range
 * - `few-searches`: scouts that were cut short, so that finding nothing proves nothing
 * - for point estimates, `unbounded`, `no-optimum`, `endless`: an objective that becomes infinite, whose maximum no
 * climb reached, or that rises for ever without a maximum; `flat`: latents on which it does not depend, or only in a
 * combination; `tied`, `other-optimum`: further optima, as high or nearly as high; `bound`: an optimum on the bound of
 * a prior; `uneven`: standard errors that the shape of the objective contradicts; `seldom`: an optimum that only one
 * start reached; `approximation`: a Laplace approximation that the posterior contradicts; `no-errors`: too many
 * dependent latents for standard errors
 */
export type FindingKind = (typeof FINDING_KINDS)[number];

/** All kinds; the list is needed only to read a verdict back. */
export const FINDING_KINDS = [
  'not-finite',
  'too-short',
  'stuck',
  'separate-places',
  'minor-mode',
  'negligible-mode',
  'disagreement',
  'few-effective-draws',
  'divergences',
  'tree-depth',
  'energy',
  'adaptation',
  'evidence',
  'ancestors',
  'acceptance',
  'single-chain',
  'few-searches',
  'no-solution',
  'unbounded',
  'no-optimum',
  'endless',
  'flat',
  'tied',
  'other-optimum',
  'bound',
  'uneven',
  'seldom',
  'approximation',
  'no-errors',
] as const;

/**
 * - `fatal`: the summaries do not describe the posterior
 * - `caution`: they do as far as is known, but not to the usual standard, or something must be reported with them
 * - `note`: they do; the finding is only information
 */
export type FindingWeight = (typeof FINDING_WEIGHTS)[number];

/** The gravest first. */
export const FINDING_WEIGHTS = ['fatal', 'caution', 'note'] as const;

/** Something about a fit that its user should know, and usually act on. */
export interface Finding {
  readonly kind: FindingKind;
  readonly weight: FindingWeight;
  /** All affected parameters, the worst first; empty if the finding is about the whole fit. */
  readonly parameters: readonly string[];
  /** What was found, in whole sentences; it names at most a few parameters. */
  readonly message: string;
  /** What to do about it, in whole sentences. */
  readonly remedy: string;
  /** The places, for a finding of kind `separate-places`. */
  readonly places?: readonly SeparatePlace[];
}
