/** The part of files of draws that says how the draws were made. */
import type { SampledPosterior } from '../../host/fit.ts';
import type { Columns } from '../../module/columns.ts';

/** Draws with the sampler's numbers for each, as `BoundModel.fit` makes them, for files. */
export type WritablePosterior = Pick<
  SampledPosterior,
  'manifest' | 'parameters' | 'draws' | 'settings' | 'summary'
>;

/** The data that is written besides the posterior. */
export interface DrawsFileOptions {
  /** The fitted columns, of which the outcomes are stored with the draws. */
  readonly columns: Columns;
  /** Theodolite's version. */
  readonly version: string;
}

/**
 * How the draws were made, for the metadata of their files. It does not depend on the clock or the machine. The seed is
 * text, because a number in JSON cannot hold it.
 */
export function provenance(
  { manifest, draws, settings }: Pick<WritablePosterior, 'manifest' | 'draws' | 'settings'>,
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
