/** A stored fit as a command opens it, with the layout that `--layout` gives where the folder has no module. */
import { openFit } from '../stored/open-fit.ts';
import type { StoredFit } from '../stored/stored-fit.ts';
import { openLayout } from './open-layout.ts';

/**
 * @param layout the path of the layout or module to predict with, where it is not the folder's own. Its choices are those of the fit
 * @throws FileError or HostError as `openFit` does, and Failure as `openLayout` does
 */
export function openStoredFit(folder: string, layout?: string): Promise<StoredFit> {
  if (layout === undefined) return openFit(folder);
  return openFit(folder, {
    layout: async ({ choices }) => {
      const { manifest, module } = await openLayout(layout, choices, { builtHasChoices: true });
      return { manifest, module: async (columns) => (await module(columns, { predicts: true })).loaded };
    },
  });
}
