/** Stored fits and point estimates for figures: with distinct names, of one layout, and with their priors. */
import type { MarginalPrior } from '../../analysis/simulate/marginal-prior.ts';
import type { FitSummary } from '../../files/fits/fit-summary.ts';
import type { StoredEstimate } from '../../files/fits/open-estimate.ts';
import type { Provenance } from '../../files/fits/provenance.ts';
import type { StoredFit } from '../../files/fits/stored-fit.ts';
import { latentBounds } from '../../host/parameters.ts';
import type { FitBasis, Posterior } from '../../host/posterior.ts';
import { toNewColumns } from '../../host/predict/new-columns.ts';
import { predict } from '../../host/predict/predict.ts';
import { orderNewColumns } from '../../host/predict/rows.ts';
import type { ManifestLatent } from '../../module/manifest.ts';
import { listNames } from '../../module/names.ts';
import type { FigureEstimate } from '../../reporting/figures/data/estimate-forest.ts';
import type { NamedPosterior } from '../../reporting/figures/data/named-fit.ts';
import type { ValueRange } from '../../statistics/kernel-density.ts';
import { badInput, type Failure } from '../failure.ts';
import { version } from '../version.ts';
import { tellVerdict } from './fit-status.ts';
import { fitFolders, namesOfFits, openStoredEstimate, openStoredFit } from './stored-fits.ts';

interface FigureFitsOptions {
  /** The layout, for folders without a module. */
  readonly layout?: string;
  /** Whether the sampler's columns are read too. */
  readonly sampler?: boolean;
}

/** Stored draws for figures: those of a sampled fit, or of Laplace's approximation. */
export interface FigureSource
  extends Pick<StoredFit, 'folder' | 'manifest' | 'levels' | 'posterior'>,
    Pick<StoredFit, 'predict'> {
  readonly summary: Pick<FitSummary, 'status' | 'findings' | 'rows' | 'outcomes' | 'digests' | 'fitted'> & {
    readonly made?: Omit<Provenance, 'settings'> & { readonly version: string };
  };
  /** The same with the fitted rows, which some predictions of layouts with classes need. */
  withFittedRows(columns: readonly Float64Array[]): Pick<StoredFit, 'predict'>;
}

/** A stored fit, with the data for figures. */
export interface OpenFigureFit {
  readonly stored: FigureSource;
  readonly fit: NamedPosterior;
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
  const names = namesOfFits(folders);
  const opened: OpenFigureFit[] = [];
  for (const [place, folder] of folders.entries()) {
    const approximated = sampler ? null : await openApproximation(folder, place, layout);
    const stored = approximated ?? (await openStoredFit(folder, layout, { sampler }));
    checkAlike(opened[0]?.stored, stored);
    tellVerdict(stored, 'what a figure shows of it');
    const { posterior } = stored;
    opened.push({
      stored,
      fit: { ...posterior, name: names[place]!, ends: await endsIn(stored, posterior) },
    });
  }
  return opened;
}

/** One fit, from a path that is its own folder, not a folder of several. */
export async function openFigureFit(path: string, options: FigureFitsOptions = {}): Promise<OpenFigureFit> {
  const opened = await openFigureFits([path], options);
  checkOne(
    path,
    opened.map(({ stored }) => stored.folder),
  );
  return opened[0]!;
}

/** @throws Failure (input) for the folders of several fits */
function checkOne(path: string, folders: readonly string[]): void {
  if (folders.length === 1) return;
  throw badInput(
    `${path} holds the fits of ${listNames(namesOfFits(folders))}, and this figure shows one.`,
    `Give its folder: ${folders[0]}.`,
  );
}

/** One point estimate or Laplace's approximation, as `openFigureFit` opens a fit; null if the folder holds a sampled fit. */
export async function openFigureEstimate(
  path: string,
  { layout }: Pick<FigureFitsOptions, 'layout'> = {},
): Promise<{ readonly stored: StoredEstimate; readonly fit: FigureEstimate } | null> {
  const folders = fitFolders([path]);
  checkOne(path, folders);
  const stored = await openStoredEstimate(folders[0]!, layout);
  if (stored === null) return null;
  tellVerdict(stored, 'what a figure shows of it');
  return { stored, fit: figureEstimateOf(stored, namesOfFits(folders)[0]!) };
}

/**
 * The bounds of the values, from the priors at the data where they depend on it; this needs the compiler.
 *
 * @param stored the stored fit; null for one that has just been made
 * @throws as `storedPriors` does for a stored fit
 */
export async function endsIn(
  stored: StoredLayout | null,
  fit: FitBasis,
): Promise<ReadonlyMap<string, ValueRange>> {
  const isKnown = (latent: ManifestLatent) => {
    const { lo, hi } = latentBounds(latent);
    const ends = { lower: lo, positive: lo, upper: hi, interval: lo === null ? null : hi };
    return ends[latent.transform as keyof typeof ends] !== null;
  };
  if (fit.manifest.latents.every(isKnown)) return new Map();
  if (stored !== null) return (await storedPriors(stored, fit)) ?? new Map();
  const { priorsOf } = await import('../../analysis/simulate/marginal-prior.ts');
  return priorsOf(fit) ?? new Map();
}

/** The stored contents of a folder, and their layout. */
type Alike = Pick<StoredFit, 'folder' | 'manifest'>;

