/**
 * Reads the package's own files that every compilation needs: the prelude, the runtime's AssemblyScript and asc's
 * options.
 */
import { existsSync, readFileSync } from 'node:fs';

/** The prelude: linking functions written in the language itself. */
export const PRELUDE = 'stdlib-layouts/prelude.ml';

/**
 * A digest of everything that determines a module besides its generated code; null in development, where any of it may
 * change.
 */
export const BUILD: string | null = null;

const cache = new Map<string, string | null>();

/**
 * The text of `asconfig.json`, of the prelude or of a file below `runtime/`, by its path in the package; null if there
 * is none.
 */
export function packageFile(path: string): string | null {
  if (path !== 'asconfig.json' && path !== PRELUDE && !path.startsWith('runtime/')) return null;
  const known = cache.get(path);
  if (known !== undefined) return known;
  const url = new URL(path, packageFolder());
  const text = existsSync(url) ? readFileSync(url, 'utf8') : null;
  cache.set(path, text);
  return text;
}

/** This file runs from the package's folder in development, and from `dist` below it when installed. */
function packageFolder(): URL {
  for (const up of ['../', '../../']) {
    const folder = new URL(up, import.meta.url);
    if (existsSync(new URL('runtime/module.ts', folder))) return folder;
  }
  throw new Error('the package is incomplete: its runtime folder is missing');
}
