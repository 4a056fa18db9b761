/** The forms in which the draws of a fit are written, and which of them is the usual one. */

export type DrawsFormat = 'csv' | 'parquet' | 'arviz';

export const DRAWS_FORMATS: readonly DrawsFormat[] = ['csv', 'parquet', 'arviz'];

/** Numbers of a fit that are still written as text where nobody says how: about 20 MB of it, and as much again chain by chain. */
export const MAX_TEXT_NUMBERS = 1 << 20;

/** The names that order the rows of draws in Parquet, which no latent can have there. */
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
 * The form of draws where none was asked for: text, which every program reads, of a fit of at most `MAX_TEXT_NUMBERS` numbers, and
 * else Parquet, which takes a fifth of the room and of the time.
 */
export function usualDrawsFormat({ parameters, chains, draws, latents }: DrawsSize): DrawsFormat {
  const isSmall = parameters * chains * draws <= MAX_TEXT_NUMBERS;
  return isSmall || latents.some((name) => PARQUET_ORDER.includes(name)) ? 'csv' : 'parquet';
}
