/** Gradient-boosted trees on the same demands as a baseline, by Yggdrasil Decision Forests in WebAssembly. */
import { Worker } from 'node:worker_threads';
import { type Features, requireBothOutcomes, type TrainingSet } from '../baselines/features.ts';
import { EvaluationError } from '../evaluation-error.ts';
import {
  BOOSTED_TREES_PACKAGE,
  type BoostedTreesAnswer,
  type BoostedTreesTask,
} from './boosted-trees-task.ts';

/** The thread's file beside this one: JavaScript when built, TypeScript when a loader runs the sources. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './boosted-trees-worker.ts' : './boosted-trees-worker.js',
  import.meta.url,
);

/**
 * The probability of success of each test row, predicted by trees learnt from the training rows (Friedman 2001, Greedy
 * function approximation: a gradient boosting machine; the assessor of the thesis on common sense, 5.3). Features are
 * rounded to single precision. The same rows in the same order give the same numbers.
 *
 * The library is `ydf-training` (Guillame-Bert et al. 2023, Yggdrasil Decision Forests), Apache 2.0, with its default
 * settings: up to 300 trees of depth 6, learning rate 0.1, and a tenth of the training rows for early stopping. It runs
 * in a thread of its own, in Node only.
 *
 * @param file the script of the thread
 * @throws EvaluationError when the library is not installed, no feature varies, all outcomes are the same, or the
 *   library fails
 */
export async function predictBoostedTrees(
  training: TrainingSet,
  test: Features,
  file: URL = WORKER,
): Promise<Float64Array> {
  if (test.rows === 0) return new Float64Array(0);
  const { features, outcomes } = training;
  if (features.names.length === 0) {
    throw new EvaluationError(
      'No demand varies among the training rows, so trees have nothing to split on.',
      'Compare with the aggregate alone, or train on other rows.',
    );
  }
  requireBothOutcomes(outcomes, 'boosted trees');
  const answer = await inThread({ training, test }, file);
  switch (answer.kind) {
    case 'probabilities':
      return answer.probabilities;
    case 'absent':
      throw new EvaluationError(
        `Boosted trees need the package \`${BOOSTED_TREES_PACKAGE}\`, which is not installed.`,
        `Install it beside Theodolite with \`npm install ${BOOSTED_TREES_PACKAGE}\`, or leave this baseline out.`,
      );
    case 'failure':
      throw failed(answer.message);
  }
}

function inThread(task: BoostedTreesTask, file: URL): Promise<BoostedTreesAnswer> {
  return new Promise((resolve, reject) => {
    // Discard its output: the library prints progress.
    const worker = new Worker(file, { workerData: task, execArgv: [], stdout: true, stderr: true });
    worker.once('message', (answer: BoostedTreesAnswer) => {
      resolve(answer);
      void worker.terminate();
    });
    worker.once('error', (error) => reject(failed(error.message)));
    // After a message the promise is already settled.
    worker.once('exit', (status) => reject(failed(`its thread ended with status ${status}`)));
  });
}

function failed(why: string): EvaluationError {
  return new EvaluationError(
    `The library for boosted trees failed: ${why}.`,
    'Leave this baseline out, or train on fewer rows.',
  );
}
