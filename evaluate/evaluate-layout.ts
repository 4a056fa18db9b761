/** How well a layout predicts rows that it was not fitted to, beside what predicts without one: what `theodolite evaluate` does. */
import type { PrepareOptions } from '../compiler/compile.ts';
import { type LayoutInput, sourceOf } from '../compiler/layout-input.ts';
import type { ChainPool } from '../host/chain-pool.ts';
import { sketchOf } from '../host/data-sketch.ts';
import { load } from '../host/load.ts';
import { openWorkers } from '../host/open-workers.ts';
import { resolveSettings, type SampleOptions } from '../host/sample.ts';
import { DEFAULT_SCOUTS } from '../host/scout.ts';
import type { ColumnsInput } from '../host/to-columns.ts';
import { compareParts } from './parts/compare-parts.ts';
import type { EvaluatedPart } from './parts/evaluate-part.ts';
import { evaluateParts } from './parts/evaluate-parts.ts';
import { readRows } from './parts/read-rows.ts';
import { allColumns, type EvaluatedRows, type PartRows } from './parts/rows.ts';
import { scoredOutcomes } from './parts/scored-outcomes.ts';
import type { Comparison } from './scores/scored-predictors.ts';
import { digestOf, drawSplit } from './splits/draw-split.ts';
import { checkSplitRows } from './splits/read-split.ts';
import { type Split, trainingRows } from './splits/split.ts';

/** Which rows are held out. */
export type HeldOut =
  /** The share of the rows that is fitted to, in (0, 1), drawn so many times, once when absent. */
  | { readonly share: number; readonly repeats?: number }
  /** Each of so many folds in turn, drawn so many times. */
  | { readonly folds: number; readonly repeats?: number }
  /** A split of these rows that was drawn before. */
  | { readonly split: Split }
  /** The rows that are tested on, by their numbers from 0; all others are fitted to. */
  | { readonly test: readonly number[] };

/** Settings of the sampler, seed of splits and draws, and where fits run; all as `fit` has them when absent. */
export interface EvaluateOptions extends PrepareOptions, Omit<SampleOptions, 'onProgress'> {
  readonly scouts?: number;
  /** Whether logistic regression and boosted trees are asked besides the aggregate; true when absent. */
  readonly baselines?: boolean;
  /** Told how many transitions of all fits are done, of how many. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface LayoutEvaluation {
  /** By outcome of 0 and 1 and by score, of each predictor: `layout`, `aggregate`, `logistic regression` and `boosted trees`. */
  readonly scores: Readonly<Record<string, Comparison>>;
  /** In the order of the split: how each fit fared, and what was predicted. */
  readonly parts: readonly EvaluatedPart[];
  /** To be stored and used again; null where the rows that are tested on were given. */
  readonly split: Split | null;
}

/**
 * Fits the layout to some of the rows, predicts the others, and scores that. Statistics that the layout reads are those of the rows fitted to.
 *
 * @param rows as `Model.bind` takes them, with outcomes
 * @throws LayoutError and ChoiceError as `compile` does; EvaluationError when no outcome is of 0 and 1, or the rows cannot be divided so;
 *   HostError as `fit` and `predict` do
 */
export async function evaluateLayout(
  layout: LayoutInput,
  rows: ColumnsInput,
  heldOut: HeldOut,
  { choices = {}, baselines = true, scouts = DEFAULT_SCOUTS, ...options }: EvaluateOptions = {},
): Promise<LayoutEvaluation> {
  const settings = resolveSettings(options);
  const { prepare } = await import('../compiler/compile.ts');
  const prepared = prepare(sourceOf(layout), { choices });
  const outcomes = scoredOutcomes(prepared.manifest);
  const read = readRows(prepared.manifest, rows);
  const split = 'test' in heldOut ? null : await splitOf(read, outcomes[0]!, heldOut, settings.seed);
  const divided = 'test' in heldOut ? [givenPart(read, heldOut.test)] : partsOf(split!);
  const { bytes } = await prepared.compile(sketchOf(allColumns(read).columns), { predicts: true });
  const loaded = await load(bytes);
  const pool: ChainPool = options.pool ?? (await openWorkers(options.workers));
  try {
    const parts = await evaluateParts({
      ...{ loaded, outcomes, baselines, pool },
      settings: { ...settings, scouts },
      parts: divided.map((part) => ({ rows: read, part })),
      signal: options.signal ?? new AbortController().signal,
      onProgress: (_, done, total) => options.onProgress?.(done, total),
    });
    return { scores: compareParts(parts), parts, split };
  } finally {
    if (options.pool === undefined) await pool.close();
  }
}

async function splitOf(
  rows: EvaluatedRows,
  outcome: string,
  heldOut: Exclude<HeldOut, { readonly test: readonly number[] }>,
  seed: bigint,
): Promise<Split> {
  if ('split' in heldOut) {
    checkSplitRows(heldOut.split, { count: rows.count, digest: await digestOf(rows) });
    return heldOut.split;
  }
  const method =
    'folds' in heldOut
      ? ({ kind: 'folds', folds: heldOut.folds } as const)
      : ({ kind: 'holdout', share: heldOut.share } as const);
  return drawSplit(rows, outcome, { method, repeats: heldOut.repeats ?? 1, seed });
}

function partsOf(split: Split): PartRows[] {
  return split.parts.map((part) => ({ training: trainingRows(split, part), test: part.test }));
}

/** @throws RangeError unless each is the number of a row, and some are left to be fitted to */
function givenPart({ count }: EvaluatedRows, test: readonly number[]): PartRows {
  const chosen = new Set(test);
  const wrong = test.find((row) => !(Number.isInteger(row) && row >= 0 && row < count));
  if (wrong !== undefined) throw new RangeError(`there is no row ${wrong} among ${count}`);
  if (chosen.size === 0 || chosen.size === count) {
    throw new RangeError(`${chosen.size} of ${count} rows cannot be held out`);
  }
  return { training: Array.from({ length: count }, (_, row) => row).filter((row) => !chosen.has(row)), test };
}
