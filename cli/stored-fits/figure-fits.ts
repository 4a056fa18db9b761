/** Stored fits as figures take them: named so that they can be told apart, and of one layout. */

import { readSamplerColumns } from '../../files/fits/read-sampler-columns.ts';
import type { StoredFit } from '../../files/fits/stored-fit.ts';
import { latentBounds } from '../../host/latent-bounds.ts';
import type { ManifestLatent } from '../../module/manifest.ts';
import type { FigureFit, ShownFit } from '../../reporting/figures/data/figure-fit.ts';
import { badInput } from '../failure.ts';
import { listNames } from '../words.ts';
import { fitFolders } from './fit-folders.ts';
import { subjectOf } from './folder-name.ts';
import { openStoredFit } from './open-stored-fit.ts';
import { type StoredLayout, storedPriors } from './stored-priors.ts';
import { tellVerdict } from './stored-verdict.ts';

export interface FigureFitsOptions {
  /** The layout, where folders have no module. */
  readonly layout?: string;
  /** Whether the sampler's columns are wanted, too. */
  readonly sampler?: boolean;
}

/** A stored fit with what figures are made of it. */
export interface OpenFigureFit {
  readonly stored: StoredFit;
  readonly fit: FigureFit;
}

/**
 * Opens the folders of fits, and those below a folder of several. What was said of a fit that did not converge is said again.
 *
 * @throws FileError, HostError or Failure, also when the fits are of different layouts
 */
export async function openFigureFits(
  paths: readonly string[],
  { layout, sampler = false }: FigureFitsOptions = {},
): Promise<OpenFigureFit[]> {
  const folders = fitFolders(paths);
  const names = namesOf(folders);
  const opened: OpenFigureFit[] = [];
  for (const [place, folder] of folders.entries()) {
    const stored = await openStoredFit(folder, layout);
    checkAlike(opened[0]?.stored, stored);
    tellVerdict(stored, 'what a figure shows of it');
    const columns = sampler ? await readSamplerColumns(folder, stored.summary) : null;
    const fit = { ...figureFitOf(stored, names[place]!), sampler: columns };
    opened.push({ stored, fit: { ...fit, ends: await endsIn(stored, fit) } });
  }
  return opened;
}

/** One fit, of a path that is its folder and not that of several. */
export async function openFigureFit(path: string, options: FigureFitsOptions = {}): Promise<OpenFigureFit> {
  const opened = await openFigureFits([path], options);
  if (opened.length === 1) return opened[0]!;
  const names = opened.map(({ fit }) => fit.name);
  throw badInput(
    `${path} holds the fits of ${listNames(names)}, and this figure is of one.`,
    `Give its folder: ${opened[0]!.stored.folder}.`,
  );
}

function figureFitOf(stored: StoredFit, name: string): Omit<FigureFit, 'ends' | 'sampler'> {
  const { manifest, parameters, fitted, summary } = stored;
  return {
    name,
    manifest,
    parameters,
    draws: fitted.draws,
    failed: summary.status === 'failed',
    levels: fitted.levels,
    statistics: fitted.statistics,
    layoutText: summary.made?.layout.text ?? null,
    choices: summary.choices ?? {},
  };
}

/**
 * Where values end, by the priors at the data where only they say it; that takes the compiler.
 *
 * @param stored the fit where it was stored; null of one that has just been made
 * @throws as `storedPriors` does of one that was stored
 */
export async function endsIn(
  stored: StoredLayout | null,
  fit: Omit<ShownFit, 'ends'>,
): Promise<FigureFit['ends']> {
  const isKnown = (latent: ManifestLatent) => {
    const { lo, hi } = latentBounds(latent);
    const ends = { lower: lo, positive: lo, upper: hi, interval: lo === null ? null : hi };
    return ends[latent.transform as keyof typeof ends] !== null;
  };
  if (fit.manifest.latents.every(isKnown)) return new Map();
  if (stored !== null) return (await storedPriors(stored, fit)) ?? new Map();
  const { priorsOf } = await import('../../reporting/figures/data/priors.ts');
  return priorsOf(fit) ?? new Map();
}

/** The names of the folders, or their paths as they were given where two have the same. */
export function namesOf(folders: readonly string[]): string[] {
  const names = folders.map(subjectOf);
  return new Set(names).size === names.length ? names : [...folders];
}

/** What is stored in a folder, and of which layout. */
type Alike = Pick<StoredFit, 'folder' | 'manifest'>;

/** @throws Failure (input) unless both have the same parameters, up to the levels of categories */
export function checkAlike(first: Alike | undefined, other: Alike): void {
  if (first === undefined || first.manifest.meaning === other.manifest.meaning) return;
  throw badInput(
    `${first.folder} and ${other.folder} are fits of different layouts, \`${first.manifest.layout}\` and \`${other.manifest.layout}\`.`,
    'Draw fits of one layout together, and the others by themselves.',
  );
}
