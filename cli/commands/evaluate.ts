/** `theodolite evaluate`: how well a layout predicts rows that it was not fitted to, beside what predicts without one. */
import { type Command, Option } from 'commander';
import { PREDICTORS } from '../../evaluate/parts/predictors.ts';
import { type Comparison, comparePredictions } from '../../evaluate/scores/scored-predictors.ts';
import { openWorkers } from '../../host/node/worker-pool.ts';
import type { SamplerSettings } from '../../host/sample.ts';
import { openEvaluation } from '../evaluate-data.ts';
import { type EvaluatedSubject, evaluateSubjects } from '../evaluate-subjects.ts';
import { renderEvaluation } from '../evaluate-table.ts';
import { badUsage, EXIT } from '../failure.ts';
import { listenForInterruption } from '../interruption.ts';
import { properFraction, wholeNumber } from '../option-number.ts';
import { openOutput } from '../output-file.ts';
import { openProgressLine } from '../progress.ts';
import { renderProblem } from '../report-failure.ts';
import { parseRowFilter, type RowFilter } from '../row-filter.ts';
import { noticeColor, printNotice, printResult, resultColor } from '../terminal.ts';
import { version } from '../version.ts';
import { type ChooseOptions, chooseOption } from './choose-option.ts';
import { addDataOptions, type DataOptions } from './data-options.ts';
import {
  addSamplerOptions,
  checkSamplerOptions,
  type SamplerOptions,
  seedOption,
} from './sampler-options.ts';

export interface EvaluateOptions extends DataOptions, ChooseOptions, SamplerOptions, SamplerSettings {
  readonly split?: number;
  readonly folds?: number;
  readonly repeats: number;
  readonly testRows: readonly RowFilter[];
  readonly splits?: string;
  readonly baselines: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

export function addEvaluate(program: Command): void {
  addSamplerOptions(
    addDataOptions(
      program
        .command('evaluate')
        .description(
          'say how well a layout predicts rows it was not fitted to, beside predictors without one',
        )
        .argument('<layout>', 'a layout (.ml)')
        .argument('<data>', 'a table whose columns are named: CSV, JSON lines, Parquet or Arrow'),
    ).addOption(chooseOption()),
  )
    .addOption(seedOption())
    .option(
      '--split <share>',
      'fit to this share of the rows, and test on the others',
      properFraction('--split'),
    )
    .option('--folds <k>', 'hold out each of k folds in turn', wholeNumber('--folds', 2, 1_000_000))
    .option('--repeats <n>', 'draw the split so many times', wholeNumber('--repeats', 1, 100_000), 1)
    .addOption(
      new Option(
        '--test-rows <column=value>',
        'test on these rows, and fit to those of --rows; may be given several times',
      )
        .argParser((text: string, earlier: readonly RowFilter[]) => [...earlier, parseRowFilter(text)])
        .default([], 'those that --split or --folds holds out'),
    )
    .option('--splits <file>', 'use the splits that are stored there; if there is no such file, store them')
    .option('--no-baselines', 'leave out logistic regression and boosted trees')
    .option('--out <file>', 'write everything there as JSON')
    .option('--json', 'print one JSON object and nothing else')
    .action(evaluate);
}

/** @throws LayoutMistakes, Failure, HostError, Interrupted */
async function evaluate(
  layoutPath: string,
  dataPath: string,
  options: EvaluateOptions,
  command: Command,
): Promise<void> {
  checkSamplerOptions(options, command);
  checkSplitOptions(options);
  const interruption = listenForInterruption();
  const progress = openProgressLine(process.stderr);
  const output = options.out === undefined ? null : openOutput(options.out);
  const pool = openWorkers(options.workers);
  try {
    const evaluation = await openEvaluation(layoutPath, dataPath, options, interruption.signal);
    await interruption.check();
    const subjects = await evaluateSubjects(evaluation, options, { pool, progress, interruption });
    progress.clear();
    const compared = subjects.map((subject) => ({ ...subject, comparisons: compareAll(subject) }));
    const report = `${JSON.stringify(reportOf(evaluation.layout, compared))}\n`;
    output?.write(report);
    printResult(options.json === true ? report : renderEvaluation(compared, resultColor()));
    tellFailures(subjects);
  } finally {
    progress.clear();
    output?.discardEmpty();
    await pool.close();
    interruption.end();
  }
}

/** @throws Failure (usage) when it is not said once which rows are held out */
function checkSplitOptions({ split, folds, repeats, testRows, splits }: EvaluateOptions): void {
  const given = [
    ...(split === undefined ? [] : ['--split']),
    ...(folds === undefined ? [] : ['--folds']),
    ...(testRows.length === 0 ? [] : ['--test-rows']),
  ];
  if (given.length !== 1) {
    throw badUsage(
      given.length === 0
        ? 'It is not said which rows are held out.'
        : `${given.map((option) => `\`${option}\``).join(' and ')} say each which rows are held out.`,
      'Give one of --split 0.8, --folds 10 and --rows split=train --test-rows split=test.',
    );
  }
  if (testRows.length > 0 && (repeats > 1 || splits !== undefined)) {
    throw badUsage(
      `\`${repeats > 1 ? '--repeats' : '--splits'}\` does not go with \`--test-rows\`, which says itself which rows are held out.`,
      'Leave one of them out.',
    );
  }
}

/** By outcome. */
function compareAll({ parts }: EvaluatedSubject): Readonly<Record<string, Comparison>> {
  return Object.fromEntries(
    [...parts[0]!.outcomes.keys()].map((outcome) => [
      outcome,
      comparePredictions(
        parts.map((part) => {
          const { outcomes, probabilities } = part.outcomes.get(outcome)!;
          return {
            outcomes,
            probabilities: probabilities as Record<string, Float64Array>,
            training: part.training,
          };
        }),
      ),
    ]),
  );
}

function reportOf(
  layout: string,
  subjects: readonly (EvaluatedSubject & { comparisons: Readonly<Record<string, Comparison>> })[],
): object {
  return {
    subjects: Object.fromEntries(
      subjects.map(({ name, parts, split, comparisons }) => [
        name,
        {
          scores: comparisons,
          parts: parts.map(({ training, test, status, findings, outcomes }) => ({
            ...{ training, test, status, findings },
            silent: Object.fromEntries([...outcomes].map(([outcome, { silent }]) => [outcome, silent])),
          })),
          ...(split === null ? {} : { split }),
        },
      ]),
    ),
    ...{ predictors: PREDICTORS, layout, version: version() },
  };
}

function tellFailures(subjects: readonly EvaluatedSubject[]): void {
  const parts = subjects.flatMap((subject) => subject.parts);
  const failed = parts.filter(({ status }) => status === 'failed').length;
  if (failed === 0) return;
  process.exitCode = EXIT.notConverged;
  const problem = {
    message: `${failed} of ${parts.length} fits did not converge.`,
    remedy: 'Do not use the scores of the layout: see what `theodolite fit` says of these data.',
  };
  printNotice(renderProblem('error', problem, noticeColor()));
}
