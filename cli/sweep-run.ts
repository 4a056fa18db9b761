/** Makes the fits of a sweep that are still to be made, several side by side, and keeps each as it is done. */

import { fitsAbreast, runAbreast } from '../host/abreast.ts';
import { transitionsOf } from '../host/chain.ts';
import type { ChainPool } from '../host/chain-pool.ts';
import { fit as fitOnce } from '../host/fit.ts';
import { HostError } from '../host/host-error.ts';
import { type SweepTask, taskKey } from '../sweep/plan.ts';
import type { SweepResult } from '../sweep/result.ts';
import type { SamplerOptions } from './commands/sampler-options.ts';
import type { Interruption } from './interruption.ts';
import { counted } from './list-names.ts';
import type { ProgressLine } from './progress.ts';
import type { SweepData } from './sweep-data.ts';
import type { SweepFolder } from './sweep-folder.ts';
import { printNotice } from './terminal.ts';

export interface SweepRun {
  readonly data: SweepData;
  readonly folder: SweepFolder;
  /** All fits of the sweep; those that the folder has are not made again. */
  readonly tasks: readonly SweepTask[];
  readonly settings: SamplerOptions;
  /** Closed at the end. */
  readonly pool: ChainPool;
  readonly progress: ProgressLine;
  readonly interruption: Interruption;
  /** Stops after the first fit. */
  readonly isPilot: boolean;
}

/**
 * The first fit is made alone, and says how long the others will take. Returns whether all fits are done.
 *
 * @throws Interrupted once the signal is aborted, and Failure (writing); what is done then is kept.
 */
export async function runSweep(run: SweepRun): Promise<boolean> {
  const { folder, pool, settings, isPilot } = run;
  const { left } = folder;
  const abreast = fitsAbreast(pool, settings);
  try {
    const [pilot, ...others] = left;
    if (pilot === undefined) return true;
    // The compiler's start is not timed: the others do without it.
    await run.data.open(pilot.selection, pilot.subject);
    const began = performance.now();
    await makeAll(run, [pilot], 1);
    const seconds = (performance.now() - began) / 1000;
    if (others.length > 0) {
      printNotice(
        `The first took ${shownTime(seconds)}: the other ${others.length} take about ${shownTime(seconds * others.length)}.\n`,
      );
    }
    if (isPilot) return others.length === 0;
    await makeAll(run, others, abreast);
    return true;
  } finally {
    await pool.close();
  }
}

/** Takes the tasks in their order, at most so many at a time. */
function makeAll(run: SweepRun, tasks: readonly SweepTask[], abreast: number): Promise<void> {
  return runAbreast(tasks, { abreast, signal: run.interruption.signal }, async (task, signal) => {
    run.folder.add(await makeFit(run, task, signal));
  });
}

async function makeFit(
  { data, settings, pool, progress, tasks, folder, interruption }: SweepRun,
  task: SweepTask,
  signal: AbortSignal,
): Promise<SweepResult> {
  const { loaded, columns, levels } = await data.open(task.selection, task.subject);
  await interruption.check();
  const each = settings.chains * transitionsOf(settings);
  const onProgress = (done: number) =>
    progress.sampling({
      subject: [...Object.values(task.selection), task.subject].join(' '),
      index: folder.results.size + 1,
      subjects: tasks.length,
      done: folder.results.size * each + done,
      total: tasks.length * each,
      counts: settings.method === 'nuts' ? 'draws' : 'way',
    });
  const key = taskKey(task);
  try {
    const fit = await fitOnce(loaded, columns, {
      ...settings,
      seed: task.seed,
      levels,
      pool,
      signal,
      onProgress,
    });
    return {
      key,
      status: fit.verdict.status,
      findings: fit.verdict.findings.map(({ kind }) => kind),
      divergences: fit.sampler.divergences,
      parameters: fit.summary,
    };
  } catch (error) {
    // A layout that cannot be sampled on these data is a result too.
    if (!(error instanceof HostError) || (error.kind !== 'start' && error.kind !== 'chain')) throw error;
    return { key, status: 'failed', findings: [], error: error.message, divergences: 0, parameters: {} };
  }
}

/** `0.8 s`, `35 s`, `12 min`. */
function shownTime(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  return seconds < 120 ? `${Math.ceil(seconds)} s` : counted(Math.ceil(seconds / 60), 'min', '');
}
