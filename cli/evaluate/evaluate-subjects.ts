/** Makes the fits of an evaluation, several side by side. */
import type { EvaluatedPart } from '../../analysis/evaluate/parts/evaluate-part.ts';
import { evaluateParts } from '../../analysis/evaluate/parts/evaluate-parts.ts';
import type { Split } from '../../analysis/evaluate/splits/split.ts';
import type { ChainPool } from '../../host/chain-pool.ts';
import type { Interruption } from '../process/interruption.ts';
import type { ProgressLine } from '../process/progress.ts';
import type { EvaluateOptions, Evaluation } from './evaluate-data.ts';

export interface EvaluatedSubject {
  readonly name: string;
  /** In the order of the split. */
  readonly parts: readonly EvaluatedPart[];
  readonly split: Split | null;
}

interface Surroundings {
  readonly pool: ChainPool;
  readonly progress: ProgressLine;
  readonly interruption: Interruption;
}

/** @throws HostError; Interrupted once the signal is aborted. Whichever fit fails first stops the others. */
export async function evaluateSubjects(
  { loaded, outcomes, subjects }: Evaluation,
  options: EvaluateOptions,
  { pool, progress, interruption }: Surroundings,
): Promise<EvaluatedSubject[]> {
  const tasks = subjects.flatMap(({ name, rows, parts }) =>
    [...parts.values()].map((part) => ({ name, rows, part })),
  );
  const results = await evaluateParts({
    ...{ loaded, outcomes, parts: tasks, settings: options, baselines: options.baselines },
    ...{ pool, signal: interruption.signal },
    onProgress: (part, done, total) =>
      progress.sampling({
        ...{ subject: tasks[part]!.name, index: part + 1, subjects: tasks.length },
        ...{ done, total, counts: options.method === 'nuts' ? 'draws' : 'way' },
      }),
  });
  let next = 0;
  return subjects.map(({ name, parts, split }) => {
    const own = results.slice(next, next + parts.size);
    next += parts.size;
    return { name, parts: own, split };
  });
}
