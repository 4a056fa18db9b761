/** `theodolite compare`: ranks fits of the same rows by how well they predict rows that are left out. */
import { type Command, Option } from 'commander';
import {
  checkSameOutcomes,
  type FitOfOutcomes,
  rankFits,
} from '../../analysis/evaluate/compare/compare-fits.ts';
import { CRITERIA, type Criterion } from '../../analysis/evaluate/compare/estimate-fit.ts';
import type { ChainPool } from '../../host/chain-pool.ts';
import { openWorkers } from '../../host/node/worker-pool.ts';
import { badUsage } from '../failure.ts';
import { furtherHelp } from '../options/command-help.ts';
import { addDataOptions, type DataOptions } from '../options/data-options.ts';
import { wholeNumber } from '../options/option-number.ts';
import { printable } from '../printable.ts';
import { listenForInterruption } from '../process/interruption.ts';
import { openProgressLine, type ProgressLine } from '../process/progress.ts';
import { openOutput } from '../process/results.ts';
import { tellVerdict } from '../stored-fits/fit-status.ts';
import {
  jsonText,
  noticeColor,
  printJson,
  printNotice,
  printResult,
  renderProblem,
  resultColor,
} from '../terminal.ts';
import { version } from '../version.ts';
import { countOf, duration } from '../words.ts';
import {
  type CriterionOfFit,
  openCriterionOfFit,
  type PlacedFit,
  type Refitting,
  renderComparison,
} from './comparison.ts';
import { doubtsOf } from './doubts.ts';

interface CompareOptions extends DataOptions {
  readonly data: string;
  readonly every: number;
  readonly criterion: Criterion;
  readonly group?: string;
  readonly refit?: boolean;
  readonly workers?: number;
  readonly out?: string;
  readonly json?: boolean;
}

const COLUMNS = `
Of each fit, the best first:
  elpd         the log probability of each row by a fit without it, summed over rows, with its standard error
  p_loo        the effective number of parameters; p_waic by WAIC, p_logo with --group
  difference   elpd minus that of the best fit, with its standard error
  weight       its weight in the mixture of these fits that predicts best
  high k       the number of rows whose Pareto k is too high for a reliable elpd, and the highest k
  p > 0.4      by WAIC, the number of rows for which it is unreliable
With --group, all of this is of groups instead of rows.
docs/guides/evaluation.md says what they mean.
`;

const MAX_EVERY = 1_000_000;

export function addCompare(program: Command): void {
  addDataOptions(
    program
      .command('compare')
      .description('compare fits of the same rows by different layouts, leaving out one row after another')
      .argument('<fit...>', 'folders of fits, written by fit --out, such as results/tesseract')
      .requiredOption('--data <table>', 'the fitted table'),
  )
    .addOption(
      new Option('--every <n>', 'use only every n-th draw of each chain')
        .argParser(wholeNumber('--every', 1, MAX_EVERY))
        .default(1),
    )
    .addOption(
      new Option('--criterion <name>', 'leave-one-out by importance sampling, or WAIC')
        .choices(CRITERIA)
        .default('loo'),
    )
    .option(
      '--group <column>',
      'leave rows with the same value in this column out together, such as all of a task; the layout need not read it',
    )
    .option(
      '--refit',
      'with --group: fit again without each group whose Pareto k is too high, and take what that fit says of it',
    )
    .addOption(
      new Option('--workers <n>', 'with --refit: the maximum number of threads').argParser(
        wholeNumber('--workers', 1, 1024),
      ),
    )
    .option('--out <file>', 'write everything there as JSON, from which predict --stack reads the weights')
    .option('--json', 'print one JSON object and nothing else')
    .addHelpText('after', furtherHelp(COLUMNS))
    .action(compare);
}

