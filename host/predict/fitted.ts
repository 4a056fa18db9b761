/** What a fit knows that its predictions take: draws, the levels of its categories, and the statistics of its data. */

import type { Levels } from '../../module/levels.ts';
import type { ChainDraws } from '../draws.ts';
import type { FittedStatistics } from '../rows.ts';

/** Enough of a fit to predict with: `fit` returns it, and it can be put together of what was stored. */
export interface Fitted {
  /** One entry a chain: one array a parameter, one number a draw, on the layout's own scale. */
  readonly draws: readonly Pick<ChainDraws, 'latents'>[];
  /** The names of the levels of each category, in the order of their numbers. */
  readonly levels: Levels;
  readonly statistics: FittedStatistics;
}
