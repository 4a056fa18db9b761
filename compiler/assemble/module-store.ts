/** The store of compiled modules, so that the same texts are not compiled twice. */
import { isNode } from '../../module/platform.ts';
import { BUILD } from '../package-file.ts';
import type { ModuleStore } from './node/module-store.ts';

/** The digest of the compiler that runs; null where its modules are not stored. */
let running: string | null = BUILD;

/**
 * Says which compiler runs from its sources, by a digest of all that determines a module besides its generated code, so
 * that the modules it makes are stored; with null they are not. Tests do, for as long as one run of them takes.
 */
export function storeModulesOf(build: string | null): void {
  running = build;
}

/**
 * The store that the environment names, or null. There is none in a page, nor when the compiler runs from its sources,
 * since these may change while a stored module does not. The build of the compiler is part of the key.
 */
export async function openModuleStore(): Promise<ModuleStore | null> {
  if (running === null) return null;
  const build = running;
  // The package's `browser` field keeps Node's version out of bundles for pages.
  const platform = isNode() ? await import('./node/module-store.ts') : await import('./web/module-store.ts');
  const store = platform.openModuleStore();
  if (store === null) return null;
  return {
    read: (texts) => store.read([build, ...texts]),
    write: (texts, module) => store.write([build, ...texts], module),
  };
}
