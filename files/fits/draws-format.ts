/** The formats for the draws of a fit, and the default. */

export type DrawsFormat = 'csv' | 'parquet' | 'parquet32' | 'arviz';

export const DRAWS_FORMATS: readonly DrawsFormat[] = ['csv', 'parquet', 'parquet32', 'arviz'];

/** The largest number of values that is written as text by default: about 20 MB, and the same again chain by chain. */
export const MAX_TEXT_NUMBERS = 1 << 20;

/** The largest number of values that is written as doubles by default: 34 MB. */
export const MAX_DOUBLE_NUMBERS = 1 << 22;

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
 * takes a fifth of the space and time, and for more than `MAX_DOUBLE_NUMBERS` with 32 bits where these are enough.
 */
export function usualDrawsFormat({ parameters, chains, draws, latents }: DrawsSize): DrawsFormat {
  const numbers = parameters * chains * draws;
  if (numbers <= MAX_TEXT_NUMBERS || latents.some((name) => PARQUET_ORDER.includes(name))) return 'csv';
  return numbers <= MAX_DOUBLE_NUMBERS ? 'parquet' : 'parquet32';
}

/** Whether one of the formats is a file of Parquet. */
export function isParquet(format: DrawsFormat): boolean {
  return format === 'parquet' || format === 'parquet32';
}
