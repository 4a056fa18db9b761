/** What a pool and its workers say to each other, on every platform. */
import type { ChainDraws } from './chain.ts';
import type { ChainTask, ScoutTask } from './chain-pool.ts';
import type { HostErrorKind } from './host-error.ts';
import type { ScoutReport } from './sampler-instance.ts';

/** To a worker, one at a time. */
export type Task = ChainTask | ScoutTask;

/** From a worker. A `ChainTask` is answered by progress, then by draws or a failure; a `ScoutTask` by reports or one. */
export type ChainMessage =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'draws'; readonly draws: ChainDraws }
  | { readonly kind: 'reports'; readonly reports: readonly ScoutReport[] }
  | {
      readonly kind: 'failure';
      readonly error: { readonly kind: HostErrorKind; readonly message: string; readonly remedy: string };
    };
