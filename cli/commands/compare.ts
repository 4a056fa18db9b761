/** `theodolite compare`: ranks fits of the same rows by how well they foretell rows that are left out. */
import { type Command, Option } from 'commander';
import { compareModels } from '../../evaluate/compare/compare.ts';
import { stack } from '../../evaluate/compare/stacking.ts';
import { highParetoK, type RankedFit, renderComparison } from '../compare-table.ts';
import { type ComparedFit, leaveOneOut } from '../compared-fit.ts';
import { badInput, badUsage } from '../failure.ts';
import { listenForInterruption } from '../interruption.ts';
import { wholeNumber } from '../option-number.ts';
import { openProgressLine } from '../progress.ts';
import { renderProblem } from '../report-failure.ts';
import { tellVerdict } from '../stored-verdict.ts';
import { noticeColor, printNotice, printResult, resultColor } from '../terminal.ts';
import { version } from '../version.ts';
import { addDataOptions, type DataOptions } from './data-options.ts';

interface CompareOptions extends DataOptions {
  readonly data: string;
  readonly every: number;
  readonly json?: boolean;
}

const COLUMNS = `
Of each fit, the best first:
  elpd         the log probability of each row by a fit without it, summed over the rows, with its standard error
  p_loo        the effective number of parameters
  difference   elpd less that of the best, with its standard error
  weight       its share in the mixture of these fits that foretells best
  high k       in how many rows the Pareto k is too high for elpd to be relied on, and the highest
docs/evaluation.md says what they mean.
`;

const MOST_EVERY = 1_000_000;

export function addCompare(program: Command): void {
  addDataOptions(
    program
      .command('compare')
      .description('compare fits of the same rows by different layouts, leaving out one row after another')
      .argument('<fit...>', 'folders of fits that fit --out wrote, such as results/tesseract')
      .requiredOption('--data <table>', 'the table that they were fitted to'),
  )
    .addOption(
      new Option('--every <n>', 'use only every so many draws of each chain')
        .argParser(wholeNumber('--every', 1, MOST_EVERY))
        .default(1),
    )
    .option('--json', 'print one JSON object and nothing else')
    .addHelpText('after', COLUMNS)
    .action(compare);
}

/** @throws Failure, FileError, HostError, EvaluationError, Interrupted */
async function compare(paths: readonly string[], options: CompareOptions): Promise<void> {
  const twice = paths.find((path, place) => paths.indexOf(path) !== place);
  if (twice !== undefined) throw badUsage(`${twice} is given twice.`, 'Give each fit once.');
  const interruption = listenForInterruption();
  const progress = openProgressLine(process.stderr);
  try {
    const fits: ComparedFit[] = [];
    for (const path of paths) {
      progress.stage(`leaving out rows of ${path}`);
      fits.push(await leaveOneOut(path, { ...options, path: options.data, signal: interruption.signal }));
      checkAlike(fits[0]!, fits.at(-1)!);
      await interruption.check();
    }
    progress.clear();
    const ranked = rank(fits);
    if (options.json === true) printResult(`${JSON.stringify(asObject(ranked))}\n`);
    else printResult(renderComparison(ranked, resultColor()));
    for (const fit of ranked) {
      const problem = highParetoK(fit);
      if (problem !== null) printNotice(renderProblem('warning', problem, noticeColor()));
    }
    for (const fit of ranked) tellVerdict(fit, 'what is said of it here');
  } finally {
    progress.clear();
    interruption.end();
  }
}

/** @throws Failure (input) unless the outcomes of both are the same in the same rows */
function checkAlike(first: ComparedFit, other: ComparedFit): void {
  if (first.outcomes === other.outcomes) return;
  const columns = ({ summary }: ComparedFit) =>
    Object.values(summary.outcomes)
      .map(({ column }) => `\`${column}\``)
      .join(' and ');
  throw badInput(
    `${first.folder} and ${other.folder} are fits of different outcomes, ${columns(first)} and ${columns(other)}.`,
    'Compare fits that say how probable the same outcomes are.',
  );
}

function rank(fits: readonly ComparedFit[]): RankedFit[] {
  const models = fits.map(({ folder, elpd }) => ({ name: folder, elpd }));
  const { weights } = stack(models, null);
  return compareModels(models, null).map((ranked) => ({
    ...fits[ranked.index]!,
    ranked,
    weight: weights[ranked.index]!,
  }));
}

function asObject(fits: readonly RankedFit[]): object {
  return {
    rows: fits[0]!.loo.rows,
    fits: fits.map((fit) => {
      const { folder, layout, loo, ranked, weight, summary } = fit;
      const finding = highParetoK(fit);
      return {
        fit: folder,
        layout,
        status: summary.status,
        elpd: loo.elpd,
        standardError: loo.standardError,
        effectiveParameters: loo.effectiveParameters,
        effectiveParametersError: loo.effectiveParametersError,
        monteCarloError: loo.monteCarloError,
        difference: ranked.difference,
        differenceError: ranked.differenceError,
        weight,
        paretoK: loo.paretoK,
        findings: finding === null ? [] : [{ kind: 'high-pareto-k', ...finding }],
        pointwise: { row: fit.rows.map((row) => row + 1), elpd: [...fit.elpd], paretoK: [...fit.paretoK] },
      };
    }),
    version: version(),
  };
}
