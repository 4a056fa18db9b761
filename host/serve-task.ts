/** A worker's work, on every platform: one chain, some scouts, or help with the shards of another's, for the pool that started it. */

import { HostError } from '../module/host-error.ts';
import { brokenTask } from './broken-task.ts';
import { runChain } from './chain.ts';
import type { ChainMessage, ChainTask, HelpTask, ScoutTask, Task } from './chain-message.ts';
import type { ChainDraws } from './draws.ts';
import { bindAs } from './instance.ts';
import type { SamplerInstance } from './sampler-instance.ts';
import { scoutAs } from './scout.ts';
import { canShare, closeBoard } from './shards/board.ts';
import { SharingInstance } from './shards/sharing-instance.ts';

/** Posts a message to the pool; the memory in `moved` is transferred, not copied. */
export type Post = (message: ChainMessage, moved: ArrayBuffer[]) => void;

/** Does a task, and posts its result last. Never throws. */
export async function serveTask(task: Task, post: Post): Promise<void> {
  const answer = await serve(task, post);
  post(answer, answer.kind === 'draws' ? buffersOf(answer.draws) : []);
}

async function serve(task: Task, post: Post): Promise<ChainMessage> {
  try {
    if ('board' in task) return await serveHelp(task);
    return await ('plan' in task ? serveChain(task, post) : serveScouts(task, post));
  } catch (error) {
    return failure(error instanceof HostError ? error : brokenTask(task, error));
  }
}

function serveChain(task: ChainTask, post: Post): Promise<ChainMessage> {
  return withHelp(task, post, async (instance) => {
    const chain = runChain(instance, task.plan);
    for (;;) {
      const piece = chain.next();
      if (piece.done === true) return { kind: 'draws', draws: piece.value };
      post({ kind: 'progress', done: piece.value }, []);
    }
  });
}

function serveScouts(task: ScoutTask, post: Post): Promise<ChainMessage> {
  return withHelp(task, post, async (instance) => ({
    kind: 'reports',
    reports: await scoutAs(instance, task.scouting),
  }));
}

/**
 * Works with an instance that has the rows of a task. If they are divided into shards, the pool is told how other
 * workers can help.
 */
async function withHelp<Result>(
  task: ChainTask | ScoutTask,
  post: Post,
  work: (instance: SamplerInstance) => Promise<Result>,
): Promise<Result> {
  const instance = await bindAs(SharingInstance, task.loaded, task);
  if (!canShare() || instance.shards === 1) return work(instance);
  const board = instance.share();
  post({ kind: 'board', board }, []);
  try {
    return await work(instance);
  } finally {
    closeBoard(board);
  }
}

async function serveHelp(task: HelpTask): Promise<ChainMessage> {
  (await bindAs(SharingInstance, task.loaded, task)).help(task.board);
  return { kind: 'helped' };
}

function failure({ kind, message, remedy }: HostError): ChainMessage {
  return { kind: 'failure', error: { kind, message, remedy } };
}

function buffersOf({ latents, lp, energy }: ChainDraws): ArrayBuffer[] {
  return [...latents, lp, energy].map((series) => series.buffer as ArrayBuffer);
}
