import { stopIfAborted } from '../module/host-error.ts';
import { runChain } from './chain.ts';
import type { ChainTask, ScoutTask } from './chain-message.ts';
import type { ChainDraws } from './draws.ts';
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
