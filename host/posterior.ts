/** A posterior as plain data: draws and their parameters, either just sampled or read from a folder. */

import type { Levels } from '../module/levels.ts';
import type { Manifest } from '../module/manifest.ts';
import type { Verdict } from './diagnose/verdict-status.ts';
import type { ChainDraws, SamplerSettings } from './draws.ts';
import type { Parameter } from './parameters.ts';
import type { FittedStatistics, Rows } from './rows.ts';

/** What is known about any fit besides its draws or estimates. */
export interface FitBasis {
  /** The layout: its latents with their roles, units and scales, its columns, and the chosen alternatives. */
  readonly manifest: Manifest;
  /** The values of a draw, in order: each latent, or each level of an indexed one. */
  readonly parameters: readonly Parameter[];
  /** The level names of each category, in the order of level numbers. */
  readonly levels: Levels;
  /** The statistics of the fitted data. */
  readonly statistics: FittedStatistics;
  /** Whether the numbers can be used, and what to do if not. */
  readonly verdict: Verdict;
  /** The text of the layout; absent if unknown, as for a module that was built before. */
  readonly layoutText?: string | undefined;
}

/**
 * The draws of one chain, or of one run of particles: one array per parameter, one number per draw, on the layout's own
 * scale. The sampler's numbers for each draw are absent if they were not stored or not read.
 */
export type PosteriorChain = Pick<ChainDraws, 'latents'> &
  Partial<Pick<ChainDraws, 'divergent' | 'energy' | 'particles'>>;

/** The settings of the sampler; draws of Laplace's approximation use only the number and the seed. */
export type FittedSettings = Omit<SamplerSettings, 'method'> & {
  readonly method: SamplerSettings['method'] | 'laplace';
};

/** The posterior of one layout given one set of data: the input of predictions, figures, reports and files. */
export interface Posterior extends FitBasis {
  /** One entry per chain. */
  readonly draws: readonly PosteriorChain[];
  /** How the draws were made; absent if they were not sampled, and in files of earlier versions. */
  readonly settings?: FittedSettings | undefined;
}

/** The rows of a fit. */
export type FittedRows = Pick<Rows, 'columns' | 'counts'>;

/** The part of a posterior that predictions need. */
export interface PredictiveDraws extends Pick<Posterior, 'draws' | 'levels' | 'statistics'> {
  /**
   * The rows that were fitted, with level numbers of the fit; `none` for draws from a prior. Needed only where outcomes read several classes
   * together, or where the draws do not report them: these rows say in which states they are.
   */
  readonly fittedRows?: FittedRows | 'none' | undefined;
}

/** The draws of a parameter, one array per chain. */
export function chainsOf({ parameters, draws }: Posterior, parameter: Parameter): Float64Array[] {
  const place = parameters.indexOf(parameter);
  return draws.map(({ latents }) => latents[place]!);
}
