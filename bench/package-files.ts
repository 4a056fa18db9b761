/** Where the package's own files are, from the sources and from `dist` alike. */
import { existsSync } from 'node:fs';

/** The package's folder. */
export const PACKAGE = packageFolder();

/** Programs and posteriors of Stan, which stand beside some checkouts of the project; null where they do not. */
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
