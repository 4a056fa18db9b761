/** Makes one fit of a sweep, and what those who know no layout make of one of its parts. */

import { type FitOptions, fit as fitOnce, type SampledPosterior } from '../../host/fit.ts';
import { HostError } from '../../module/host-error.ts';
import type { Manifest } from '../../module/manifest.ts';
import { EvaluationError } from '../evaluate/evaluation-error.ts';
import { fitPart } from '../evaluate/parts/fit-part.ts';
import { predictBaselines } from '../evaluate/parts/predict-baselines.ts';
import { BASELINES } from '../evaluate/parts/predictors.ts';
import { allColumns, type EvaluatedRows, outcomesOf, type PartRows } from '../evaluate/parts/rows.ts';
import { partKey, type SweepPart, type SweepTask, taskKey } from './plan.ts';
import { type BaselineOutcome, type BaselineResult, heldOutScores, type SweepResult } from './result.ts';
import type { OpenedLayout } from './source.ts';

/** What a fit is made of. */
export interface FitToMake {
  readonly task: SweepTask;
  readonly layout: OpenedLayout;
  /** Null where all rows are fitted to. */
  readonly part: PartRows | null;
  /** Scored where rows are held out. */
  readonly outcomes: readonly string[];
  readonly options: Omit<FitOptions, 'seed' | 'levels'>;
}

/**
 * A layout that cannot be sampled on these data is a result too.
 *
 * @throws HostError when the columns do not fit the module, or the signal is aborted
 */
export async function fitTask({ task, layout, part, outcomes, options }: FitToMake): Promise<SweepResult> {
  const key = taskKey(task);
  const rows = layout.rows(task.subject);
  const settings = { ...options, seed: task.seed };
  try {
    if (part === null) {
      const { columns, levels } = allColumns(rows);
      return resultOf(key, await fitOnce(layout.loaded, columns, { ...settings, levels }));
    }
    const { fit, probabilities } = await fitPart(layout.loaded, rows, part, outcomes, settings);
    const scores = Object.fromEntries(
      [...probabilities].map(([outcome, predicted]) => [
        outcome,
        heldOutScores({ outcomes: outcomesOf(rows, outcome, part.test), probabilities: predicted }),
      ]),
    );
    return { ...resultOf(key, fit), scores };
  } catch (error) {
    const isOfTheFit =
      (error instanceof HostError && (error.kind === 'start' || error.kind === 'chain')) ||
      error instanceof EvaluationError;
    if (!isOfTheFit) throw error;
    return { key, status: 'failed', findings: [], error: error.message, divergences: 0, parameters: {} };
  }
}

function resultOf(key: string, { verdict, sampler, summary }: SampledPosterior): SweepResult {
  return {
    key,
    status: verdict.status,
    findings: verdict.findings.map(({ kind }) => kind),
    divergences: sampler.divergences,
    parameters: summary,
  };
}

/** What the baselines of one part are made of. */
export interface BaselinesToMake {
  readonly part: SweepPart;
  readonly manifest: Manifest;
  readonly rows: EvaluatedRows;
  readonly divided: PartRows;
  readonly outcomes: readonly string[];
  /** Whether logistic regression and boosted trees are asked besides the aggregate. */
  readonly learns: boolean;
}

export async function scoreBaselines(made: BaselinesToMake): Promise<BaselineResult> {
  const { part, manifest, rows, divided, learns } = made;
  const outcomes: Record<string, BaselineOutcome> = {};
  for (const outcome of made.outcomes) {
    const { probabilities, silent } = await predictBaselines(manifest, rows, divided, outcome, learns);
    const came = outcomesOf(rows, outcome, divided.test);
    const scores = BASELINES.flatMap((baseline) => {
      const predicted = probabilities[baseline];
      return predicted === undefined
        ? []
        : [[baseline, heldOutScores({ outcomes: came, probabilities: predicted })] as const];
    });
    outcomes[outcome] = { scores: Object.fromEntries(scores), silent };
  }
  return {
    key: partKey(part),
    training: divided.training.length,
    test: divided.test.length,
    outcomes,
  };
}
