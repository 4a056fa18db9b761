/** The assessor: gradient-boosted trees on the same demands, by XGBoost compiled to WebAssembly. */
import { Worker } from 'node:worker_threads';
import type { Features, TrainingSet } from '../baselines/features.ts';
import { EvaluationError } from '../evaluation-error.ts';
import type { BoostedTreesAnswer, BoostedTreesSettings, BoostedTreesTask } from './boosted-trees-task.ts';

/** Those of scikit-learn's `GradientBoostingClassifier` where it has the like (100 trees, depth 3, rate 0.1), otherwise XGBoost's own. */
export const BOOSTED_TREES: BoostedTreesSettings = {
  iterations: 100,
  max_depth: 3,
  eta: 0.1,
  lambda: 1,
  min_child_weight: 1,
};

/** The thread's file beside this one: JavaScript when built, TypeScript when a loader runs the sources. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './boosted-trees-worker.ts' : './boosted-trees-worker.js',
  import.meta.url,
);

/** The library passes a table through a stack of 5 MiB. */
const MOST_BYTES = 4 * 2 ** 20;

/**
 * The probability of success of each test row, by trees that learnt from the training rows (Chen & Guestrin 2016, XGBoost: a scalable tree
 * boosting system; the assessor of the thesis on common sense, 5.3). Features are taken in single precision. The
 * same rows in the same order give the same numbers; nothing is drawn at random.
 *
 * The library is `ml-xgboost`, XGBoost itself as of 2018, Apache 2.0. It is loaded in a thread of its own when this is called, and Node alone can.
 *
 * @param file of the thread
 * @throws EvaluationError when no feature varies, there are too many rows for the library, or it fails
 */
export async function predictBoostedTrees(
  training: TrainingSet,
  test: Features,
  settings: BoostedTreesSettings = BOOSTED_TREES,
  file: URL = WORKER,
): Promise<Float64Array> {
  if (test.rows === 0) return new Float64Array(0);
  const { names, rows } = training.features;
  if (names.length === 0) {
    throw new EvaluationError(
      'No demand varies among the training rows, so that trees have nothing to ask for.',
      'Compare with the aggregate alone, or train on other rows.',
    );
  }
  if (rows * (names.length + 1) * Float32Array.BYTES_PER_ELEMENT > MOST_BYTES) {
    throw new EvaluationError(
      `${rows} training rows of ${names.length} features are more than the library for boosted trees can take.`,
      `Train on at most ${Math.floor(MOST_BYTES / Float32Array.BYTES_PER_ELEMENT / (names.length + 1))} rows, or leave this baseline out.`,
    );
  }
  const answer = await inThread({ training, test, settings }, file);
  if (answer.kind === 'failure') throw failed(answer.message);
  return answer.probabilities;
}

function inThread(task: BoostedTreesTask, file: URL): Promise<BoostedTreesAnswer> {
  return new Promise((resolve, reject) => {
    // Its output is dropped: the library warns of how it was loaded before it does what works, and says nothing else.
    const worker = new Worker(file, { workerData: task, execArgv: [], stdout: true, stderr: true });
    worker.once('message', (answer: BoostedTreesAnswer) => {
      resolve(answer);
      void worker.terminate();
    });
    worker.once('error', (error) => reject(failed(error.message)));
    // After a message this comes too late to matter.
    worker.once('exit', (status) => reject(failed(`its thread ended with status ${status}`)));
  });
}

function failed(why: string): EvaluationError {
  return new EvaluationError(
    `The library for boosted trees failed: ${why}.`,
    'Leave this baseline out, or train on fewer rows.',
  );
}
