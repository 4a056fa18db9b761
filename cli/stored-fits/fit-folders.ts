/** The folders of fits that a command line names: each itself, or all fits below the folder of a whole run. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isFitFolder } from '../../files/fits/read-summary.ts';
import { orderLevels } from '../../module/levels.ts';

/** Those below in the order of their names, agent2 before agent10. A path that is neither stays, so that whoever opens it says what is wrong. */
export function fitFolders(paths: readonly string[]): string[] {
  const folders = paths.flatMap((path) => {
    if (!existsSync(path) || !statSync(path).isDirectory() || isFitFolder(path)) return [path];
    const below = orderLevels(
      readdirSync(path)
        .map((name) => join(path, name))
        .filter(isFitFolder),
    );
    return below.length === 0 ? [path] : below;
  });
  return [...new Set(folders)];
}
