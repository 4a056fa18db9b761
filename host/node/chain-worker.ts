/** The worker thread: runs one chain, or some scouts, at a time for the pool that started it. */
import { parentPort } from 'node:worker_threads';
import { chainBroke, runChain } from '../chain.ts';
import type { ChainTask, ScoutTask } from '../chain-pool.ts';
import { HostError } from '../host-error.ts';
import { bindInstance } from '../instance.ts';
import { runScouts, scoutBroke } from '../scout.ts';
import type { ChainMessage } from './chain-message.ts';

async function work({ loaded, columns, counts, plan }: ChainTask): Promise<ChainMessage> {
  try {
    const chain = runChain(await bindInstance(loaded, columns, counts), plan);
    for (;;) {
      const piece = chain.next();
      if (piece.done === true) return { kind: 'draws', draws: piece.value };
      post({ kind: 'progress', done: piece.value });
    }
  } catch (error) {
    return failure(error instanceof HostError ? error : chainBroke(plan.chain, error));
  }
}

async function workScouts({ loaded, columns, counts, scouting }: ScoutTask): Promise<ChainMessage> {
  try {
    return { kind: 'reports', reports: runScouts(await bindInstance(loaded, columns, counts), scouting) };
  } catch (error) {
    return failure(error instanceof HostError ? error : scoutBroke(error));
  }
}

function failure({ kind, message, remedy }: HostError): ChainMessage {
  return { kind: 'failure', error: { kind, message, remedy } };
}

function post(message: ChainMessage): void {
  // Draws are moved, not copied.
  const moved =
    message.kind === 'draws'
      ? [...message.draws.latents, message.draws.lp, message.draws.energy].map(
          (series) => series.buffer as ArrayBuffer,
        )
      : [];
  parentPort!.postMessage(message, moved);
}

parentPort!.on('message', async (task: ChainTask | ScoutTask) =>
  post(await ('plan' in task ? work(task) : workScouts(task))),
);
