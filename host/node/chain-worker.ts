/** The worker thread: runs one chain at a time for the pool that started it. */
import { parentPort } from 'node:worker_threads';
import { chainBroke, runChain } from '../chain.ts';
import type { ChainTask } from '../chain-pool.ts';
import { HostError } from '../host-error.ts';
import { bindInstance } from '../instance.ts';
import type { ChainMessage } from './chain-message.ts';

async function work({ loaded, columns, plan }: ChainTask): Promise<ChainMessage> {
  try {
    const chain = runChain(await bindInstance(loaded, columns), plan);
    for (;;) {
      const piece = chain.next();
      if (piece.done === true) return { kind: 'draws', draws: piece.value };
      post({ kind: 'progress', done: piece.value });
    }
  } catch (error) {
    const { kind, message, remedy } = error instanceof HostError ? error : chainBroke(plan.chain, error);
    return { kind: 'failure', error: { kind, message, remedy } };
  }
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

parentPort!.on('message', async (task: ChainTask) => post(await work(task)));
