/** Where compiled modules are kept, so that the same texts are not compiled twice. */
import { isNode } from '../../module/platform.ts';
import { BUILD } from '../package-file.ts';
import type { ModuleStore } from './node/module-store.ts';

/**
 * The store that the environment names, or null: in a page there is none, nor where the compiler runs from its sources, since these may
 * change while a module stays. The texts that are asked for are counted with the build that compiles them.
 */
export async function openModuleStore(): Promise<ModuleStore | null> {
  if (BUILD === null) return null;
  const build = BUILD;
  // The package's `browser` field takes Node's out of bundles for pages.
  const platform = isNode() ? await import('./node/module-store.ts') : await import('./web/module-store.ts');
  const store = platform.openModuleStore();
  if (store === null) return null;
  return {
    read: (texts) => store.read([build, ...texts]),
    write: (texts, module) => store.write([build, ...texts], module),
  };
}
