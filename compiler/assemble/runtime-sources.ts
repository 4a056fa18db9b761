/** The AssemblyScript that every module contains, read from the package's `runtime` folder. */
import { existsSync, readFileSync } from 'node:fs';

const cache = new Map<string, string | null>();

/** The text of a runtime file by its path below `runtime/`, such as `math/exp.ts`; null where there is none. */
export function runtimeSource(path: string): string | null {
  const known = cache.get(path);
  if (known !== undefined) return known;
  const url = new URL(path, runtimeFolder());
  const text = existsSync(url) ? readFileSync(url, 'utf8') : null;
  cache.set(path, text);
  return text;
}

/** This file runs from the package's folder in development and from `dist` below it when installed. */
function runtimeFolder(): URL {
  for (const up of ['../../runtime/', '../../../runtime/']) {
    const folder = new URL(up, import.meta.url);
    if (existsSync(new URL('module.ts', folder))) return folder;
  }
  throw new Error('the package is incomplete: its runtime folder is missing');
}
