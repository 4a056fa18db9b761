/**
 * `theodolite sweep`: fits every combination of a layout's alternatives, outcome columns, splits and seeds, and writes
 * tidy tables.
 */

import { type Command, Option } from 'commander';
import { planSweep, type SweepSource, type SweepTask, splitNames } from '../../analysis/sweep/plan.ts';
import type { SweepStore } from '../../analysis/sweep/result.ts';
import {
  estimateSeconds,
  leftOf,
  type PilotTimes,
  runPilot,
  runSweep,
  type SweepRun,
} from '../../analysis/sweep/run.ts';
import { transitionsOf } from '../../host/chain.ts';
import { openWorkers } from '../../host/node/worker-pool.ts';
import { DEFAULT_SETTINGS } from '../../host/sample.ts';
import { badUsage } from '../failure.ts';
import { tableFiles } from '../inputs/table-files.ts';
import { type AmongOptions, amongOption } from '../options/choose-option.ts';
import { addDataOptions, type DataOptions, TABLE_ARGUMENT, tableOption } from '../options/data-options.ts';
import { seedNumber } from '../options/option-number.ts';
import { addSamplerOptions, checkSamplerOptions, type SamplerOptions } from '../options/sampler-options.ts';
import { addSplitOptions, checkOptionalSplits, type SplitOptions } from '../options/split-options.ts';
import { printable } from '../printable.ts';
import { asInterruption, Interrupted, listenForInterruption } from '../process/interruption.ts';
import { openProgressLine, type ProgressLine } from '../process/progress.ts';
import { tellKept, undivided } from '../process/supervised.ts';
import { shareOf } from '../shards/shard.ts';
import {
  addShardOptions,
  checkMergeAlone,
  commandWithoutShard,
  type ShardOptions,
  tellPart,
} from '../shards/shard-options.ts';
import { setExitOfFits, tellFurtherModes } from '../stored-fits/fit-status.ts';
import { noticeColor, printNotice, printResult, renderProblem, resultColor } from '../terminal.ts';
import { countOf } from '../words.ts';
import { mergeShards, ShardFolder, SWEEP } from './shard-folder.ts';
import { openSweepData, type SweepData } from './sweep-data.ts';
import { SweepFolder } from './sweep-folder.ts';
import { renderSweep } from './sweep-table.ts';

interface SweepOptions extends DataOptions, AmongOptions, SplitOptions, SamplerOptions, ShardOptions {
  readonly seeds: readonly bigint[];
  readonly baselines: boolean;
  readonly out?: string;
  readonly plan?: boolean;
}

/** The options of a sweep that is made, and not merged. */
type MadeSweepOptions = SweepOptions & { readonly out: string };

export function addSweep(program: Command): void {
  const command = addSplitOptions(
    addSamplerOptions(
      addDataOptions(
        program
          .command('sweep')
          .description("fit every combination of a layout's alternatives, outcome columns, splits and seeds")
          .usage('<layout> <data...> [options]\n       theodolite sweep --merge <dir>')
          .argument('[layout]', 'a layout (.ml)')
          .argument('[data...]', TABLE_ARGUMENT),
      ).addOption(amongOption()),
    ),
  )
    .addOption(tableOption())
    .option('--no-baselines', 'leave out logistic regression and boosted trees')
    .addOption(
      new Option('--seeds <n,...>', 'make each fit once per seed; splits are drawn with the first')
        .argParser(parseSeeds)
        .default([DEFAULT_SETTINGS.seed], String(DEFAULT_SETTINGS.seed)),
    )
    .option('--out <dir>', 'the folder for results, in which an interrupted sweep continues')
    .option('--plan', 'make one fit, estimate the time of all fits, and stop');
  addShardOptions(command, 'fits').action(sweep);
}

/** @throws Failure (usage) */
function parseSeeds(text: string): bigint[] {
  return [...new Set(text.split(',').map((each) => seedNumber('--seeds')(each.trim())))];
}

