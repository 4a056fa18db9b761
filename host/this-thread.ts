/** Chains and scouts on the thread that asks for them, which gives way to other work between pieces. */
import { type ChainDraws, runChain } from './chain.ts';
import type { ChainTask, ScoutTask } from './chain-pool.ts';
import { stopIfAborted } from './host-error.ts';
import { bindSampler, type ScoutReport } from './sampler-instance.ts';
import { scoutAs } from './scout.ts';

/** @throws HostError as `ChainPool.run` does. */
export async function runHere(
  task: ChainTask,
  onProgress: (done: number) => void,
  signal: AbortSignal | undefined,
): Promise<ChainDraws> {
  stopIfAborted(signal);
  const chain = runChain(await bindSampler(task.loaded, task), task.plan);
  for (;;) {
    const piece = chain.next();
    if (piece.done === true) return piece.value;
    onProgress(piece.value);
    await new Promise((resolve) => setTimeout(resolve));
    stopIfAborted(signal);
  }
}

/** @throws HostError as `ChainPool.scout` does. */
export async function scoutHere(task: ScoutTask, signal: AbortSignal | undefined): Promise<ScoutReport[]> {
  stopIfAborted(signal);
  const reports = await scoutAs(await bindSampler(task.loaded, task), task.scouting);
  await new Promise((resolve) => setTimeout(resolve));
  return reports;
}
