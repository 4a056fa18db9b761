/** Makes the fits of an evaluation, several side by side, and scores all of its parts together. */
import { fitsAbreast, runAbreast } from '../../../host/abreast.ts';
import { transitionsOf } from '../../../host/chain.ts';
import type { ChainPool } from '../../../host/chain-pool.ts';
import type { SamplerSettings } from '../../../host/draws.ts';
import type { LoadedModule } from '../../../host/load.ts';
import { type Comparison, comparePredictions } from '../scores/scored-predictors.ts';
import { type EvaluatedPart, evaluatePart } from './evaluate-part.ts';
import type { EvaluatedRows, PartRows } from './rows.ts';

export interface PartsToEvaluate {
  readonly loaded: LoadedModule;
  /** The outcomes of 0 and 1. */
  readonly outcomes: readonly string[];
  readonly parts: readonly { readonly rows: EvaluatedRows; readonly part: PartRows }[];
  readonly settings: SamplerSettings & { readonly scouts: number };
  /** Whether logistic regression and boosted trees are asked besides the aggregate. */
  readonly baselines: boolean;
  readonly pool: ChainPool;
  readonly signal: AbortSignal;
  /** Told of which part, from 0, and how many transitions of all fits are done, of how many. */
  readonly onProgress?: (part: number, done: number, total: number) => void;
}

/** In the order of the parts. @throws HostError as `evaluatePart` does, or the signal's reason; whichever fit fails first stops the others. */
export async function evaluateParts({
  loaded,
  outcomes,
  parts,
  settings,
  baselines,
  pool,
  signal: outer,
  onProgress,
}: PartsToEvaluate): Promise<EvaluatedPart[]> {
  const results: EvaluatedPart[] = [];
  const each = settings.chains * transitionsOf(settings);
  const done = new Array<number>(parts.length).fill(0);
  await runAbreast(
    [...parts.entries()],
    { abreast: fitsAbreast(pool, settings), signal: outer },
    async ([index, { rows, part }], signal) => {
      results[index] = await evaluatePart({
        ...{ loaded, outcomes, rows, part, baselines },
        options: {
          ...settings,
          ...{ pool, signal },
          onProgress: (transitions) => {
            done[index] = transitions;
            const all = done.reduce((sum, count) => sum + count, 0);
            onProgress?.(index, all, each * parts.length);
          },
        },
      });
    },
  );
  return results;
}

/** By outcome. @param parts at least one */
export function compareParts(parts: readonly EvaluatedPart[]): Readonly<Record<string, Comparison>> {
  return Object.fromEntries(
    [...parts[0]!.outcomes.keys()].map((outcome) => [
      outcome,
      comparePredictions(
        parts.map((part) => {
          const { outcomes, probabilities } = part.outcomes.get(outcome)!;
          return {
            outcomes,
            probabilities: probabilities as Record<string, Float64Array>,
            training: part.training,
          };
        }),
      ),
    ]),
  );
}
