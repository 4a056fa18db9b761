/** What the sampler says of each draw of a stored fit: which diverged, and their energies. */

import { withBoundFile } from './bound-files.ts';
import { STORED } from './file-names.ts';
import type { FitSummary } from './fit-summary.ts';
import { expectDraws } from './open-fit.ts';
import { readDrawsCsv, readDrawsParquet } from './stored-draws.ts';
import type { Bound } from './summary-shapes.ts';

/** Of one chain, a number a draw. */
export interface StoredSamplerColumns {
  /** 0 or 1. */
  readonly divergent: Float64Array;
  /** The Hamiltonian at the start of the trajectory. */
  readonly energy: Float64Array;
}

const COLUMNS = ['divergent__', 'energy__'];

/**
 * One entry a chain; null of a fit whose draws are particles, which have no trajectories.
 *
 * @throws FileError when the draws are absent or damaged
 */
export async function readSamplerColumns(
  folder: string,
  { sampler, ...bound }: FitSummary & Bound,
): Promise<StoredSamplerColumns[] | null> {
  if (sampler.particles !== undefined) return null;
  const wanted = { columns: COLUMNS, chains: sampler.chains, draws: sampler.draws };
  const { name, record } = expectDraws(folder, bound);
  const chains = await withBoundFile(folder, name, record, (file) =>
    (name === STORED.csv ? readDrawsCsv : readDrawsParquet)(file, wanted),
  );
  return chains.map(({ latents: [divergent, energy] }) => ({ divergent: divergent!, energy: energy! }));
}
