/** Opens the pool of the platform: threads in Node, web workers in a page. */

import { isNode } from '../module/platform.ts';
import type { ChainPool } from './chain-pool.ts';

/**
 * A pool of workers for the `pool` option of `fit` and `sample`; keep it for several fits and close it after the last.
 *
 * @param workers the maximum number; by default the number that the machine can run at once, which is also the upper
 * limit
 * @param script the location of the worker's code, if it is not where the package puts it; see docs/guides/browser.md
 */
export async function openWorkers(workers?: number, script?: URL | string): Promise<ChainPool> {
  // Each is loaded only where it is used. The package's `browser` field removes Node's from bundles for pages.
  const platform = isNode() ? await import('./node/worker-pool.ts') : await import('./web/worker-pool.ts');
  return platform.openWorkers(workers, script);
}
