/** Stored point estimates as figures take them. */

import type { StoredEstimate } from '../../files/fits/open-estimate.ts';
import type { FigureEstimate } from '../../reporting/figures/data/estimate-forest.ts';
import { badInput } from '../failure.ts';
import { checkAlike, endsIn, type FigureFitsOptions, namesOf } from './figure-fits.ts';
import { fitFolders } from './fit-folders.ts';
import { openStoredEstimate } from './open-stored-fit.ts';
import { tellVerdict } from './stored-verdict.ts';

/**
 * Opens the folders of estimates, and those below a folder of several; null where they hold fits that were sampled. What was said of an
 * estimate that is none is said again.
 *
 * @throws FileError, HostError or Failure, also when some are estimates and others are not, or of different layouts
 */
export async function openFigureEstimates(
  paths: readonly string[],
  { layout }: Pick<FigureFitsOptions, 'layout'> = {},
): Promise<FigureEstimate[] | null> {
  const folders = fitFolders(paths);
  const opened: StoredEstimate[] = [];
  const sampled: string[] = [];
  for (const folder of folders) {
    const stored = await openStoredEstimate(folder, layout);
    if (stored === null) sampled.push(folder);
    else opened.push(stored);
  }
  if (opened.length === 0) return null;
  if (sampled.length > 0) {
    throw badInput(
      `${opened[0]!.folder} holds a point estimate, and ${sampled[0]} a fit that was sampled.`,
      'Draw the ones and the others by themselves.',
    );
  }
  const names = namesOf(folders);
  const estimates: FigureEstimate[] = [];
  for (const [place, stored] of opened.entries()) {
    checkAlike(opened[0], stored);
    tellVerdict(stored, 'what a figure shows of it');
    const fit = figureEstimateOf(stored, names[place]!);
    estimates.push({ ...fit, ends: await endsIn(stored, fit) });
  }
  return estimates;
}

function figureEstimateOf(
  { manifest, parameters, restored, summary }: StoredEstimate,
  name: string,
): Omit<FigureEstimate, 'ends'> {
  const { method, confidence, status, made, choices = {} } = summary;
  return {
    ...{ name, manifest, parameters, method, confidence, choices, ...restored },
    estimates: summary.parameters,
    failed: status === 'failed',
    layoutText: made.layout.text ?? null,
  };
}
