/** Opens the pool of the platform: threads in Node, web workers in a page. */

import { isNode } from '../module/platform.ts';
import type { ChainPool } from './chain-pool.ts';

/**
 * A pool of workers for the `pool` option of `fit` and `sample`, to be kept for several fits and closed after the last.
 *
 * @param workers how many at most; by default, and never more than, as many as the machine runs at once
 * @param script where the worker's code is, where it is not where the package puts it; see docs/browser.md
 */
export async function openWorkers(workers?: number, script?: URL | string): Promise<ChainPool> {
  // Each is loaded only where it is used. The package's `browser` field takes Node's out of bundles for pages.
  const platform = isNode() ? await import('./node/worker-pool.ts') : await import('./web/worker-pool.ts');
  return platform.openWorkers(workers, script);
}
