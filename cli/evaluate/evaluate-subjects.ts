/** The inputs of an evaluation, and its fits, several of which run in parallel. */

import { type EvaluatedPart, evaluateParts } from '../../analysis/evaluate/parts/evaluate-parts.ts';
import { evaluatedOutcomes } from '../../analysis/evaluate/parts/rows.ts';
import type { Split } from '../../analysis/evaluate/parts/split.ts';
import type { ChainPool } from '../../host/chain-pool.ts';
import type { SamplerSettings } from '../../host/draws.ts';
import type { LoadedModule } from '../../host/load.ts';
import { badUsage } from '../failure.ts';
import { openLayout, printDiagnostics } from '../inputs/open-layout.ts';
import type { TableFiles } from '../inputs/table-files.ts';
import type { ChooseOptions } from '../options/choose-option.ts';
import type { DataOptions } from '../options/data-options.ts';
import type { SamplerOptions } from '../options/sampler-options.ts';
import type { SplitOptions } from '../options/split-options.ts';
import type { Interruption } from '../process/interruption.ts';
import type { ProgressLine } from '../process/progress.ts';
import { checkOutcomesOfMain } from '../tables/read-further-tables.ts';
import {
  columnsToCompileFor,
  type DividedSubject,
  divideTableSubjects,
  readDividedTables,
} from './held-out-rows.ts';

export interface EvaluateCommandOptions
  extends DataOptions,
    ChooseOptions,
    SplitOptions,
    SamplerOptions,
    SamplerSettings {
  readonly baselines: boolean;
  readonly randomForest?: boolean;
  readonly out?: string;
  readonly predictions?: string;
  readonly json?: boolean;
}

export interface EvaluationWork {
  readonly layout: string;
  readonly loaded: LoadedModule;
  readonly layoutText: string | null;
  /** The outcomes that are scored: those of 0 and 1, or shares. */
  readonly outcomes: readonly string[];
  readonly subjects: readonly DividedSubject[];
  /** For each row of a subject, its number in the table, from 1. */
  readonly rowNumbers: readonly number[];
}

/** @throws LayoutMistakes, Failure, EvaluationError, Interrupted */
export async function openEvaluation(
  layoutPath: string,
  data: TableFiles,
  options: EvaluateCommandOptions,
  signal: AbortSignal,
): Promise<EvaluationWork> {
  const { manifest, whole, source, warnings, module } = await openLayout(layoutPath, options.choose);
  if (source !== null) await printDiagnostics(source, warnings);
  checkOutcomesOfMain(whole, options.outcome);
  const { predicted: outcomes, divided: dividedBy } = evaluatedOutcomes(manifest);
  if (options.predictions !== undefined && outcomes.length === 0) {
    throw badUsage(
      '`--predictions` writes the predictions of outcomes of 0 and 1 or of shares, and the layout has none.',
      'Leave it out.',
    );
  }
  const divided = await readDividedTables(data, whole, options, signal);
  const { tables } = divided;
  const subjects = await divideTableSubjects(whole, divided, dividedBy, options);
  const { loaded } = await module(columnsToCompileFor(divided, subjects[0]!.rows), {
    predicts: true,
  });
  const rowNumbers = tables.flatMap(({ numbers }) => numbers);
  const layoutText = source?.text ?? null;
  return { layout: manifest.layout, loaded, layoutText, outcomes, subjects, rowNumbers };
}

export interface SubjectParts {
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

/** @throws HostError; Interrupted once the signal is aborted. The first fit that fails stops the others. */
export async function evaluateSubjects(
  { loaded, layoutText, outcomes, subjects }: EvaluationWork,
  options: EvaluateCommandOptions,
  { pool, progress, interruption }: Surroundings,
): Promise<SubjectParts[]> {
  const tasks = subjects.flatMap(({ name, rows, parts }) =>
    [...parts.values()].map((part) => ({ name, rows, part })),
  );
  const results = await evaluateParts({
    ...{ loaded, outcomes, parts: tasks, settings: options, baselines: options.baselines },
    ...{ randomForest: options.randomForest === true },
    ...{ layoutText, pool, signal: interruption.signal },
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
