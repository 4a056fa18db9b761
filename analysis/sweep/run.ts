/** Makes the remaining fits of a sweep, several at a time, and stores each when it is done. */
import { fitsAbreast, runAbreast } from '../../host/abreast.ts';
import { transitionsOf } from '../../host/chain.ts';
import type { ChainPool } from '../../host/chain-pool.ts';
import type { SamplerSettings } from '../../host/draws.ts';
import { type FitOptions, fit as fitOnce, type SampledPosterior } from '../../host/fit.ts';
import { HostError } from '../../module/host-error.ts';
import type { Manifest } from '../../module/manifest.ts';
import { EvaluationError } from '../evaluate/evaluation-error.ts';
import { fitPart } from '../evaluate/parts/evaluate-parts.ts';
import { predictBaselines } from '../evaluate/parts/predict-baselines.ts';
import { allColumns, type EvaluatedRows, outcomesOf, type PartRows } from '../evaluate/parts/rows.ts';
import { BASELINES } from '../evaluate/scores/scored-predictors.ts';
import {
  type OpenedLayout,
  partKey,
  partsOfPlan,
  type SweepPart,
  type SweepSource,
  type SweepTask,
  taskKey,
} from './plan.ts';
import {
  type BaselineOutcome,
  type BaselineResult,
  heldOutScores,
  type SweepResult,
  type SweepStore,
} from './result.ts';

export interface SweepRun {
  readonly source: SweepSource;
  /** All fits; those in the store are not repeated. */
  readonly tasks: readonly SweepTask[];
  /** The parts whose baselines are made; by default those that the fits hold out. */
  readonly parts?: readonly SweepPart[];
  readonly store: SweepStore;
  readonly settings: Omit<SamplerSettings, 'seed'> & { readonly scouts: number };
  /** Whether logistic regression and boosted trees are compared on held-out rows, besides the aggregate. */
  readonly baselines: boolean;
  readonly pool: ChainPool;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: SweepProgress) => void;
}

/** The progress of the fits that remained when the run began. */
export interface SweepProgress {
  /** The fit that advanced. */
  readonly task: SweepTask;
  /** Transitions of all these fits together. */
  readonly done: number;
  readonly total: number;
}

/** The times of a pilot, in seconds. */
export interface PilotTimes {
  /** One fit with its predictions, with all threads to itself. */
  readonly fit: number;
  /** Compiling one layout from text to module; 0 if none remains. */
  readonly layout: number;
  /** The baselines of one part; 0 if none remain. */
  readonly baselines: number;
}

/** The remaining work. */
export interface LeftOfSweep {
  readonly fits: readonly SweepTask[];
  readonly parts: readonly SweepPart[];
  /** The number of layouts with remaining fits. */
  readonly layouts: number;
}

export function leftOf({
  tasks,
  parts = partsOfPlan(tasks),
  store,
}: Pick<SweepRun, 'tasks' | 'parts' | 'store'>): LeftOfSweep {
  const fits = tasks.filter((task) => !store.fits.has(taskKey(task)));
  return {
    fits,
    parts: parts.filter((part) => !store.baselines.has(partKey(part))),
    layouts: new Set(fits.map(({ selection }) => JSON.stringify(selection))).size,
  };
}

/**
 * Makes and stores the first remaining fit, to time it. The next layout is compiled and timed too, since the first
 * compilation includes loading the compiler. Null if nothing remains.
 *
 * @throws as `runSweep`
 */
export async function runPilot(run: SweepRun): Promise<PilotTimes | null> {
  const { fits, parts } = leftOf(run);
  const [pilot] = fits;
  if (pilot === undefined) return null;
  await run.source.open(pilot.selection);
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return (performance.now() - began) / 1000;
  };
  const part = parts.find(({ subject, split }) => subject === pilot.subject && split === pilot.split);
  const baselines = part === undefined ? 0 : await timed(() => makeBaselines(run, part));
  const fit = await timed(() => makeFits(run, [pilot], 1));
  const next = fits.find(({ selection }) => JSON.stringify(selection) !== JSON.stringify(pilot.selection));
  const layout = next === undefined ? 0 : await timed(() => run.source.open(next.selection));
  return { fit, layout, baselines };
}

/**
 * The estimated seconds for the rest after a pilot. This is an upper estimate: a layout may be compiled while others
 * are fitted.
 *
 * @param left the remaining work after the pilot
 */
