/** Where compiled modules are kept, so that the same texts are not compiled twice. */
import { isNode } from '../../host/platform.ts';
import { BUILD } from '../package-file.ts';

/** Modules by the texts that they were compiled from. */
export interface ModuleStore {
  /** The module that was kept of the texts, as it was found; null where there is none. @throws the system's errors */
  read(texts: readonly string[]): Uint8Array | null;
  /** Keeps a module. @throws the system's errors */
  write(texts: readonly string[], module: Uint8Array): void;
}

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
