/** What files of draws say of how the draws were made. */
import type { SampledPosterior } from '../../host/fit.ts';
import type { Columns } from '../../module/columns.ts';

/** Draws with what the sampler says of each, as `BoundModel.fit` makes them: what is written to files. */
export type WritablePosterior = Pick<SampledPosterior, 'manifest' | 'parameters' | 'draws' | 'settings'>;

/** What is written besides the posterior. */
export interface DrawsFileOptions {
  /** The columns that were fitted, of which the outcomes are kept with the draws. */
  readonly columns: Columns;
  /** Theodolite's version. */
  readonly version: string;
}

/**
 * What made the draws, for the metadata of their files. Nothing of it depends on the clock or the machine. The seed is text, since
 * a number of JSON does not hold it.
 */
export function provenance(
  { manifest, draws, settings }: WritablePosterior,
  version: string,
): Record<string, unknown> {
  const { method, warmup, targetAccept, maxTreeDepth, seed } = settings;
  return {
    inference_library: 'theodolite',
    inference_library_version: version,
    layout: manifest.layout,
    ...(manifest.choices === undefined ? {} : { choices: manifest.choices }),
    method,
    seed: String(seed),
    chains: draws.length,
    draws: draws[0]!.lp.length,
    // Runs of particles have neither.
    ...(method === 'nuts'
      ? { tuning_steps: warmup, target_accept: targetAccept, max_tree_depth: maxTreeDepth }
      : {}),
  };
}
