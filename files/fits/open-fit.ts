/** Opens the folder of a fit that `theodolite fit --out` wrote. */
import { join } from 'node:path';
import { loadModule } from '../../host/load.ts';
import { type LatentParameter, type Parameter, parametersOf } from '../../host/parameters.ts';
import type { Posterior, PosteriorChain } from '../../host/posterior.ts';
import { restoreBasis } from '../../host/predict/stored-basis.ts';
import { drawnOf } from '../../host/reported.ts';
import { mainPart } from '../../host/row-tables.ts';
import { HostError } from '../../module/host-error.ts';
import { FileError } from '../file-error.ts';
import { type FileRecord, isStored, readBoundFile, withBoundFile } from './bound-files.ts';
import { STORED } from './file-names.ts';
import type { FitSummary } from './fit-summary.ts';
import { readSummary } from './read-summary.ts';
import { readDrawsCsv, readDrawsParquet, type StoredChains } from './stored-draws.ts';
import { type FittedLayout, StoredFit } from './stored-fit.ts';
import type { Bound } from './summary-shapes.ts';
import { COPY_AGAIN } from './unreadable.ts';

export interface OpenFitOptions {
  /**
   * The layout for predictions, for a folder without `model.wasm`: the bytes from `compile`, or a function that makes
   * it once the choices of the fit are known. A layout with another meaning is refused.
   */
  readonly layout?: Uint8Array | ((summary: FitSummary) => Promise<FittedLayout>);
  /** Whether to read also the divergence flag and the energy of each draw. */
  readonly sampler?: boolean;
}

/** For each draw, whether its trajectory diverged, 0 or 1, and the Hamiltonian at its start. */
const SAMPLER_COLUMNS: readonly string[] = ['divergent__', 'energy__'];

/**
 * Reads a fit from its folder: its summary, its exact draws, and the module that predicts.
 *
 * @param folder that of one column, such as `results/tesseract`
 * @throws FileError when it is not the folder of a fit, or a file is absent or damaged; HostError of kind `module` when the module is
 *   damaged, and of kind `data` when the layout is not that of the fit.
 */
export async function openFit(
  folder: string,
  { layout, sampler = false }: OpenFitOptions = {},
): Promise<StoredFit> {
  const summary = readSummary(folder);
  const { opened, restored } = await openLayoutOf(folder, summary, layout);
  const parameters = drawnOf(opened.manifest, restored.levels);
  checkStoredParameters(folder, parameters, summary);
  // Particles have no trajectories.
  const ofSampler = sampler && summary.sampler.particles === undefined ? SAMPLER_COLUMNS : [];
  const read = await readDraws(folder, parameters, summary, summary.sampler, ofSampler);
  const draws = read.map(({ latents }): PosteriorChain => {
    const [divergent, energy] = latents.slice(parameters.length);
    if (divergent === undefined || energy === undefined) return { latents };
    return { latents: latents.slice(0, parameters.length), divergent, energy };
  });
  const { manifest } = opened;
  const { status, findings, made } = summary;
  const posterior: Posterior = {
    ...{ manifest, parameters, ...restored, draws, verdict: { status, findings } },
    layoutText: made?.layout.text ?? undefined,
    settings: made && { ...made.settings, seed: BigInt(made.settings.seed) },
  };
  return new StoredFit({ folder, summary, layout: opened, posterior });
}

/** What all kinds of fits store about their layout. */
type LayoutSummary = Pick<FitSummary, 'choices' | 'fitted'> & Pick<Bound, 'files'>;

/**
 * The layout of a stored fit, its levels and statistics, and its parameters. @throws FileError or HostError as
 * `openFit` does
 */
export async function openLayoutOf<Summary extends LayoutSummary>(
  folder: string,
  summary: Summary,
  layout?: Uint8Array | ((summary: Summary) => Promise<FittedLayout>),
): Promise<{
  readonly opened: FittedLayout;
  readonly restored: Pick<Posterior, 'levels' | 'statistics'>;
  readonly parameters: readonly LatentParameter[];
}> {
  const opened =
    typeof layout === 'function'
      ? await layout(summary)
      : await ready(layout ?? (await ownModule(folder, summary)), folder);
  const { manifest } = opened;
  const restored = await ofFile(join(folder, STORED.summary), () => restoreBasis(manifest, summary.fitted));
  return { opened, restored, parameters: parametersOf(manifest, restored.levels) };
}

async function ownModule(folder: string, { files }: Pick<Bound, 'files'>): Promise<Uint8Array> {
  const record = files[STORED.module];
  const isThere = record !== undefined && isStored(folder, STORED.module, record);
  if (isThere) return readBoundFile(folder, STORED.module, record);
  throw new FileError(
    `${folder} holds no ${STORED.module}, the module that predicts.`,
    'Give the layout that was fitted, or fit again and store the fit.',
  );
}

/** The error for a summary whose parameters are not those of its layout. @throws FileError */
export function checkStoredParameters(
  folder: string,
  parameters: readonly Parameter[],
  summary: { readonly parameters: Readonly<Record<string, unknown>> },
): void {
  const absent = parameters.find(({ name }) => !Object.hasOwn(summary.parameters, name));
  if (absent === undefined) return;
  throw new FileError(
    `${join(folder, STORED.summary)} is damaged: its \`parameters\` have no \`${absent.name}\`, which the layout has.`,
    COPY_AGAIN,
  );
}

async function ready(bytes: Uint8Array, folder: string): Promise<FittedLayout> {
  const loaded = await ofFile(join(folder, STORED.module), () => loadModule(bytes));
  return { manifest: mainPart(loaded.manifest), module: async () => loaded, bytes };
}

/** The host's error about a file, with the file's name. */
async function ofFile<T>(file: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    throw new HostError(error.kind, `${file}: ${error.message}`, error.remedy);
  }
}

/**
 * The folder's file of draws among those that the summary names; CSV if both exist.
 *
 * @throws FileError if there is none
 */
function expectDraws(
  folder: string,
  { files }: Pick<Bound, 'files'>,
): { readonly name: typeof STORED.csv | typeof STORED.parquet; readonly record: FileRecord } {
  for (const name of [STORED.csv, STORED.parquet]) {
    const record = files[name];
    if (record !== undefined && isStored(folder, name, record)) return { name, record };
  }
  throw new FileError(
    `${folder} holds no draws: there is neither ${STORED.csv} nor ${STORED.parquet} of the fit in it.`,
    'Fit again and store the fit with its draws.',
  );
}

/**
 * @param ofSampler columns of the sampler to read after those of the parameters
 * @throws FileError when the draws are absent, damaged or of another fit
 */
export async function readDraws(
  folder: string,
  parameters: readonly Parameter[],
  bound: Pick<Bound, 'files'>,
  { chains, draws }: Pick<FitSummary['sampler'], 'chains' | 'draws'>,
  ofSampler: readonly string[] = [],
): Promise<StoredChains> {
  const { name, record } = expectDraws(folder, bound);
  const [key, read] =
    name === STORED.csv ? (['column', readDrawsCsv] as const) : (['name', readDrawsParquet] as const);
  const columns = [...parameters.map((parameter) => parameter[key]), ...ofSampler];
  return withBoundFile(folder, name, record, (file) => read(file, { columns, chains, draws }));
}
