/**
 * Gradients of populations whose rows several threads sum, compared with one thread. The measure is wall-clock time,
 * which other programs disturb, so rounds of both alternate and the minimum of each counts.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { HelpTask } from '../host/chain-message.ts';
import { bindAs } from '../host/instance.ts';
import { closeBoard } from '../host/shards/board.ts';
import { SharingInstance } from '../host/shards/sharing-instance.ts';
import { sketchOf } from '../module/data-sketch.ts';
import { compileAndLoad } from './bound-module.ts';
import { populations } from './populations.ts';

const ROUNDS = 60;
const ROUND_MILLISECONDS = 100;
const WORKER = new URL('../host/node/chain-worker.js', import.meta.url);

const threads = Math.max(2, Number(process.argv[2] ?? availableParallelism()));
for (const { name, source, columns, centre } of populations()) {
  const loaded = await compileAndLoad(source, sketchOf(columns));
  const rows = { columns: loaded.manifest.columns.map((column) => columns.get(column.name)!) };
  const [alone, leader] = [
    await bindAs(SharingInstance, loaded, rows),
    await bindAs(SharingInstance, loaded, rows),
  ];
  if (alone.shards === 1) {
    console.log(`${name}: not cut`);
    continue;
  }
  const board = leader.share();
  const helpers = Array.from({ length: threads - 1 }, () => {
    const helper = new Worker(WORKER);
    helper.postMessage({ loaded, ...rows, board } satisfies HelpTask);
    return helper;
  });
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const position = Float64Array.from(centre, (each, index) => each + 0.1 * Math.sin(index));
  const measure = (instance: SharingInstance) => {
    const began = performance.now();
    let gradients = 0;
    for (; performance.now() < began + ROUND_MILLISECONDS; gradients++)
      instance.logDensityUnconstrained(position);
    return (performance.now() - began) / gradients;
  };
  let [one, several] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    one = Math.min(one, measure(alone));
    several = Math.min(several, measure(leader));
  }
  closeBoard(board);
  await Promise.all(helpers.map((helper) => helper.terminate()));
  console.log(
    `${name}: ${alone.shards} shards, ${one.toFixed(3)} ms, with ${threads} threads ${several.toFixed(3)} ms, ${(one / several).toFixed(2)} times`,
  );
}
