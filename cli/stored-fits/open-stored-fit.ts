/** A stored fit as a command opens it, with the layout that `--layout` gives where the folder has no module. */
import type { FitSummary } from '../../files/fits/fit-summary.ts';
import { openEstimate, type StoredEstimate } from '../../files/fits/open-estimate.ts';
import { openFit } from '../../files/fits/open-fit.ts';
import type { FittedLayout, StoredFit } from '../../files/fits/stored-fit.ts';
import { openLayout } from '../inputs/open-layout.ts';

/**
 * @param layout the path of the layout or module to predict with, where it is not the folder's own. Its choices are those of the fit
 * @throws FileError or HostError as `openFit` does, and Failure as `openLayout` does
 */
export function openStoredFit(folder: string, layout?: string): Promise<StoredFit> {
  if (layout === undefined) return openFit(folder);
  return openFit(folder, { layout: layoutOf(layout) });
}

/** The same of a point estimate; null where the folder holds a fit that was sampled. */
export function openStoredEstimate(folder: string, layout?: string): Promise<StoredEstimate | null> {
  return openEstimate(folder, layout === undefined ? undefined : layoutOf(layout));
}

function layoutOf(path: string): (summary: Pick<FitSummary, 'choices'>) => Promise<FittedLayout> {
  return async ({ choices }) => {
    const { manifest, module } = await openLayout(path, choices, { builtHasChoices: true });
    return { manifest, module: async (columns) => (await module(columns, { predicts: true })).loaded };
  };
}
