/** What a verdict on a fit consists of. */

import type { SeparatePlace } from './separate-places.ts';

/**
 * - `not-finite`: draws that are no numbers
 * - `too-short`: too few draws a chain to judge anything
 * - `stuck`: chains that did not move
 * - `separate-places`: chains that each stay in a place of their own, or a place with mass where no chain was
 * - `minor-mode`: a further place with so little of the mass that it changes the numbers little, in which other runs may stay
 * - `negligible-mode`: a further place with too little of the mass to change any number
 * - `disagreement`: chains that do not agree yet (R-hat)
 * - `few-effective-draws`: chains that agree and tell little (ESS)
 * - `divergences`, `tree-depth`, `energy`: trajectories that broke off, were cut off, or did not reach all energies
 * - `adaptation`: chains whose warm-up did not learn the scales that the others' did, and which were warmed up again
 * - `evidence`, `ancestors`, `acceptance`: runs of sequential Monte Carlo that do not agree on the evidence, whose
 *   particles descend from too few draws of the prior, or whose particles hardly moved somewhere on the way
 * - `single-chain`: nothing to compare the chain with
 * - `few-searches`: scouts that were cut short, from whose silence nothing follows
 * - of point estimates, `unbounded`, `no-optimum`, `endless`: an objective that becomes infinite, at whose top no climb arrived, or
 *   that rises for ever without one; `flat`: latents that it does not depend on, or of which only a combination; `tied`,
 *   `other-optimum`: further optima, as high or nearly so; `bound`: an optimum on the bound of a prior; `uneven`: standard errors that
 *   the shape of the objective contradicts; `seldom`: an optimum that only one of the starts led to; `approximation`: a Laplace
 *   approximation that the posterior contradicts; `no-errors`: estimates of too many latents that depend on each other for standard errors
 */
export type FindingKind = (typeof FINDING_KINDS)[number];

/** All of them; only what reads a verdict back needs the list. */
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
 * - `caution`: they do for all that is known, but not to the usual standard, or there is something to report beside them
 * - `note`: they do; it is good to know
 */
export type FindingWeight = (typeof FINDING_WEIGHTS)[number];

/** The gravest first. */
export const FINDING_WEIGHTS = ['fatal', 'caution', 'note'] as const;

/** Something about a fit that its user should know, and mostly act on. */
export interface Finding {
  readonly kind: FindingKind;
  readonly weight: FindingWeight;
  /** All parameters concerned, the worst first; empty when the finding is about the whole fit. */
  readonly parameters: readonly string[];
  /** What was found, in whole sentences; names at most a few of the parameters. */
  readonly message: string;
  /** What to do about it, in whole sentences. */
  readonly remedy: string;
  /** The places, of a finding of kind `separate-places`. */
  readonly places?: readonly SeparatePlace[];
}
