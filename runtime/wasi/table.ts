/**
 * What the command must know about its table. The compiler replaces this file by one generated for each layout. This
 * version belongs to the layout in runtime/layout.ts.
 */
import { REAL, demand, latent } from './columns';
import { option } from './options';

export const LAYOUT: String = 'StandardNormal';
export const VERSION: String = '0';

/** Defaults for the sampler's settings. */
export const CHAINS: i32 = 4;
export const WARMUP: i32 = 1000;
export const DRAWS: i32 = 1000;
export const TARGET_ACCEPT: f64 = 0.8;
export const MAX_TREE_DEPTH: i32 = 10;
export const SEED: u64 = 1;

/**
 * Describes the command's options, the table's columns in the manifest's order, the latents in the order of a draw, and
 * the statistics.
 */
export function describeTable(): void {
  option('--seed <n>', 'the same seed gives the same draws');
  demand('x', REAL, '', 'a number');
  latent('a');
  latent('b');
}
