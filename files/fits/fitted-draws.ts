/** A fit as files of draws hold it, and what they say of how it was made. */
import type { ChainDraws, SamplerSettings } from '../../host/draws.ts';
import type { Parameter } from '../../host/parameters.ts';
import type { Columns } from '../../module/columns.ts';
import type { Manifest } from '../../module/manifest.ts';

export interface FittedDraws {
  readonly manifest: Manifest;
  /** What the draws are of, in their order. */
  readonly parameters: readonly Parameter[];
  /** One entry a chain, all of as many draws. */
  readonly draws: readonly ChainDraws[];
  readonly settings: Pick<SamplerSettings, 'method' | 'warmup' | 'targetAccept' | 'maxTreeDepth' | 'seed'>;
  /** The columns that were fitted, of which the outcomes are kept with the draws. */
  readonly columns: Columns;
  /** Theodolite's version. */
  readonly version: string;
}

/**
 * What made the draws, for the metadata of their files. Nothing of it depends on the clock or the machine. The seed is text, since
 * a number of JSON does not hold it.
 */
export function provenance({ manifest, draws, settings, version }: FittedDraws): Record<string, unknown> {
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
