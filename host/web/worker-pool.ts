/** A pool of web workers. The page needs no special headers, because memory is not shared. */

import { HostError } from '../../module/host-error.ts';
import type { ChainPool } from '../chain-pool.ts';
import { type StartWorker, WorkerPool } from '../worker-pool.ts';
import { chainWorkerScript } from './chain-worker-script.ts';
import { openSender } from './task-message.ts';

/**
 * Opens a pool. Workers start when there is work, at most `workers` and never more than the machine can run at once
 * (`navigator.hardwareConcurrency`).
 *
 * @param script the location of the worker's code, for pages whose policy forbids workers made from text (`worker-src`
 * without `blob:`): the address of the package's `dist/host/web/chain-worker.js`
 */
export function openWorkers(
  workers: number = Infinity,
  script: URL | string = chainWorkerScript(),
): ChainPool {
  const most = navigator.hardwareConcurrency || 1;
  return new WorkerPool(Math.max(1, Math.min(workers, most)), startWorker(script));
}

function startWorker(script: URL | string): StartWorker {
  return (hear, lose) => {
    const worker = newWorker(script);
    const messageFor = openSender();
    let heard = false;
    worker.onmessage = ({ data }) => {
      heard = true;
      hear(data);
    };
    worker.onmessageerror = () => lose(new Error('its message cannot be read'));
    worker.onerror = (event) => {
      // An error that the pool handles need not appear on the console as well.
      event.preventDefault();
      // If the code cannot be loaded, the error is an event without a message.
      const startedNever = !heard && event.message === undefined;
      lose(startedNever ? notStarted(script) : new Error(event.message));
    };
    return {
      give: (task) => worker.postMessage(messageFor(task)),
      rest: () => undefined,
      terminate: async () => worker.terminate(),
    };
  };
}

/** @throws HostError when the engine refuses at once; others refuse by an event. */
function newWorker(script: URL | string): Worker {
  try {
    return new Worker(script, { type: 'module', name: 'theodolite' });
  } catch {
    throw notStarted(script);
  }
}

function notStarted(script: URL | string): HostError {
  const fromText = String(script).startsWith('blob:');
  return new HostError(
    'chain',
    `A worker could not be started from ${fromText ? 'text, which the policy of this page forbids' : script}.`,
    fromText
      ? 'Allow `worker-src blob:`, or give `openWorkers` the address of `dist/host/web/chain-worker.js`.'
      : 'Serve `dist/host/web/chain-worker.js` of the package there, from the origin of the page.',
  );
}
