/** The thread that learns trees and predicts. The library's memory is freed when the thread ends. */
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Features } from '../baselines/features.ts';
import { TREES_PACKAGE, type TreesAnswer, type TreesTask } from './trees-task.ts';

/**
 * The part of `ydf-training` that is used here; the package has no types. Predictions are probabilities of the second
 * class of the label, or of a regression its expected values.
 */
interface Ydf {
  readonly GradientBoostedTreesLearner: Learner;
  readonly RandomForestLearner: Learner;
}
type Learner = new (
  label: string,
  task: 'CLASSIFICATION' | 'REGRESSION',
) => { train(columns: Readonly<Record<string, readonly (number | string)[]>>): Model };
interface Model {
  getLabelClasses(): string[];
  predict(columns: Readonly<Record<string, readonly (number | string)[]>>): number[];
}

const LABEL = 'outcome';
const CLASSES = ['failure', 'success'] as const;

async function answer({ kind, isRegression, training, test }: TreesTask): Promise<TreesAnswer> {
  const open = library();
  if (open === null) return { kind: 'absent' };
  const ydf = await open();
  const Learner = kind === 'random forest' ? ydf.RandomForestLearner : ydf.GradientBoostedTreesLearner;
  if (isRegression) {
    const model = new Learner(LABEL, 'REGRESSION').train({
      ...columnsOf(training.features),
      [LABEL]: Array.from(training.outcomes),
    });
    return { kind: 'probabilities', probabilities: Float64Array.from(model.predict(columnsOf(test))) };
  }
  const model = new Learner(LABEL, 'CLASSIFICATION').train({
    ...columnsOf(training.features),
    [LABEL]: Array.from(training.outcomes, (outcome) => CLASSES[outcome === 1 ? 1 : 0]),
  });
  // The more frequent class comes first.
  const isSuccess = model.getLabelClasses()[1] === 'success';
  const predicted = Float64Array.from(model.predict(columnsOf(test)));
  return { kind: 'probabilities', probabilities: isSuccess ? predicted : predicted.map((p) => 1 - p) };
}

/** Opens the library; null where it is not installed. */
function library(): (() => Promise<Ydf>) | null {
  const require = createRequire(import.meta.url);
  try {
    return require(TREES_PACKAGE);
  } catch (error) {
    if ((error as { code?: string }).code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/**
 * One column per feature, named by its number, since a feature's own name could equal that of the label. Categories are
 * text, of which the library makes sets of levels to split on.
 */
function columnsOf({ columns }: Features): Record<string, (number | string)[]> {
  return Object.fromEntries(
    columns.map((column, feature) => [
      `feature ${feature}`,
      column.kind === 'demand'
        ? Array.from(column.values)
        : Array.from(column.values, (level) => `level ${level}`),
    ]),
  );
}

const port = parentPort!;
// What the library throws may be a number, the address of an exception in its own memory.
answer(workerData as TreesTask).then(
  (found) => port.postMessage(found),
  (error: unknown) =>
    port.postMessage({
      kind: 'failure',
      message: error instanceof Error ? error.message : `status ${String(error)}`,
    } satisfies TreesAnswer),
);
