/** `theodolite sweep`: fits every combination of a layout's alternatives, outcome columns and seeds, and leaves tidy tables. */
import { type Command, Option } from 'commander';
import { openWorkers } from '../../host/node/worker-pool.ts';
import { DEFAULT_SETTINGS } from '../../host/sample.ts';
import { planSweep } from '../../sweep/plan.ts';
import { EXIT } from '../failure.ts';
import { asInterruption, Interrupted, listenForInterruption } from '../interruption.ts';
import { counted } from '../list-names.ts';
import { seedNumber } from '../option-number.ts';
import { openProgressLine } from '../progress.ts';
import { renderProblem } from '../report-failure.ts';
import { openSweepData, type SweepData } from '../sweep-data.ts';
import { SweepFolder } from '../sweep-folder.ts';
import { runSweep } from '../sweep-run.ts';
import { renderSweep } from '../sweep-table.ts';
import { noticeColor, printNotice, printResult, resultColor } from '../terminal.ts';
import { type AmongOptions, amongOption } from './choose-option.ts';
import { addDataOptions, type DataOptions } from './data-options.ts';
import { addSamplerOptions, checkSamplerOptions, type SamplerOptions } from './sampler-options.ts';

interface SweepOptions extends DataOptions, AmongOptions, SamplerOptions {
  readonly seeds: readonly bigint[];
  readonly out: string;
  readonly plan?: boolean;
}

export function addSweep(program: Command): void {
  addSamplerOptions(
    addDataOptions(
      program
        .command('sweep')
        .description("fit every combination of a layout's alternatives, outcome columns and seeds")
        .argument('<layout>', 'a layout (.ml)')
        .argument('<data>', 'a table with named columns: CSV, JSON lines, Parquet or Arrow'),
    ).addOption(amongOption()),
  )
    .addOption(
      new Option('--seeds <n,...>', 'each fit is made once with each of them')
        .argParser(parseSeeds)
        .default([DEFAULT_SETTINGS.seed], String(DEFAULT_SETTINGS.seed)),
    )
    .requiredOption(
      '--out <dir>',
      'where results go as they come; a sweep that was interrupted goes on from there',
    )
    .option('--plan', 'make one fit, say how long all of them would take, and stop')
    .action(sweep);
}

/** @throws Failure (usage) */
function parseSeeds(text: string): bigint[] {
  return [...new Set(text.split(',').map((each) => seedNumber('--seeds')(each.trim())))];
}

/** @throws LayoutMistakes, Failure, HostError, Interrupted */
async function sweep(
  layoutPath: string,
  dataPath: string,
  options: SweepOptions,
  command: Command,
): Promise<void> {
  checkSamplerOptions(options, command);
  const interruption = listenForInterruption();
  const progress = openProgressLine(process.stderr);
  try {
    const data = await openSweepData(layoutPath, dataPath, options, interruption.signal);
    const tasks = planSweep({
      selections: data.selections,
      subjects: data.subjects,
      splits: [null],
      seeds: options.seeds,
    });
    const folder = new SweepFolder(options.out, headerOf(data, options), tasks);
    try {
      printNotice(`${planLine(data, options, tasks.length, tasks.length - folder.left.length)}\n`);
      const isWhole = await runSweep({
        ...{ data, folder, tasks, progress, interruption },
        settings: options,
        pool: openWorkers(options.workers),
        isPilot: options.plan === true,
      });
      if (!isWhole) return;
      folder.finish();
      progress.clear();
      printResult(renderSweep(tasks, folder.results, resultColor()));
      printNotice(`${options.out}/fits.csv and ${options.out}/parameters.csv have all of it.\n`);
      tellFailures(
        [...folder.results.values()].filter(({ status }) => status === 'failed').length,
        tasks.length,
      );
    } catch (error) {
      if (asInterruption(error) === null) throw error;
      throw new Interrupted(
        `${folder.results.size} of ${counted(tasks.length, 'fit')} are kept in ${options.out}, and the same command makes the others`,
      );
    } finally {
      folder.close();
    }
  } finally {
    progress.clear();
    interruption.end();
  }
}

/** All on which a result depends. */
function headerOf(data: SweepData, options: SweepOptions) {
  const { method, chains, warmup, draws, targetAccept, maxTreeDepth, scouts } = options;
  return {
    ...data.header,
    seeds: options.seeds.map(String),
    settings: {
      method,
      chains,
      warmup: method === 'smc' ? 0 : warmup,
      draws,
      targetAccept,
      maxTreeDepth,
      scouts,
    },
  };
}

/** `60 fits: 60 layouts, 1 subject, 1 seed; 12 of them are done.` */
function planLine(data: SweepData, { seeds }: SweepOptions, fits: number, done: number): string {
  const axes = [
    counted(data.selections.length, 'layout'),
    counted(data.subjects.length, 'subject'),
    counted(seeds.length, 'seed'),
  ];
  return `${counted(fits, 'fit')}: ${axes.join(', ')}${done === 0 ? '' : `; ${done} ${done === 1 ? 'is' : 'are'} done`}.`;
}

function tellFailures(failed: number, fits: number): void {
  if (failed === 0) return;
  process.exitCode = EXIT.notConverged;
  const problem = {
    message: `${failed} of ${fits} fits did not converge.`,
    remedy: 'Do not use their numbers: `status` and `findings` in fits.csv say which they are and why.',
  };
  printNotice(renderProblem('error', problem, noticeColor()));
}
