/** `theodolite report`: one page of HTML on stored fits, for readers who have never seen the tool. */

import { dirname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { HeldOutPredictions } from '../../analysis/evaluate/parts/held-out-predictions.ts';
import { JsonError, parseJson } from '../../module/parse-json.ts';
import type { ReportEstimate } from '../../reporting/report/estimates.ts';
import { areScored, type Evaluation, evaluationMismatch } from '../../reporting/report/evaluation.ts';
import type { ReportFit } from '../../reporting/report/subjects.ts';
import { readPredictions } from '../evaluate/predictions-table.ts';
import { badInput, badUsage } from '../failure.ts';
import { readText } from '../inputs/read-file.ts';
import { furtherHelp } from '../options/command-help.ts';
import { printable } from '../printable.ts';
import { listenForInterruption } from '../process/interruption.ts';
import { openProgressLine } from '../process/progress.ts';
import { type OutputFile, openOutput, ResultFolder } from '../process/results.ts';
import { subjectOf } from '../stored-fits/stored-fits.ts';
import { noticeColor, printData, printNotice, renderProblem } from '../terminal.ts';
import { countOf } from '../words.ts';

interface ReportCommandOptions {
  readonly output?: string;
  readonly data?: string;
  readonly join: readonly string[];
  readonly evaluation?: string;
  readonly predictions?: string;
  readonly layout?: string;
  readonly title?: string;
  readonly paper?: string;
  readonly compare?: boolean;
  readonly live: boolean;
}

const CONTENTS = `
The page needs no network and no server: open it from disk, send it, print it. It says what was fitted to what and how to do it
again, describes each subject in plain words, compares them with how sure that is, and judges each chain.
docs/guides/report.md says what stands in it.
`;

export function addReport(program: Command): void {
  program
    .command('report')
    .description('write a report on fits, written by fit --out, as one HTML page')
    .argument('<fit...>', 'folders of fits, such as results/tesseract, or the folder that holds them')
    .option('-o, --output <file>', 'the file to write, such as report.html (default: it is printed)')
    .option('--data <table>', 'the fitted table, if it has moved')
    .addOption(
      new Option('--join <table>', 'a table that was joined to it; give all of them if one has moved')
        .argParser((path: string, earlier: readonly string[]) => [...earlier, path])
        .default([], 'those that were'),
    )
    .option('--evaluation <file>', 'scores of held-out rows, written by evaluate --out')
    .option('--predictions <file>', 'predictions of these rows, written by evaluate --predictions')
    .option('--layout <layout>', 'the layout, or its module, for a folder without model.wasm')
    .option('--title <text>', 'the heading (default: the finding)')
    .option(
      '--paper <dir>',
      'also write what a paper needs into this folder: methods with BibTeX, tables as LaTeX, Word and CSV, figures as PDF and SVG',
    )
    .option(
      '--compare',
      "say what changed from the fits of the first folder to those of the second, such as last month's and this month's",
    )
    .option(
      '--no-live',
      'leave out the module and the draws with which a reader of the page sets the demands of a row and moves priors',
    )
    .addHelpText('after', furtherHelp(CONTENTS))
    .action(writeReport);
}

/** @throws Failure, FileError, HostError, Interrupted */
async function writeReport(paths: readonly string[], options: ReportCommandOptions): Promise<void> {
  if (options.output !== undefined && !/\.html?$/i.test(options.output)) {
    throw badUsage(
      `\`--output ${options.output}\` does not end in .html, and a page of HTML is written.`,
      'Name it such as report.html.',
    );
  }
  if (options.predictions !== undefined && options.evaluation === undefined) {
    throw badUsage(
      '`--predictions` is given without the scores of what was predicted.',
      'Give both files that one evaluation wrote: --evaluation evaluation.json --predictions predictions.csv.',
    );
  }
  if (options.compare === true) checkComparison(paths, options);
  const interruption = listenForInterruption();
  const progress = openProgressLine();
  let output: OutputFile | null = null;
  try {
    // The code for figures is loaded only here, so that other commands start faster.
    const [{ report }, { reportEstimates }, { html }, { openReportFits }] = await Promise.all([
      import('../../reporting/report/page.ts'),
      import('../../reporting/report/estimate-page.ts'),
      import('../../reporting/report/html.ts'),
      import('./report-fits.ts'),
    ]);
    const evaluation = options.evaluation === undefined ? null : await readEvaluation(options.evaluation);
    const predictions =
      options.predictions === undefined
        ? null
        : await readScoredPredictions(options.predictions, evaluation!, interruption.signal);
    output = options.output === undefined ? null : openOutput(options.output);
    if (options.compare === true) {
      const sides = [];
      for (const path of paths) sides.push(await openReportFits([path], options, { progress, interruption }));
      progress.stage('writing the report');
      await interruption.check();
      const page = await comparisonOf(paths, sides, options.title);
      progress.clear();
      const problems = new Map(sides.flatMap((side) => side.problems.map((each) => [each.message, each])));
      for (const problem of problems.values()) printNotice(renderProblem('warning', problem, noticeColor()));
      const fits = sides.reduce((sum, side) => sum + side.fits.length, 0);
      writePage(output, page, fits);
      return;
    }
    const { fits, estimates, problems } = await openReportFits(paths, options, { progress, interruption });
    if (estimates.length > 0 && options.evaluation !== undefined) {
      throw badInput(
        `${estimates[0]!.path} holds a point estimate, and \`--evaluation\` goes with draws of a posterior.`,
        'Leave it out, or fit with `--method nuts`, as `evaluate` does.',
      );
    }
    if (options.paper !== undefined) {
      progress.stage('writing the paper');
      await interruption.check();
      const told = await writePaper(options.paper, fits, estimates, options.title);
      progress.clear();
      printNotice(told);
      if (output === null) {
        for (const problem of problems) printNotice(renderProblem('warning', problem, noticeColor()));
        return;
      }
    }
    progress.stage('writing the report');
    await interruption.check();
    const titled = options.title === undefined ? {} : { title: options.title };
    const page =
      estimates.length > 0
        ? await reportEstimates(estimates, titled)
        : await report(fits, {
            ...(evaluation === null
              ? {
                  evaluationRemedy: html`<code>theodolite evaluate … --out evaluation.json</code> finds out, and <code>theodolite report … --evaluation evaluation.json</code> shows it here.`,
                }
              : { evaluation }),
            ...(predictions === null ? {} : { predictions }),
            live: options.live,
            ...titled,
          });
    progress.clear();
    for (const problem of problems) printNotice(renderProblem('warning', problem, noticeColor()));
    writePage(output, page, fits.length + estimates.length);
  } finally {
    progress.clear();
    output?.discardEmpty();
    interruption.end();
  }
}

function writePage(output: OutputFile | null, page: string, fits: number): void {
  if (output === null) {
    printData(page);
    return;
  }
  output.write(page);
  printNotice(`${printable(output.path)}: ${countOf(fits, 'fit')}, ${Math.ceil(page.length / 1000)} kB\n`);
}

/** @throws Failure (usage) */
function checkComparison(paths: readonly string[], { evaluation, paper }: ReportCommandOptions): void {
  if (paths.length !== 2) {
    throw badUsage(
      `\`--compare\` takes two folders, and ${paths.length} ${paths.length === 1 ? 'is' : 'are'} given.`,
      'Give the earlier fits first: theodolite report march april --compare.',
    );
  }
  const other = evaluation !== undefined ? '--evaluation' : paper !== undefined ? '--paper' : null;
  if (other === null) return;
  throw badUsage(`\`--compare\` does not go with \`${other}\`.`, 'Write a report on each folder for that.');
}

/** The names of two folders, or of the nearest folders above them that differ: `march` and `april` of `march/a` and `april/a`. */
function labelsOf(first: string, second: string): readonly [string, string] {
  const [a, b] = [resolve(first), resolve(second)];
  if (a === b) return [first, second];
  return subjectOf(a) === subjectOf(b) ? labelsOf(dirname(a), dirname(b)) : [subjectOf(a), subjectOf(b)];
}

/** @throws Failure (input) when the two cannot be compared */
async function comparisonOf(
  [first, second]: readonly string[],
  [before, after]: readonly {
    readonly fits: readonly ReportFit[];
    readonly estimates: readonly ReportEstimate[];
  }[],
  title: string | undefined,
): Promise<string> {
  const estimate = [...before!.estimates, ...after!.estimates][0];
  if (estimate !== undefined) {
    throw badInput(
      `${estimate.path} holds a point estimate, and \`--compare\` needs draws of a posterior.`,
      'Fit with `--method nuts`.',
    );
  }
  const all = [...before!.fits, ...after!.fits];
  const other = all.find(({ manifest }) => manifest.meaning !== all[0]!.manifest.meaning);
  if (other !== undefined) {
    throw badInput(
      `${all[0]!.path} and ${other.path} are fits of different layouts or choices, whose abilities do not mean the same.`,
      'Fit both tables with one layout.',
    );
  }
  const { reportChanges } = await import('../../reporting/report/change-page.ts');
  const [old, recent] = labelsOf(first!, second!);
  return reportChanges(
    { label: old, fits: before!.fits },
    { label: recent, fits: after!.fits },
    title === undefined ? {} : { title },
  );
}

/**
 * Writes what a paper needs into a folder.
 *
 * @returns what the user is told
 * @throws Failure (input, writing) also when the fits are of several layouts or methods
 */
async function writePaper(
  folder: string,
  fits: readonly ReportFit[],
  estimates: readonly ReportEstimate[],
  title: string | undefined,
): Promise<string> {
  if (estimates.length > 0) {
    throw badInput(
      `${estimates[0]!.path} holds a point estimate, and \`--paper\` goes with draws of a posterior.`,
      'Leave it out, or fit with `--method nuts`.',
    );
  }
  const [first, ...others] = fits as [ReportFit, ...ReportFit[]];
  const methodOf = ({ summary }: ReportFit) =>
    summary.made !== undefined && 'settings' in summary.made ? summary.made.settings.method : 'laplace';
  const other = others.find(
    (fit: ReportFit) => fit.manifest.meaning !== first.manifest.meaning || methodOf(fit) !== methodOf(first),
  );
  if (other !== undefined) {
    throw badInput(
      `${first.path} and ${other.path} are fits of different layouts or by different methods, and \`--paper\` describes one.`,
      'Write the paper of each separately.',
    );
  }
  const [{ paperOf }, { openTypefaces }] = await Promise.all([
    import('../../reporting/paper/paper.ts'),
    import('../../reporting/figures/node/pdf.ts'),
  ]);
  const results = new ResultFolder(folder);
  for (const below of ['tables', 'figures']) results.prepare(below);
  const { files, missing } = await paperOf(fits, await openTypefaces(), title);
  results.write(files);
  const letters =
    missing.length === 0
      ? ''
      : renderProblem(
          'warning',
          {
            message: `The figures have only Latin, Greek and Cyrillic letters: ${missing.slice(0, 8).join(' ')} are left out.`,
            remedy: 'Draw them with `theodolite plot … -o figure.svg`, which uses the fonts of the viewer.',
          },
          noticeColor(),
        );
  return `${printable(folder)}: ${countOf(files.length, 'file')} for a paper\n${letters}`;
}

/** @throws Failure (input) */
async function readEvaluation(path: string): Promise<Evaluation> {
  const remedy = 'Give the file that `theodolite evaluate … --out evaluation.json` wrote.';
  const text = await readText(path, 'evaluation', remedy);
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw badInput(`${path} holds no evaluation: ${error.message}.`, remedy);
  }
  const wrong = evaluationMismatch(value);
  if (wrong === null) return value as Evaluation;
  throw badInput(`${path} holds no evaluation: ${wrong}.`, remedy);
}

/** @throws Failure (input), also when they belong to another evaluation; Interrupted */
async function readScoredPredictions(
  path: string,
  evaluation: Evaluation,
  signal: AbortSignal,
): Promise<readonly HeldOutPredictions[]> {
  const predictions = await readPredictions(path, signal);
  if (areScored(evaluation, predictions)) return predictions;
  throw badInput(
    `${path} does not hold the predictions that the evaluation scored.`,
    'Give both files that one evaluation wrote: --evaluation evaluation.json --predictions predictions.csv.',
  );
}
