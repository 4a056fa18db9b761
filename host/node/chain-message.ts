/** What a pool of Node worker threads and its workers say to each other. */
import type { ChainDraws } from '../chain.ts';
import type { HostErrorKind } from '../host-error.ts';

/** From a worker; a task (`ChainTask`) goes to it. Each task is answered by progress, then by draws or a failure. */
export type ChainMessage =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'draws'; readonly draws: ChainDraws }
  | {
      readonly kind: 'failure';
      readonly error: { readonly kind: HostErrorKind; readonly message: string; readonly remedy: string };
    };
