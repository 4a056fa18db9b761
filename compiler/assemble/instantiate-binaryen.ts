/**
 * Instantiates Binaryen, asc's WebAssembly back end, from a file of bytes. Its own package holds the bytes as 13 MB of
 * JavaScript, which take longer to parse than a layout takes to compile; `scripts/vendor-assemblyscript.mjs` makes
 * `dist/vendor` call this instead.
 */

import { isNode } from '../../module/platform.ts';
import type { InstantiateWasm } from './web/instantiate-binaryen.ts';

/** Returns the function that instantiates the file's bytes. */
export async function instantiateBinaryen(file: URL): Promise<InstantiateWasm> {
  // The package's `browser` field keeps Node's version out of bundles for pages.
  const platform = isNode()
    ? await import('./node/instantiate-binaryen.ts')
    : await import('./web/instantiate-binaryen.ts');
  return platform.instantiateBinaryen(file);
}
