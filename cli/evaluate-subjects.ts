/** Makes the fits of an evaluation, several side by side. */
import { type EvaluatedPart, evaluatePart } from '../evaluate/parts/evaluate-part.ts';
import type { Split } from '../evaluate/splits/split.ts';
import { fitsAbreast, runAbreast } from '../host/abreast.ts';
import { transitionsOf } from '../host/chain.ts';
import type { ChainPool } from '../host/chain-pool.ts';
import type { EvaluateOptions } from './commands/evaluate.ts';
import type { Evaluation } from './evaluate-data.ts';
import type { Interruption } from './interruption.ts';
import type { ProgressLine } from './progress.ts';

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
  const tasks = subjects.flatMap((subject) => [...subject.parts.values()].map((part) => ({ subject, part })));
  const results: EvaluatedPart[] = [];
  const each = options.chains * transitionsOf(options);
  const done = new Array<number>(tasks.length).fill(0);
  await runAbreast(
    [...tasks.entries()],
    { abreast: fitsAbreast(pool, options), signal: interruption.signal },
    async ([index, { subject, part }], signal) => {
      results[index] = await evaluatePart({
        ...{ loaded, outcomes, rows: subject.rows, part, baselines: options.baselines },
        options: {
          ...options,
          ...{ pool, signal },
          onProgress: (transitions) => {
            done[index] = transitions;
            progress.sampling({
              ...{ subject: subject.name, index: index + 1, subjects: tasks.length },
              done: done.reduce((sum, count) => sum + count, 0),
              total: each * tasks.length,
              counts: options.method === 'nuts' ? 'draws' : 'way',
            });
          },
        },
      });
    },
  );
  let next = 0;
  return subjects.map(({ name, parts, split }) => {
    const own = results.slice(next, next + parts.size);
    next += parts.size;
    return { name, parts: own, split };
  });
}
