/** Cleans up what killed writers left in a folder of results. */
import { basename, dirname, join } from 'node:path';
import { readStoredFiles } from './read-summary.ts';
import { settleUnfinished, unfinishedPlace } from './unfinished-files.ts';

/**
 * Files of a fit that were not yet renamed are renamed; files that belong to no fit are removed. Files of live
 * processes are kept.
 */
export function settleFolder(folder: string): void {
  const files = readStoredFiles(folder);
  const places = new Map<string, Set<string>>();
  for (const directory of [folder, join(folder, 'chains')]) places.set(directory, new Set());
  for (const [name, { sha256 }] of Object.entries(files)) {
    const place = unfinishedPlace(join(folder, name));
    const named = places.get(dirname(place)) ?? new Set();
    places.set(dirname(place), named.add(`${sha256} ${basename(place)}`));
  }
  for (const [directory, named] of places) {
    settleUnfinished(directory, (target, sha256) => named.has(`${sha256} ${target}`));
  }
}
