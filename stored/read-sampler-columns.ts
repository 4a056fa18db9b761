/** What the sampler says of each draw of a stored fit: which diverged, and their energies. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readDrawsCsv, readDrawsParquet } from '../files/stored-draws.ts';
import { withTableFile } from '../files/table-file.ts';
import { STORED } from './file-names.ts';
import type { FitSummary } from './fit-summary.ts';
import { unreadable } from './unreadable.ts';

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
  { sampler }: FitSummary,
): Promise<StoredSamplerColumns[] | null> {
  if (sampler.particles !== undefined) return null;
  const wanted = { columns: COLUMNS, chains: sampler.chains, draws: sampler.draws };
  const csv = join(folder, STORED.csv);
  const parquet = join(folder, STORED.parquet);
  try {
    const chains = existsSync(csv)
      ? await withTableFile(csv, (file) => readDrawsCsv(file, wanted))
      : await readDrawsParquet(parquet, wanted);
    return chains.map(({ latents: [divergent, energy] }) => ({ divergent: divergent!, energy: energy! }));
  } catch (error) {
    throw unreadable(existsSync(csv) ? csv : parquet, error);
  }
}