/** @throws Failure, FileError, HostError, EvaluationError, Interrupted */
async function compare(paths: readonly string[], options: CompareOptions): Promise<void> {
  const twice = paths.find((path, place) => paths.indexOf(path) !== place);
  if (twice !== undefined) throw badUsage(`${twice} is given twice.`, 'Give each fit once.');
  if (options.group !== undefined && options.criterion === 'waic') {
    throw badUsage(
      '`--group` leaves whole groups out, and WAIC leaves nothing out.',
      'Leave `--criterion waic` out, or compare rows without --group.',
    );
  }
  if (options.refit === true && options.group === undefined) {
    throw badUsage(
      '`--refit` fits again without whole groups, and no `--group` is given.',
      'Name the column of the groups: --group COLUMN.',
    );
  }
  const interruption = listenForInterruption();
  const progress = openProgressLine();
  const pool = options.refit === true ? openWorkers(options.workers) : null;
  const output = options.out === undefined ? null : openOutput(options.out);
  try {
    const fits: CriterionOfFit[] = [];
    for (const [index, path] of paths.entries()) {
      progress.stage(`leaving out ${options.group === undefined ? 'rows' : 'groups'} of ${path}`);
      const fit = await openCriterionOfFit(path, {
        ...{ ...options, path: options.data, ofSeveral: true, signal: interruption.signal },
        onProgress: (done, total) =>
          progress.sampling({
            ...{ subject: path, index: index + 1, subjects: paths.length },
            ...{ done, total, counts: 'draws' },
          }),
        ...(pool === null ? {} : { refitting: refittingOn(pool, path, progress) }),
      });
      fits.push(fit);
      checkSameOutcomes(named(fits[0]!), named(fit));
      await interruption.check();
    }
    progress.clear();
    const ranked = rank(fits);
    const report = `${jsonText(asObject(ranked, options.criterion))}\n`;
    output?.write(report);
    if (options.json === true) printJson(report);
    else printResult(renderComparison(ranked, resultColor()));
    for (const fit of ranked) {
      for (const doubt of doubtsOf(fit)) printNotice(renderProblem('warning', doubt, noticeColor()));
    }
    if (options.group === undefined) tellGroups(fits);
    for (const fit of ranked) tellVerdict(fit, 'what is said of it here');
  } finally {
    progress.clear();
    output?.discardEmpty();
    await pool?.close();
    interruption.end();
  }
}

/** Says how long it may take, and how far it is. */
function refittingOn(pool: ChainPool, path: string, progress: ProgressLine): Refitting {
  return {
    pool,
    onBegin: (folder, groups, seconds) => {
      progress.clear();
      const long = duration(groups * seconds);
      printNotice(
        `${printable(`note: ${folder} is fitted again without ${countOf(groups, 'group')}; as it took ${duration(seconds)}, this may take ${long}.`)}\n`,
      );
    },
    onProgress: (group, index, subjects, done, total) =>
      progress.sampling({
        ...{ subject: `${path} without ${JSON.stringify(group)}`, index, subjects },
        ...{ done: (index - 1) * total + done, total: subjects * total, counts: 'draws' },
      }),
  };
}

function named({ folder, outcomes }: CriterionOfFit): FitOfOutcomes {
  return { name: folder, outcomes };
}

function rank(fits: readonly CriterionOfFit[]): PlacedFit[] {
  const named = fits.map((fit) => ({ ...fit, name: fit.folder }));
  return rankFits(named).map((ranked) => ({ ...fits[ranked.index]!, ranked, weight: ranked.weight }));
}

function asObject(fits: readonly PlacedFit[], criterion: Criterion): object {
  const { estimate: first, groups: grouped } = fits[0]!;
  return {
    criterion,
    ...(grouped === null
      ? { rows: first.rows }
      : {
          group: grouped.column,
          groups: first.rows,
          rows: grouped.sizes.reduce((sum, size) => sum + size, 0),
        }),
    fits: fits.map((fit) => {
      const { folder, layout, ranked, weight, summary, estimate, groups } = fit;
      const { pointwise, rows: _, ...totals } = estimate;
      return {
        fit: folder,
        layout,
        status: summary.status,
        ...totals,
        difference: ranked.difference,
        differenceError: ranked.differenceError,
        weight,
        findings: doubtsOf(fit),
        ...(groups === null ? {} : { integrated: groups.integrated, points: groups.points }),
        ...(groups === null || groups.refits === null ? {} : { refits: groups.refits }),
        pointwise: {
          ...(groups === null
            ? { row: fit.rows.map((row) => row + 1) }
            : { group: groups.names, rows: groups.sizes, integrationError: groups.integrationError }),
          ...Object.fromEntries(
            Object.entries(pointwise).map(([name, values]: [string, Float64Array]) => [name, [...values]]),
          ),
        },
      };
    }),
    version: version(),
  };
}

/** Rows of one level are not independent: leaving out one of them says nothing about new levels. */
function tellGroups(fits: readonly CriterionOfFit[]): void {
  const groups = [...new Set(fits.flatMap((fit) => fit.shared))];
  if (groups.length === 0) return;
  printNotice(
    `${printable(`note: Rows of one ${groups.join(' or ')} are not independent, and each is predicted here from the others: this compares the layouts for new rows of the same levels. For new ones leave the levels out together: --group ${groups[0]}.`)}\n`,
  );
}