/** @throws LayoutMistakes, Failure, EvaluationError, HostError, Interrupted */
async function sweep(
  layoutPath: string | undefined,
  dataPaths: readonly string[],
  given: SweepOptions,
  command: Command,
): Promise<void> {
  if (given.merge !== undefined) {
    checkMergeAlone(SWEEP, given.merge, command);
    return merge(given.merge);
  }
  if (layoutPath === undefined || dataPaths.length === 0) {
    throw badUsage(
      '`sweep` needs a layout and a table.',
      'Write `theodolite sweep LAYOUT DATA… --out DIR`, or put parts together by `theodolite sweep --merge DIR`.',
    );
  }
  if (given.out === undefined) {
    throw badUsage('`sweep` needs a folder for its results.', 'Give it: --out DIR.');
  }
  return makeSweep(layoutPath, dataPaths, { ...given, out: given.out }, command);
}

/** Puts the parts of a sweep together, and prints what it found. @throws Failure */
function merge(path: string): void {
  const merged = mergeShards(path);
  const { tasks } = merged;
  const files = merged.write().map((name) => `${path}/${name}`);
  printResult(renderSweep(tasks, merged, resultColor()));
  tellFiles(files);
  tellFailures(merged.fits, tasks.length);
}

function tellFiles(files: readonly string[]): void {
  printNotice(
    `${printable(files.slice(0, -1).join(', '))} and ${printable(files.at(-1)!)} have all of it.\n`,
  );
}

/** @throws LayoutMistakes, Failure, EvaluationError, HostError, Interrupted */
async function makeSweep(
  layoutPath: string,
  dataPaths: readonly string[],
  options: MadeSweepOptions,
  command: Command,
): Promise<void> {
  checkSamplerOptions(options, command);
  checkOptionalSplits(options);
  const files = tableFiles(dataPaths);
  const interruption = listenForInterruption();
  const progress = openProgressLine();
  const pool = openWorkers(options.workers);
  try {
    const seed = options.seeds[0]!;
    const data = await openSweepData(layoutPath, files, { ...options, seed }, interruption.signal);
    const { source, splits } = data;
    const tasks = planSweep({
      ...{ selections: source.selections, seeds: options.seeds, splits: splitNames(source) },
      subjects: source.subjects.map(({ name }) => name),
    });
    const { shard } = options;
    const kept = { header: headerOf(data, options), tasks, splits };
    const own = shard === undefined ? tasks : shareOf(tasks, shard);
    const keptFits = ({ fits }: SweepStore) =>
      `${fits.size} of ${countOf(own.length, 'fit')} are kept in ${options.out}, and the same command makes the others`;
    const folder = undivided(() => {
      const begun =
        shard === undefined
          ? new SweepFolder(options.out, kept)
          : new ShardFolder(options.out, kept, shard, commandWithoutShard());
      begun.onKept = () => tellKept(keptFits(begun));
      begun.onKept();
      return begun;
    });
    try {
      const run: SweepRun = {
        ...{ source, tasks: own, store: folder, settings: options, baselines: options.baselines, pool },
        ...(folder instanceof ShardFolder ? { parts: folder.parts } : {}),
        signal: interruption.signal,
        onProgress: () => undefined,
      };
      const isWhole = await runAll(run, tasks, progress, options);
      progress.clear();
      if (folder instanceof ShardFolder) {
        if (isWhole) tellPart(shard!, SWEEP, options.out);
        return;
      }
      if (!isWhole) return;
      const files = folder.finish().map((name) => `${options.out}/${name}`);
      printResult(renderSweep(tasks, folder, resultColor()));
      tellFiles(files);
      tellFailures(folder.fits, tasks.length);
    } catch (error) {
      if (asInterruption(error) === null) throw error;
      throw new Interrupted(keptFits(folder));
    } finally {
      folder.close();
    }
  } finally {
    progress.clear();
    await pool.close();
    interruption.end();
  }
}

/**
 * Prints the plan, times one fit, estimates the time of the others, and makes them. Returns whether all fits are
 * finished.
 *
 * @param all the fits of the whole sweep
 */
