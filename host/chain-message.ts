/** What a pool and its workers say to each other, on every platform. */

import type { HostErrorKind } from '../module/host-error.ts';
import type { ChainDraws, ChainPlan } from './draws.ts';
import type { LoadedModule } from './load.ts';
import type { Rows } from './rows.ts';
import type { ScoutReport } from './sampler-instance.ts';
import type { ScoutRequest } from './scout.ts';

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

/** One chain's work, on columns in the manifest's order. */
export interface ChainTask extends Rows {
  readonly loaded: LoadedModule;
  readonly plan: ChainPlan;
}

/** Some scouts', ascents' or ways' work, on columns in the manifest's order. */
export interface ScoutTask extends Rows {
  readonly loaded: LoadedModule;
  readonly scouting: ScoutRequest;
}
