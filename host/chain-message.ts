/** The messages between a pool and its workers, on every platform. */

import type { HostErrorKind } from '../module/host-error.ts';
import type { ChainDraws, ChainPlan } from './draws.ts';
import type { LoadedModule } from './load.ts';
import type { Rows } from './rows.ts';
import type { ScoutReport } from './sampler-instance.ts';
import type { ScoutRequest } from './scout.ts';
import type { SharedBoard } from './shards/board.ts';

/** To a worker, one at a time. */
export type Task = ChainTask | ScoutTask | HelpTask;

/**
 * From a worker. A `ChainTask` is answered by progress, then by draws or a failure; a `ScoutTask` by reports or a
 * failure. If rows are divided into shards, the first answer is the board on which other workers can help. A `HelpTask`
 * is answered when it is finished.
 */
export type ChainMessage =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'draws'; readonly draws: ChainDraws }
  | { readonly kind: 'reports'; readonly reports: readonly ScoutReport[] }
  | { readonly kind: 'board'; readonly board: SharedBoard }
  | { readonly kind: 'helped' }
  | {
      readonly kind: 'failure';
      readonly error: { readonly kind: HostErrorKind; readonly message: string; readonly remedy: string };
    };

/** One chain's work, on columns in the manifest's order. */
export interface ChainTask extends Rows {
  readonly loaded: LoadedModule;
  readonly plan: ChainPlan;
}

/** The work of some scouts, ascents or ways, on columns in the manifest's order. */
export interface ScoutTask extends Rows {
  readonly loaded: LoadedModule;
  readonly scouting: ScoutRequest;
}

/** Help with the shards of another worker's task, on the same columns. */
export interface HelpTask extends Rows {
  readonly loaded: LoadedModule;
  readonly board: SharedBoard;
}
