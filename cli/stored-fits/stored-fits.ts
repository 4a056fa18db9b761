/** The folders of fits that a command line names, and how a command opens them. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { FitSummary } from '../../files/fits/fit-summary.ts';
import { openEstimate, type StoredEstimate } from '../../files/fits/open-estimate.ts';
import { type OpenFitOptions, openFit } from '../../files/fits/open-fit.ts';
import { isFitFolder } from '../../files/fits/read-summary.ts';
import type { FittedLayout, StoredFit } from '../../files/fits/stored-fit.ts';
import { orderLevels } from '../../module/levels.ts';
import { openLayout } from '../inputs/open-layout.ts';

/**
 * The folders of fits, and those below a folder of several: `fit` writes RESULTS/OUTCOME, and with `--each`
 * RESULTS/LEVEL/OUTCOME. Folders below are sorted by name, agent2 before agent10. A path that is neither is kept, so
 * that opening it reports what is wrong.
 */
export function fitFolders(paths: readonly string[]): string[] {
  const folders = paths.flatMap((path) => {
    if (!isFolder(path) || isFitFolder(path)) return [path];
    const below = foldersBelow(path);
    const found = below.filter(isFitFolder);
    if (found.length > 0) return found;
    const further = below.filter(isFolder).flatMap(foldersBelow).filter(isFitFolder);
    return further.length > 0 ? further : [path];
  });
  return [...new Set(folders)];
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

function foldersBelow(path: string): string[] {
  return orderLevels(readdirSync(path).map((name) => join(path, name)));
}

/**
 * A name for each fit: of RESULTS/OUTCOME the outcome, of RESULTS/LEVEL/OUTCOME the level, with the outcome if there are
 * several; the paths if these are not distinct.
 */
export function namesOfFits(folders: readonly string[]): string[] {
  const own = folders.map(subjectOf);
  const above = folders.map((folder) => subjectOf(dirname(resolve(folder))));
  const both = own.map((name, place) => `${above[place]}, ${name}`);
  const distinct = [own, ...(new Set(own).size === 1 ? [above] : []), both].find(
    (names) => new Set(names).size === names.length,
  );
  return distinct ?? [...folders];
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
