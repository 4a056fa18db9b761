/** A page has no environment that could name a folder of modules. */
import type { ModuleStore } from '../module-store.ts';

export function openModuleStore(): ModuleStore | null {
  return null;
}
