/** What a fit knows that its predictions take: draws, the levels of its categories, and the statistics of its data. */
import type { ChainDraws } from '../chain.ts';
import type { Levels } from '../levels.ts';

/** The statistics of the data that a layout was fitted to, in the manifest's order. */
export interface FittedStatistics {
  /** One number for each of the manifest's `statistics`. */
  readonly values: readonly number[];
  /** For each of `levelStatistics` one number a level, in the order of the levels. */
  readonly byLevel: readonly (readonly number[])[];
}

/** Enough of a fit to predict with: `fit` returns it, and it can be put together of what was stored. */
export interface Fitted {
  /** One entry a chain: one array a parameter, one number a draw, on the layout's own scale. */
  readonly draws: readonly Pick<ChainDraws, 'latents'>[];
  /** The names of the levels of each category, in the order of their numbers. */
  readonly levels: Levels;
  readonly statistics: FittedStatistics;
}
