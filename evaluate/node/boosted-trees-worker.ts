/** The thread in which XGBoost learns once and predicts: its memory, which it never gives back, ends with it. */
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Features } from '../baselines/features.ts';
import type { BoostedTreesAnswer, BoostedTreesTask } from './boosted-trees-task.ts';

/** What is used of `ml-xgboost`, which declares no types. */
interface Booster {
  train(rows: readonly (readonly number[])[], outcomes: readonly number[]): void;
  predict(rows: readonly (readonly number[])[]): number[];
}
type BoosterClass = new (options: Readonly<Record<string, string | number>>) => Booster;

/** Nothing is drawn at random, so that no seed is needed: each tree sees every row and every feature. */
const WITHOUT_CHANCE = { booster: 'gbtree', objective: 'binary:logistic', subsample: 1, colsample_bytree: 1 };

async function answer({ training, test, settings }: BoostedTreesTask): Promise<BoostedTreesAnswer> {
  const XGBoost: BoosterClass = await createRequire(import.meta.url)('ml-xgboost');
  const booster = new XGBoost({ ...WITHOUT_CHANCE, ...settings, silent: 1 });
  booster.train(rowsOf(training.features), Array.from(training.outcomes));
  return { kind: 'probabilities', probabilities: Float64Array.from(booster.predict(rowsOf(test))) };
}

function rowsOf({ values, rows, names }: Features): number[][] {
  const size = names.length;
  return Array.from({ length: rows }, (_, row) => Array.from(values.subarray(row * size, (row + 1) * size)));
}

const port = parentPort!;
// What the library throws may be a number, the address of an exception in its own memory.
answer(workerData as BoostedTreesTask).then(
  (found) => port.postMessage(found),
  (error: unknown) =>
    port.postMessage({
      kind: 'failure',
      message: error instanceof Error ? error.message : `status ${String(error)}`,
    } satisfies BoostedTreesAnswer),
);
