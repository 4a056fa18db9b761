/** A worker's work, on every platform: one chain, or some scouts, for the pool that started it. */

import { HostError } from '../module/host-error.ts';
import { chainBroke, runChain } from './chain.ts';
import type { ChainMessage, ChainTask, ScoutTask, Task } from './chain-message.ts';
import type { ChainDraws } from './draws.ts';
import { bindSampler } from './sampler-instance.ts';
import { scoutAs, scoutBroke } from './scout.ts';

/** Posts a message to the pool; the memory in `moved` goes with it and is not copied. */
export type Post = (message: ChainMessage, moved: ArrayBuffer[]) => void;

/** Does a task, and posts what came of it last. Never throws. */
export async function serveTask(task: Task, post: Post): Promise<void> {
  const answer = await ('plan' in task ? serveChain(task, post) : serveScouts(task));
  post(answer, answer.kind === 'draws' ? buffersOf(answer.draws) : []);
}

async function serveChain(task: ChainTask, post: Post): Promise<ChainMessage> {
  const { loaded, plan } = task;
  try {
    const chain = runChain(await bindSampler(loaded, task), plan);
    for (;;) {
      const piece = chain.next();
      if (piece.done === true) return { kind: 'draws', draws: piece.value };
      post({ kind: 'progress', done: piece.value }, []);
    }
  } catch (error) {
    return failure(error instanceof HostError ? error : chainBroke(plan.chain, error));
  }
}

async function serveScouts(task: ScoutTask): Promise<ChainMessage> {
  try {
    return { kind: 'reports', reports: await scoutAs(await bindSampler(task.loaded, task), task.scouting) };
  } catch (error) {
    return failure(error instanceof HostError ? error : scoutBroke(error));
  }
}

function failure({ kind, message, remedy }: HostError): ChainMessage {
  return { kind: 'failure', error: { kind, message, remedy } };
}

function buffersOf({ latents, lp, energy }: ChainDraws): ArrayBuffer[] {
  return [...latents, lp, energy].map((series) => series.buffer as ArrayBuffer);
}
