/** Boosted trees and random forests on the same demands as baselines, by Yggdrasil Decision Forests in WebAssembly. */
import { Worker } from 'node:worker_threads';
import { mean } from '../../../statistics/moments.ts';
import { type Feature, type Features, requireBothOutcomes, type TrainingSet } from '../baselines/features.ts';
import { EvaluationError } from '../evaluation-error.ts';
import { areBinary } from '../scores/predictions.ts';
import { TREES_PACKAGE, type TreesAnswer, type TreesKind, type TreesTask } from './trees-task.ts';

/** The thread's file beside this one: JavaScript when built, TypeScript when a loader runs the sources. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './trees-worker.ts' : './trees-worker.js',
  import.meta.url,
);

/**
 * The probability of success of each test row, predicted by trees learnt from the training rows: boosted ones (Friedman
 * 2001, Greedy function approximation: a gradient boosting machine; the assessor of the thesis on common sense, 5.3) or a
 * random forest (Breiman 2001, Random forests; the assessor of the paper on propensities, 4.4). Where outcomes are shares, they
 * learn a regression, and a prediction below 0 or above 1, which no share has, is taken for 0 or 1. Features are
 * rounded to single precision. A category of more than 64 levels is the rate of success of each level. The same rows in the same order give the same numbers.
 *
 * The library is `ydf-training` (Guillame-Bert et al. 2023, Yggdrasil Decision Forests), Apache 2.0, with its default
 * settings: up to 300 boosted trees of depth 6, learning rate 0.1, and a tenth of the training rows for early stopping; 300
 * trees of a forest, of depth 16, with at least 5 rows in a leaf. It runs
 * in a thread of its own, in Node only.
 *
 * @param file the script of the thread
 * @throws EvaluationError when the library is not installed, no feature varies, all outcomes are the same, or the
 *   library fails
 */
export async function predictTrees(
  kind: TreesKind,
  training: TrainingSet,
  test: Features,
  file: URL = WORKER,
): Promise<Float64Array> {
  if (test.rows === 0) return new Float64Array(0);
  const { features, outcomes } = training;
  if (features.columns.length === 0) {
    throw new EvaluationError(
      'No demand varies among the training rows, so trees have nothing to split on.',
      'Compare with the aggregate alone, or train on other rows.',
    );
  }
  requireBothOutcomes(outcomes, kind);
  const isRegression = !areBinary(outcomes);
  const answer = await inThread({ kind, isRegression, ...withRates(training, test) }, file);
  switch (answer.kind) {
    case 'probabilities':
      return isRegression
        ? answer.probabilities.map((share) => Math.min(1, Math.max(0, share)))
        : answer.probabilities;
    case 'absent':
      throw new EvaluationError(
        `${kind === 'boosted trees' ? 'Boosted trees need' : 'A random forest needs'} the package \`${TREES_PACKAGE}\`, which is not installed.`,
        `Install it beside Theodolite with \`npm install ${TREES_PACKAGE}\`, or leave this baseline out.`,
      );
    case 'failure':
      throw failed(answer.message, kind);
  }
}

/** A category with more levels is replaced by a number. */
const MOST_LEVELS = 64;

/** How many rows with the rate of all count beside those of a level. */
const PRIOR_ROWS = 10;

/**
 * The task, in which a category with many levels is the log odds of success of each level's training rows, drawn
 * towards those of all rows (Micci-Barreca 2001, A preprocessing scheme for high-cardinality categorical attributes).
 * Searching for a split of hundreds of levels takes the library a hundred times as long, and predicts no better.
 */
function withRates(
  { features, outcomes }: TrainingSet,
  test: Features,
): Pick<TreesTask, 'training' | 'test'> {
  const all = mean(outcomes);
  const oddsOf = ({ values, levels }: Feature & { readonly kind: 'category' }) => {
    const [rows, successes] = [new Float64Array(levels.length), new Float64Array(levels.length)];
    for (const [row, level] of values.entries()) {
      rows[level]!++;
      successes[level]! += outcomes[row]!;
    }
    return rows.map((count, level) => {
      const rate = (successes[level]! + PRIOR_ROWS * all) / (count + PRIOR_ROWS);
      return Math.log(rate / (1 - rate));
    });
  };
  const odds = features.columns.map((column) =>
    column.kind === 'category' && column.levels.length > MOST_LEVELS ? oddsOf(column) : null,
  );
  const replaced = ({ columns, rows }: Features): Features => ({
    rows,
    columns: columns.map((column, place) => {
      const ofLevels = odds[place] ?? null;
      if (column.kind === 'demand' || ofLevels === null) return column;
      const values = Float64Array.from(column.values, (level) => ofLevels[level]!);
      return { kind: 'demand', name: column.name, values };
    }),
  });
  return { training: { features: replaced(features), outcomes }, test: replaced(test) };
}

function inThread(task: TreesTask, file: URL): Promise<TreesAnswer> {
  return new Promise((resolve, reject) => {
    // Discard its output: the library prints progress.
    const worker = new Worker(file, { workerData: task, execArgv: [], stdout: true, stderr: true });
    worker.once('message', (answer: TreesAnswer) => {
      resolve(answer);
      void worker.terminate();
    });
    worker.once('error', (error) => reject(failed(error.message, task.kind)));
    // After a message the promise is already settled.
    worker.once('exit', (status) => reject(failed(`its thread ended with status ${status}`, task.kind)));
  });
}

function failed(why: string, kind: TreesKind): EvaluationError {
  return new EvaluationError(
    `The library for ${kind === 'boosted trees' ? kind : 'random forests'} failed: ${why}.`,
    'Leave this baseline out, or train on fewer rows.',
  );
}