async function runAll(
  run: SweepRun,
  all: readonly SweepTask[],
  progress: ProgressLine,
  { plan, shard }: MadeSweepOptions,
): Promise<boolean> {
  const { source, tasks, settings, pool } = run;
  const { fits } = leftOf(run);
  const part = shard === undefined ? '' : `Part ${shard.index} of ${shard.count}, ${tasks.length} of `;
  printNotice(`${part}${planLine(source, all, tasks.length - fits.length)}\n`);
  const times = await runPilot({ ...run, onProgress: showProgress(run, progress, fits.length, 0) });
  progress.clear();
  const left = leftOf(run);
  if (times !== null && left.fits.length > 0) {
    const seconds = estimateSeconds(left, times, pool, settings);
    printNotice(`${pilotLine(times, left.fits.length, seconds)}\n`);
  }
  if (plan === true) return left.fits.length === 0 && left.parts.length === 0;
  await runSweep({ ...run, onProgress: showProgress(run, progress, fits.length, 1) });
  return true;
}

/** @param made the number of the `left` fits that are made before the estimate for the others is printed */
function showProgress(
  { tasks, store, settings }: SweepRun,
  progress: ProgressLine,
  left: number,
  made: number,
): SweepRun['onProgress'] {
  const each = settings.chains * transitionsOf(settings);
  return ({ task, done }) =>
    progress.sampling({
      subject: [...Object.values(task.selection), task.subject, task.split ?? []].flat().join(' '),
      ...{ index: Math.min(store.fits.size + 1, tasks.length), subjects: tasks.length },
      ...{ done: each * made + done, total: each * left },
      counts: settings.method === 'nuts' ? 'draws' : 'way',
    });
}

/** Everything that a result depends on. */
function headerOf({ header, source }: SweepData, options: MadeSweepOptions) {
  const { method, chains, warmup, draws, targetAccept, maxTreeDepth, scouts, baselines } = options;
  return {
    ...header,
    seeds: options.seeds.map(String),
    settings: {
      method,
      chains,
      warmup: method === 'smc' ? 0 : warmup,
      ...{ draws, targetAccept, maxTreeDepth, scouts },
      ...(source.outcomes.length === 0 ? {} : { baselines }),
    },
  };
}

function tellFailures(fits: SweepFolder['fits'], count: number): void {
  setExitOfFits([...fits.values()]);
  tellFurtherModes([...fits.values()], '`findings` in fits.csv says which they are');
  const failed = [...fits.values()].filter(({ status }) => status === 'failed').length;
  if (failed === 0) return;
  const problem = {
    message: `${failed} of ${count} fits did not converge.`,
    remedy: 'Do not use their numbers: `status` and `findings` in fits.csv say which they are and why.',
  };
  printNotice(renderProblem('error', problem, noticeColor()));
}

/** `60 fits: 60 layouts, 1 subject, 1 part held out, 1 seed; 12 of them are done.` */
function planLine({ selections, subjects }: SweepSource, tasks: readonly SweepTask[], done: number): string {
  const parts = subjects[0]!.parts;
  const seeds = new Set(tasks.map(({ seed }) => seed)).size;
  const axes = [
    countOf(selections.length, 'layout'),
    countOf(subjects.length, 'subject'),
    ...(parts === null ? [] : [`${countOf(parts.size, 'part')} held out`]),
    countOf(seeds, 'seed'),
  ];
  const already = done === 0 ? '' : `; ${done} ${done === 1 ? 'is' : 'are'} done`;
  return `${countOf(tasks.length, 'fit')}: ${axes.join(', ')}${already}.`;
}

/** `The first took 0.2 s, and the next layout 0.3 s to compile: the other 59 take about 35 s.` */
function pilotLine({ fit, layout }: PilotTimes, others: number, seconds: number): string {
  const compiling = layout === 0 ? '' : `, and the next layout ${shownTime(layout)} to compile`;
  const rest = others === 1 ? 'the other takes' : `the other ${others} take`;
  return `The first took ${shownTime(fit)}${compiling}: ${rest} about ${shownTime(seconds)}.`;
}

/** `0.8 s`, `35 s`, `12 min`. */
function shownTime(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  return seconds < 120 ? `${Math.ceil(seconds)} s` : countOf(Math.ceil(seconds / 60), 'min', '');
}
