/** The locations of the package's own files, from the sources and from `dist`. */
import { existsSync } from 'node:fs';

/** The package's folder. */
export const PACKAGE = packageFolder();

/** Stan programs and posteriors, which are beside some checkouts of the project; null if they are absent. */
export const REFERENCE = existsSync(new URL('../shared/reference/', PACKAGE))
  ? new URL('../shared/reference/', PACKAGE)
  : null;

function packageFolder(): URL {
  for (const up of ['../', '../../']) {
    const folder = new URL(up, import.meta.url);
    if (existsSync(new URL('package.json', folder))) return folder;
  }
  throw new Error('the package is incomplete: its package.json is missing');
}
