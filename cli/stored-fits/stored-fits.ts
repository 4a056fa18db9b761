/** The folders of fits that a command line names, and how a command opens them. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { FitSummary } from '../../files/fits/fit-summary.ts';
import { openEstimate, type StoredEstimate } from '../../files/fits/open-estimate.ts';
import { type OpenFitOptions, openFit } from '../../files/fits/open-fit.ts';
import { isFitFolder } from '../../files/fits/read-summary.ts';
import type { FittedLayout, StoredFit } from '../../files/fits/stored-fit.ts';
import { orderLevels } from '../../module/levels.ts';
import { openLayout } from '../inputs/open-layout.ts';

/**
 * Folders below are sorted by name, agent2 before agent10. A path that is neither is kept, so that opening it reports
 * what is wrong.
 */
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

/**
 * The column whose results are in a folder, decoded from the folder's name; the name itself if `folderNames` cannot
 * have made it.
 */
export function subjectOf(folder: string): string {
  const name = basename(resolve(folder));
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * @param layout the path of the layout or module to predict with, if it is not the folder's own. Its choices are those
 * of the fit
 * @throws FileError or HostError as `openFit` does, and Failure as `openLayout` does
 */
export function openStoredFit(
  folder: string,
  layout?: string,
  options: Pick<OpenFitOptions, 'sampler'> = {},
): Promise<StoredFit> {
  return openFit(folder, layout === undefined ? options : { ...options, layout: layoutOf(layout) });
}

/** The same for a point estimate; null if the folder holds a sampled fit. */
export function openStoredEstimate(folder: string, layout?: string): Promise<StoredEstimate | null> {
  return openEstimate(folder, layout === undefined ? undefined : layoutOf(layout));
}

function layoutOf(path: string): (summary: Pick<FitSummary, 'choices'>) => Promise<FittedLayout> {
  return async ({ choices }) => {
    const { manifest, module } = await openLayout(path, choices, { builtHasChoices: true });
    return { manifest, module: async (columns) => (await module(columns, { predicts: true })).loaded };
  };
}
