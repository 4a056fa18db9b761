/** The seeds of the runs of a recovery. */
import { openStream } from '../../../statistics/random/stream.ts';

/**
 * One seed a run, in [0, 2^52): what is simulated and drawn in one run has nothing in common with another's, nor with that of
 * another seed. More runs leave the first as they were.
 */
export function runSeeds(seed: bigint, runs: number): bigint[] {
  const random = openStream(seed, 'run', 0);
  return Array.from({ length: runs }, () => BigInt(Math.floor(random.uniform() * 2 ** 52)));
}