export function estimateSeconds(
  left: LeftOfSweep,
  times: PilotTimes,
  { size }: ChainPool,
  { chains }: { readonly chains: number },
): number {
  const sideBySide = Math.max(1, size / chains);
  return (
    (times.fit * left.fits.length) / sideBySide +
    times.layout * Math.max(0, left.layouts - 1) +
    times.baselines * left.parts.length
  );
}

/**
 * Makes all remaining fits and baselines. Results do not depend on how many run at a time or what was made before.
 *
 * @throws HostError of kind `interrupted`, or the signal's reason, once it is aborted; HostError when data do not match
 *   a layout; errors of the store. Finished fits stay in the store.
 */
export async function runSweep(run: SweepRun): Promise<void> {
  await makeFits(run, leftOf(run).fits, fitsAbreast(run.pool, run.settings));
  // Baselines of parts whose fits were already in the store.
  for (const part of leftOf(run).parts) await makeBaselines(run, part);
}

/** Runs the tasks in order, at most `abreast` at a time. */
async function makeFits(run: SweepRun, fits: readonly SweepTask[], abreast: number): Promise<void> {
  const { source, store, settings, pool, onProgress } = run;
  const each = settings.chains * transitionsOf(settings);
  const lackBaselines = new Map(leftOf(run).parts.map((part) => [partKey(part), part]));
  let done = 0;
  await runAbreast(fits, { abreast, signal: run.signal }, async (task, signal) => {
    const part = task.split === null ? undefined : lackBaselines.get(partKey({ ...task, split: task.split }));
    if (part !== undefined) {
      lackBaselines.delete(partKey(part));
      await makeBaselines(run, part);
    }
    const layout = await source.open(task.selection);
    await giveWay(signal);
    let own = 0;
    const result = await fitTask({
      ...{ task, layout, outcomes: source.outcomes },
      part: task.split === null ? null : dividedRows(source, { ...task, split: task.split }),
      options: {
        ...settings,
        ...{ pool, signal },
        onProgress: (transitions) => {
          done += transitions - own;
          own = transitions;
          onProgress({ task, done, total: each * fits.length });
        },
      },
    });
    // A fit without a starting point makes no transitions: count them as done.
    done += each - own;
    store.addFit(result);
  });
}

async function makeBaselines({ source, store, baselines, signal }: SweepRun, part: SweepPart): Promise<void> {
  await giveWay(signal);
  const { manifest, rows } = source.first;
  const result = await scoreBaselines({
    ...{ part, manifest, rows: rows(part.subject), learns: baselines, outcomes: source.outcomes },
    divided: dividedRows(source, part),
  });
  store.addBaselines(result);
}

function dividedRows({ subjects }: SweepSource, { subject, split }: SweepPart): PartRows {
  return subjects.find(({ name }) => name === subject)!.parts!.get(split)!;
}

/** Lets signals arrive after work that blocked the thread, such as a compilation. @throws the signal's reason */
async function giveWay(signal: AbortSignal): Promise<void> {
  // Two turns of the event loop: signals are delivered between them.
  await new Promise((resolve) => setTimeout(resolve));
  await new Promise((resolve) => setTimeout(resolve));
  signal.throwIfAborted();
}

/** The inputs of a fit. */
export interface FitToMake {
  readonly task: SweepTask;
  readonly layout: OpenedLayout;
  /** Null if all rows are for training. */
  readonly part: PartRows | null;
  /** The outcomes that are scored if rows are held out. */
  readonly outcomes: readonly string[];
  readonly options: Omit<FitOptions, 'seed' | 'levels'>;
}

/**
 * Makes one fit of a sweep. A layout that cannot be sampled with these data is a result too.
 *
 * @throws HostError when the columns do not match the module, or the signal is aborted
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
    const { fit, probabilities } = await fitPart(layout, rows, part, outcomes, settings);
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

/** The inputs of the baselines of one part. */
export interface BaselinesToMake {
  readonly part: SweepPart;
  readonly manifest: Manifest;
  readonly rows: EvaluatedRows;
  readonly divided: PartRows;
  readonly outcomes: readonly string[];
  /** Whether logistic regression and boosted trees are used too, besides the aggregate. */
  readonly learns: boolean;
}

export async function scoreBaselines(made: BaselinesToMake): Promise<BaselineResult> {
  const { part, manifest, rows, divided, learns } = made;
  const outcomes: Record<string, BaselineOutcome> = {};
  for (const outcome of made.outcomes) {
    const { probabilities, silent } = await predictBaselines(manifest, rows, divided, outcome, { learns });
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
