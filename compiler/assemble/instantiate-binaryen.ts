/**
 * Binaryen, the part of asc that is WebAssembly itself, from a file of bytes. Its own package holds the bytes as 13 MB of
 * JavaScript that takes longer to read than a layout to compile; `scripts/vendor-assemblyscript.mjs` writes `dist/vendor`, which
 * calls this instead.
 */

import { isNode } from '../../module/platform.ts';
import type { InstantiateWasm } from './web/instantiate-binaryen.ts';

/** Makes the bytes of the file ready to be instantiated. */
export async function instantiateBinaryen(file: URL): Promise<InstantiateWasm> {
  // The package's `browser` field takes Node's out of bundles for pages.
  const platform = isNode()
    ? await import('./node/instantiate-binaryen.ts')
    : await import('./web/instantiate-binaryen.ts');
  return platform.instantiateBinaryen(file);
}
