/** A posterior as plain data: draws and what they are draws of, whether they have just been sampled or were read from a folder. */

import type { Levels } from '../module/levels.ts';
import type { Manifest } from '../module/manifest.ts';
import type { Verdict } from './diagnose/verdict-status.ts';
import type { ChainDraws, SamplerSettings } from './draws.ts';
import type { Parameter } from './parameters.ts';
import type { FittedStatistics } from './rows.ts';

/** What is known of any fit besides its draws or its estimates. */
export interface FitBasis {
  /** What the layout says: its latents with their roles, units and scales, its columns, and the alternatives that were chosen. */
  readonly manifest: Manifest;
  /** What a draw holds, in its order: each latent, or each level of an indexed one. */
  readonly parameters: readonly Parameter[];
  /** The names of the levels of each category, in the order of their numbers. */
  readonly levels: Levels;
  /** The statistics of the data that were fitted. */
  readonly statistics: FittedStatistics;
  /** Whether the numbers can be used, and what is to be done where not. */
  readonly verdict: Verdict;
  /** The text of the layout; absent where it is not known, as of a module that was built before. */
  readonly layoutText?: string | undefined;
}

/**
 * The draws of one chain, or of one run of particles: one array per parameter, one number per draw, on the layout's own scale. What the
 * sampler says of each draw is absent where it was not kept or not read.
 */
export type PosteriorChain = Pick<ChainDraws, 'latents'> &
  Partial<Pick<ChainDraws, 'divergent' | 'energy' | 'particles'>>;

/** Those of the sampler; draws of Laplace's approximation take of them the number and the seed alone. */
export type FittedSettings = Omit<SamplerSettings, 'method'> & {
  readonly method: SamplerSettings['method'] | 'laplace';
};

/** The posterior of one layout given one set of data. Predictions, figures, reports and files take it. */
export interface Posterior extends FitBasis {
  /** One entry per chain. */
  readonly draws: readonly PosteriorChain[];
  /** How the draws were made; absent of what was not sampled, and of what an earlier version stored. */
  readonly settings?: FittedSettings | undefined;
}

/** What predictions take of a posterior. */
export type PredictiveDraws = Pick<Posterior, 'draws' | 'levels' | 'statistics'>;

/** The draws of a parameter, one array per chain. */
export function chainsOf({ parameters, draws }: Posterior, parameter: Parameter): Float64Array[] {
  const place = parameters.indexOf(parameter);
  return draws.map(({ latents }) => latents[place]!);
}
