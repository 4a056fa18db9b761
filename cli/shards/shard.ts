/** The parts of one work that different machines make: which tasks belong to a part, and which part a job of a cluster is. */

import { badUsage } from '../failure.ts';

/** One part of the tasks, from 1, of so many. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The most parts; a task array of Slurm has fewer. */
const MAX_SHARDS = 1_000_000;

/**
 * `3/8`; `auto`, which takes both numbers from the job array that a scheduler has started; or `auto/8`, where the
 * scheduler says only which job this is, or where only some jobs of the array are run again.
 *
 * @throws Failure (usage) for another text, or without such a job array
 */
export function parseShard(text: string, environment: NodeJS.ProcessEnv = process.env): Shard {
  const [, first, second] = /^(auto|\d+)(?:\/(\d+))?$/.exec(text) ?? [];
  if (first === undefined || (first !== 'auto' && second === undefined)) {
    throw badUsage(
      `\`--shard ${text}\` does not say which part.`,
      'Write the part and how many there are, such as --shard 3/8, or --shard auto.',
    );
  }
  const job =
    first === 'auto' ? jobOf(environment, second === undefined) : { index: Number(first), count: null };
  const count = second === undefined ? job.count : Number(second);
  if (count === null) {
    throw badUsage(
      '`--shard auto` knows which job this is, and not how many there are.',
      'Say how many parts there are: --shard auto/8.',
    );
  }
  if (count < 1 || count > MAX_SHARDS || job.index < 1 || job.index > count) {
    throw badUsage(
      `\`--shard ${text}\` is part ${job.index} of ${count}.`,
      `Count the parts from 1, and give at most ${MAX_SHARDS}.`,
    );
  }
  return { index: job.index, count };
}

/** How schedulers tell a job its place in an array. */
const ARRAYS = [
  {
    // sbatch --array. The range may begin anywhere; parts of a number that is given are counted from 1.
    own: 'SLURM_ARRAY_TASK_ID',
    ...{ first: 'SLURM_ARRAY_TASK_MIN', step: 'SLURM_ARRAY_TASK_STEP', count: 'SLURM_ARRAY_TASK_COUNT' },
    usualFirst: 1,
  },
  // An indexed Job of Kubernetes.
  { own: 'JOB_COMPLETION_INDEX', first: null, step: null, count: null, usualFirst: 0 },
  {
    own: 'AWS_BATCH_JOB_ARRAY_INDEX',
    ...{ first: null, step: null, count: 'AWS_BATCH_JOB_ARRAY_SIZE' },
    usualFirst: 0,
  },
  // qsub -J of PBS Professional.
  { own: 'PBS_ARRAY_INDEX', first: null, step: null, count: null, usualFirst: 0 },
] as const;

/** @param isWhole whether the array has a job for each part */
function jobOf(
  environment: NodeJS.ProcessEnv,
  isWhole: boolean,
): { readonly index: number; readonly count: number | null } {
  const numberIn = (name: string | null) => {
    const text = name === null ? undefined : environment[name];
    return text === undefined || !/^\d+$/.test(text) ? null : Number(text);
  };
  for (const { own, first, step, count, usualFirst } of ARRAYS) {
    const number = numberIn(own);
    if (number === null) continue;
    if (!isWhole) return { index: number - usualFirst + 1, count: null };
    const begin = numberIn(first) ?? usualFirst;
    return { index: Math.floor((number - begin) / (numberIn(step) ?? 1)) + 1, count: numberIn(count) };
  }
  throw badUsage(
    `\`--shard auto\` is for a job of an array, and none of ${ARRAYS.map(({ own }) => own).join(', ')} is set.`,
    'Say which part this is: --shard 3/8.',
  );
}

/** The part's share of a list: neighbours, so that a part compiles few layouts. The lengths differ by at most one. */
export function shareOf<T>(all: readonly T[], { index, count }: Shard): readonly T[] {
  const begin = (part: number) => Math.floor((all.length * part) / count);
  return all.slice(begin(index - 1), begin(index));
}

/** The part that has the entry at this place of a list. */
export function shardAt(place: number, length: number, count: number): Shard {
  // The least part that ends behind the place: ⌊length · part / count⌋ > place.
  return { index: Math.ceil(((place + 1) * count) / length), count };
}
