/**
 * `theodolite evaluate`: how well a layout predicts rows that it was not fitted to, compared with predictors without a
 * layout.
 */

import { resolve } from 'node:path';
import type { Command } from 'commander';
import { compareParts, compareValueParts } from '../../analysis/evaluate/parts/evaluate-parts.ts';
import { type Comparison, PREDICTORS } from '../../analysis/evaluate/scores/scored-predictors.ts';
import type { ValueComparison } from '../../analysis/evaluate/scores/value-scores.ts';
import { formatOfName } from '../../files/tables/table-format.ts';
import type { ChainPool } from '../../host/chain-pool.ts';
import { openWorkers } from '../../host/node/worker-pool.ts';
import { categoryInWords } from '../../module/names.ts';
import { badUsage } from '../failure.ts';
import { tableFiles } from '../inputs/table-files.ts';
import { chooseOption } from '../options/choose-option.ts';
import { addDataOptions, TABLE_ARGUMENT, tableOption } from '../options/data-options.ts';
import { addSamplerOptions, checkSamplerOptions, seedOption } from '../options/sampler-options.ts';
import { addSplitOptions, checkSplitOptions } from '../options/split-options.ts';
import { printable } from '../printable.ts';
import { listenForInterruption } from '../process/interruption.ts';
import { openProgressLine } from '../process/progress.ts';
import { type OutputFile, openOutput } from '../process/results.ts';
import { setExitOfFits, tellFurtherModes } from '../stored-fits/fit-status.ts';
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
import {
  type EvaluateCommandOptions,
  evaluateSubjects,
  openEvaluation,
  type SubjectParts,
} from './evaluate-subjects.ts';
import { renderEvaluation } from './evaluate-table.ts';
import { predictionsTable } from './predictions-table.ts';

export function addEvaluate(program: Command): void {
  addSplitOptions(
    addSamplerOptions(
      addDataOptions(
        program
          .command('evaluate')
          .description(
            'measure how well a layout predicts rows it was not fitted to, compared with predictors without a layout',
          )
          .argument('<layout>', 'a layout (.ml)')
          .argument('<data...>', TABLE_ARGUMENT),
      ).addOption(chooseOption()),
    ).addOption(seedOption()),
  )
    .addOption(tableOption())
    .option('--no-baselines', 'leave out logistic regression and boosted trees')
    .option('--random-forest', 'compare with a random forest too')
    .option('--out <file>', 'write everything there as JSON')
    .option(
      '--predictions <file>',
      'write the observed and predicted outcomes of all held-out rows there, as CSV',
    )
    .option('--json', 'print one JSON object and nothing else')
    .action(evaluate);
}

/** @throws LayoutMistakes, Failure, HostError, Interrupted */
async function evaluate(
  layoutPath: string,
  dataPaths: readonly string[],
  options: EvaluateCommandOptions,
  command: Command,
): Promise<void> {
  checkSamplerOptions(options, command);
  checkSplitOptions(options);
  checkFiles(options);
  if (options.randomForest === true && !options.baselines) {
    throw badUsage(
      '`--random-forest` asks for a predictor without a layout, and `--no-baselines` leaves those out.',
      'Leave one of the two out.',
    );
  }
  const data = tableFiles(dataPaths);
  const interruption = listenForInterruption();
  const progress = openProgressLine();
  const outputs: OutputFile[] = [];
  let pool: ChainPool | null = null;
  try {
    const open = (path: string | undefined) => {
      if (path === undefined) return null;
      const output = openOutput(path);
      outputs.push(output);
      return output;
    };
    const output = open(options.out);
    const predictions = open(options.predictions);
    pool = openWorkers(options.workers);
    progress.stage(`reading ${data.path} and compiling ${layoutPath}`);
    const evaluation = await openEvaluation(layoutPath, data, options, interruption.signal);
    await interruption.check();
    progress.clear();
    const subjects = await evaluateSubjects(evaluation, options, { pool, progress, interruption });
    progress.clear();
    const compared = subjects.map((subject) => ({
      ...subject,
      comparisons: compareParts(subject.parts),
      ofValues: compareValueParts(subject.parts),
    }));
    const predictors = PREDICTORS.filter((name) => name !== 'random forest' || options.randomForest === true);
    const report = `${jsonText(reportOf(evaluation.layout, compared, predictors))}\n`;
    predictions?.write(predictionsTable(evaluation, subjects, options.stack));
    output?.write(report);
    if (options.json === true) printJson(report);
    else printResult(renderEvaluation(compared, resultColor()));
    tellNewLevels(subjects);
    tellFailures(subjects);
  } finally {
    progress.clear();
    for (const output of outputs) output.discardEmpty();
    await pool?.close();
    interruption.end();
  }
}

/** @throws Failure (usage) */
function checkFiles({ out, predictions }: EvaluateCommandOptions): void {
  if (predictions === undefined) return;
  const format = formatOfName(predictions);
  if (format !== null && format !== 'csv') {
    throw badUsage(
      `\`--predictions ${predictions}\` does not have the extension of a CSV table, which is written.`,
      'Choose a name such as predictions.csv.',
    );
  }
  if (out !== undefined && resolve(out) === resolve(predictions)) {
    throw badUsage(
      `\`--out\` and \`--predictions\` name the same file, ${predictions}.`,
      'Give each a file of its own, such as evaluation.json and predictions.csv.',
    );
  }
}

function reportOf(
  layout: string,
  subjects: readonly (SubjectParts & {
    comparisons: Readonly<Record<string, Comparison>>;
    ofValues: Readonly<Record<string, ValueComparison>>;
  })[],
  predictors: readonly string[],
): object {
  return {
    subjects: Object.fromEntries(
      subjects.map(({ name, parts, split, comparisons, ofValues }) => [
        name,
        {
          scores: comparisons,
          ...(Object.keys(ofValues).length === 0 ? {} : { valueScores: ofValues }),
          parts: parts.map(({ training, test, status, findings, newLevels, outcomes }) => ({
            ...{ training, test, status, findings },
            ...(newLevels.size === 0 ? {} : { newLevels: Object.fromEntries(newLevels) }),
            silent: Object.fromEntries([...outcomes].map(([outcome, { silent }]) => [outcome, silent])),
          })),
          ...(split === null ? {} : { split }),
        },
      ]),
    ),
    ...{ predictors, layout, version: version() },
  };
}

/** `note: task: 40 levels had no training rows where their rows were predicted, and so were drawn from their population.` */
function tellNewLevels(subjects: readonly SubjectParts[]): void {
  const drawn = new Map<string, number>();
  for (const { newLevels } of subjects.flatMap(({ parts }) => parts))
    for (const [category, levels] of newLevels)
      drawn.set(category, (drawn.get(category) ?? 0) + levels.length);
  for (const [category, count] of drawn)
    printNotice(
      `${printable(`note: ${categoryInWords(category)}: ${count === 1 ? '1 level that was held out had' : `${count} levels that were held out had`} no training rows, and ${count === 1 ? 'was' : 'were'} drawn from the population.`)}\n`,
    );
}

function tellFailures(subjects: readonly SubjectParts[]): void {
  const parts = subjects.flatMap((subject) => subject.parts);
  setExitOfFits(parts);
  tellFurtherModes(parts, '`findings` of the parts in `--json` says which they are');
  const failed = parts.filter(({ status }) => status === 'failed').length;
  if (failed === 0) return;
  const problem = {
    message: `${failed} of ${parts.length} fits did not converge.`,
    remedy: 'Do not use the scores of the layout: see what `theodolite fit` says about these data.',
  };
  printNotice(renderProblem('error', problem, noticeColor()));
}