/** @throws Failure (input) unless both have the same parameters, up to the levels of categories */
function checkAlike(first: Alike | undefined, other: Alike): void {
  if (first === undefined || first.manifest.meaning === other.manifest.meaning) return;
  throw badInput(
    `${first.folder} and ${other.folder} are fits of different layouts, \`${first.manifest.layout}\` and \`${other.manifest.layout}\`.`,
    'Draw the fits of each layout separately.',
  );
}

/**
 * Opens the folders of estimates, and those below a folder of several; null if they hold sampled fits. The warning
 * about a failed estimate is repeated.
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
      'Draw them separately.',
    );
  }
  const names = namesOfFits(folders);
  const estimates: FigureEstimate[] = [];
  for (const [place, stored] of opened.entries()) {
    checkAlike(opened[0], stored);
    tellVerdict(stored, 'what a figure shows of it');
    const fit = figureEstimateOf(stored, names[place]!);
    estimates.push({ ...fit, ends: await endsIn(stored, fit) });
  }
  return estimates;
}

export function figureEstimateOf(
  { manifest, parameters, restored, summary }: StoredEstimate,
  name: string,
): FigureEstimate {
  const { method, confidence, status, findings, made } = summary;
  return {
    ...{ name, manifest, parameters, method, confidence, ...restored },
    estimates: summary.parameters,
    verdict: { status, findings },
    layoutText: made.layout.text ?? undefined,
  };
}

/**
 * The draws of Laplace's approximation as a posterior. Approximations with one seed are made of the same normal numbers
 * in the same order, so that draw i of one goes together with draw i of another. Draws of different fits are compared as
 * independent: those of each further fit begin at another place.
 *
 * @param order the number of the fit among those that are compared, from 0
 */
export function posteriorOf(stored: StoredEstimate, order: number): Posterior {
  const { manifest, parameters, summary } = stored;
  const { status, findings, made } = summary;
  const { draws, ...restored } = stored.fitted(0);
  const count = draws[0]!.latents[0]?.length ?? 1;
  const chain = Math.floor(order / count) % draws.length;
  return {
    ...{ manifest, parameters, verdict: { status, findings }, ...restored },
    draws: [...draws.slice(chain), ...draws.slice(0, chain)].map(({ latents }) => ({
      latents: latents.map((values) => rotated(values, order % count)),
    })),
    layoutText: made.layout.text ?? undefined,
  };
}

/** Null for a folder of anything but Laplace's approximation. */
async function openApproximation(
  folder: string,
  order: number,
  layout: string | undefined,
): Promise<FigureSource | null> {
  const stored = await openStoredEstimate(folder, layout);
  if (stored === null || stored.isPoint) return null;
  const { manifest, summary } = stored;
  const posterior = posteriorOf(stored, order);
  return {
    ...{ folder, manifest, summary, posterior, levels: posterior.levels },
    withFittedRows: () => {
      throw badInput(
        `${folder} holds Laplace's approximation of a layout with several classes, whose predictions are not drawn.`,
        'Fit with `--method nuts`.',
      );
    },
    predict: async (input, options = {}) => {
      const rows = toNewColumns(manifest, input);
      const ordered = orderNewColumns(manifest, rows, posterior.levels);
      const columns = new Map(manifest.columns.map(({ name }, place) => [name, ordered[place]!]));
      return predict(await stored.module(columns), posterior, rows, options);
    },
  };
}

function rotated(values: Float64Array, by: number): Float64Array {
  const turned = new Float64Array(values.length);
  turned.set(values.subarray(by));
  turned.set(values.subarray(0, by), values.length - by);
  return turned;
}

/** The stored layout, and the version that stored it. */
interface StoredLayout {
  readonly folder: string;
  readonly summary: { readonly made?: { readonly version: string } };
}

/**
 * By parameter name; null if the text of the layout is unknown. This needs the compiler.
 *
 * @throws Failure (input) when this version does not accept the layout, as is possible for a fit of another version;
 *   SimulationError as `priorsOf` does
 */
export async function storedPriors(
  stored: StoredLayout,
  fit: FitBasis,
): Promise<ReadonlyMap<string, MarginalPrior> | null> {
  const [{ priorsOf }, { LayoutError }, { ChoiceError }] = await Promise.all([
    import('../../analysis/simulate/marginal-prior.ts'),
    import('../../compiler/layout-error.ts'),
    import('../../compiler/choose/choice-error.ts'),
  ]);
  try {
    return priorsOf(fit);
  } catch (error) {
    if (error instanceof ChoiceError) throw refused(stored, `${error.message} ${error.remedy}`);
    if (!(error instanceof LayoutError)) throw error;
    const { span, message, remedy } = error.diagnostics.find(({ severity }) => severity === 'error')!;
    const line = error.source.text.slice(0, span.start).split('\n').length;
    throw refused(stored, `line ${line}: ${message} ${remedy}`);
  }
}

function refused({ folder, summary: { made } }: StoredLayout, why: string): Failure {
  return badInput(
    `The layout that is stored with the fit in ${folder} is not accepted by this version of theodolite, ${version()}, so that its priors are not known: ${why}`,
    `${made === undefined ? 'Use the version that made the fit' : `Use version ${made.version}, which made the fit`}, or write the layout as this version has it, and fit again.`,
  );
}
