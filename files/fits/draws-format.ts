/** The formats for the draws of a fit, and the default. */

export type DrawsFormat = 'csv' | 'parquet' | 'arviz';

export const DRAWS_FORMATS: readonly DrawsFormat[] = ['csv', 'parquet', 'arviz'];

/** The largest number of values that is written as text by default: about 20 MB, and the same again chain by chain. */
export const MAX_TEXT_NUMBERS = 1 << 20;

/** The columns that number the rows of draws in Parquet; no latent can have these names there. */
export const PARQUET_ORDER: readonly string[] = ['chain', 'draw'];

/** The size of a fit, and the names of its latents. */
export interface DrawsSize {
  /** Parameters in each draw. */
  readonly parameters: number;
  readonly chains: number;
  /** Draws of each chain. */
  readonly draws: number;
  readonly latents: readonly string[];
}

/**
 * The default format: text, which every program reads, for at most `MAX_TEXT_NUMBERS` numbers; otherwise Parquet, which
 * takes a fifth of the space and time.
 */
export function usualDrawsFormat({ parameters, chains, draws, latents }: DrawsSize): DrawsFormat {
  const isSmall = parameters * chains * draws <= MAX_TEXT_NUMBERS;
  return isSmall || latents.some((name) => PARQUET_ORDER.includes(name)) ? 'csv' : 'parquet';
}
