/** How well a layout predicts held-out rows, compared with baselines: what `theodolite evaluate` does. */
import type { PrepareOptions } from '../../compiler/compile.ts';
import { type LayoutInput, sourceOf } from '../../compiler/layout-input.ts';
import type { ChainPool } from '../../host/chain-pool.ts';
import { loadModule } from '../../host/load.ts';
import { openWorkers } from '../../host/open-workers.ts';
import type { TablesInput } from '../../host/row-tables.ts';
import { resolveSettings, type SampleOptions } from '../../host/sample.ts';
import { DEFAULT_SCOUTS } from '../../host/scout.ts';
import { sketchOf } from '../../module/data-sketch.ts';
import type { ColumnsInput } from '../../module/to-columns.ts';
import { divideRows, groupsOf, type HeldOut } from './parts/divide-rows.ts';
import {
  compareParts,
  compareValueParts,
  type EvaluatedPart,
  evaluateParts,
} from './parts/evaluate-parts.ts';
import { allColumns, evaluatedOutcomes, readEvaluatedRows } from './parts/rows.ts';
import type { Split } from './parts/split.ts';
import type { Comparison } from './scores/scored-predictors.ts';
import type { ValueComparison } from './scores/value-scores.ts';

/** Sampler settings, the seed of splits and draws, and where fits run. Defaults are those of `fit`. */
export interface EvaluateOptions extends PrepareOptions, Omit<SampleOptions, 'onProgress'> {
  readonly scouts?: number;
  /** Whether logistic regression and boosted trees are compared too, besides the aggregate. Defaults to true. */
  readonly baselines?: boolean;
  /** Whether a random forest is compared besides those. Defaults to false. */
  readonly randomForest?: boolean;
  /** The rows of the layout's tables beside the main one, by name. Every fit reads all of them. */
  readonly tables?: TablesInput;
  /** Called with the number of finished transitions of all fits, and their total. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface LayoutEvaluation {
  /**
   * By outcome, score and predictor. Predictors are `layout`, `aggregate`, `logistic regression`, `boosted trees` and, if
   * it is asked for, `random forest`.
   */
  readonly scores: Readonly<Record<string, Comparison>>;
  /** By rating or choice, score and predictor. Predictors are `layout` and `aggregate`, the shares in the training rows. */
  readonly valueScores: Readonly<Record<string, ValueComparison>>;
  /** The status of each fit and its predictions, in the order of the split. */
  readonly parts: readonly EvaluatedPart[];
  /** The split, which can be stored and used again; null if the test rows were given. */
  readonly split: Split | null;
}

/**
 * Fits the layout to some rows, predicts the others, and scores the predictions. Statistics that the layout reads are
 * computed from the training rows.
 *
 * @param rows in the form that `Model.bind` takes, with outcomes; those of the main table are divided
 * @throws LayoutError and ChoiceError as `compile` does; EvaluationError when no outcome is binary, a share, a rating or a choice, or the rows cannot
 *   be divided as asked; HostError as `fit` and `predict` do
 */
export async function evaluateLayout(
  layout: LayoutInput,
  rows: ColumnsInput,
  heldOut: HeldOut,
  {
    choices = {},
    baselines = true,
    randomForest = false,
    scouts = DEFAULT_SCOUTS,
    tables = {},
    ...options
  }: EvaluateOptions = {},
): Promise<LayoutEvaluation> {
  const settings = resolveSettings(options);
  const { prepare } = await import('../../compiler/compile.ts');
  const source = sourceOf(layout);
  const prepared = prepare(source, { choices });
  const { predicted: outcomes, divided: dividedBy } = evaluatedOutcomes(prepared.manifest);
  const read = readEvaluatedRows(prepared.manifest, rows, tables);
  const { parts: divided, split } = await divideRows(
    read,
    dividedBy,
    heldOut,
    settings.seed,
    groupsOf(heldOut, rows),
  );
  const { bytes } = await prepared.compile(sketchOf(allColumns(read).columns), { predicts: true });
  const loaded = await loadModule(bytes);
  const pool: ChainPool = options.pool ?? (await openWorkers(options.workers));
  try {
    const parts = await evaluateParts({
      ...{ loaded, outcomes, baselines, randomForest, pool, layoutText: source.text },
      settings: { ...settings, scouts },
      parts: [...divided.values()].map((part) => ({ rows: read, part })),
      signal: options.signal ?? new AbortController().signal,
      onProgress: (_, done, total) => options.onProgress?.(done, total),
    });
    return { scores: compareParts(parts), valueScores: compareValueParts(parts), parts, split };
  } finally {
    if (options.pool === undefined) await pool.close();
  }
}
