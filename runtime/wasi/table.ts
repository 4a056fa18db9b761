/**
 * What the layout wants of its table. The compiler puts what it writes for a layout in this file's place; what stands here
 * goes with the layout in runtime/layout.ts.
 */
import { REAL, demand, latent } from './columns';
import { option } from './options';

export const LAYOUT: String = 'StandardNormal';
export const VERSION: String = '0';

/** What the sampler is asked for where nothing else is said. */
export const CHAINS: i32 = 4;
export const WARMUP: i32 = 1000;
export const DRAWS: i32 = 1000;
export const TARGET_ACCEPT: f64 = 0.8;
export const MAX_TREE_DEPTH: i32 = 10;
export const SEED: u64 = 1;

/** The command's options, the table's columns, in the order in which the layout reads them, its latents, in the order of a draw, and the statistics that it reads. */
export function describeTable(): void {
  option('--seed <n>', 'the same seed gives the same draws');
  demand('x', REAL, '', 'a number');
  latent('a');
  latent('b');
}
