/** Opens the folder of a fit that `theodolite fit --out` wrote. */
import { join } from 'node:path';
import { load } from '../../host/load.ts';
import { type Parameter, parametersOf } from '../../host/parameters.ts';
import type { Fitted } from '../../host/predict/fitted.ts';
import { restoreFit } from '../../host/predict/stored.ts';
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
   * The layout to predict with, where the folder has no `model.wasm`: the bytes that `compile` gives, or what makes it once the summary
   * says with which choices it was fitted. A layout that says something else is refused.
   */
  readonly layout?: Uint8Array | ((summary: FitSummary) => Promise<FittedLayout>);
}

/**
 * Reads a fit back from its folder: what its summary says, its draws to the last bit, and the module that predicts.
 *
 * @param folder that of one column, such as `results/tesseract`
 * @throws FileError when it is not the folder of a fit, or a file is absent or damaged; HostError of kind `module` when the module is
 *   damaged, and of kind `data` when the layout is not that of the fit.
 */
export async function openFit(folder: string, { layout }: OpenFitOptions = {}): Promise<StoredFit> {
  const summary = readSummary(folder);
  const { opened, restored, parameters } = await openLayoutOf(folder, summary, layout);
  checkParameters(folder, parameters, summary);
  const draws = await readDraws(folder, parameters, summary, summary.sampler);
  return new StoredFit({ folder, summary, layout: opened, fitted: { ...restored, draws }, parameters });
}

/** What all kinds of fits say of their layout. */
type LayoutSummary = Pick<FitSummary, 'choices' | 'fitted'> & Pick<Bound, 'files'>;

/** The layout of a stored fit, its levels and statistics, and what a point of it holds. @throws FileError or HostError as `openFit` does */
export async function openLayoutOf<Summary extends LayoutSummary>(
  folder: string,
  summary: Summary,
  layout?: Uint8Array | ((summary: Summary) => Promise<FittedLayout>),
): Promise<{
  readonly opened: FittedLayout;
  readonly restored: Pick<Fitted, 'levels' | 'statistics'>;
  readonly parameters: readonly Parameter[];
}> {
  const opened =
    typeof layout === 'function'
      ? await layout(summary)
      : await ready(layout ?? (await ownModule(folder, summary)), folder);
  const { manifest } = opened;
  const restored = await ofFile(join(folder, STORED.summary), () => restoreFit(manifest, summary.fitted));
  return { opened, restored, parameters: parametersOf(manifest, restored.levels) };
}

async function ownModule(folder: string, { files }: Pick<Bound, 'files'>): Promise<Uint8Array> {
  const record = files[STORED.module];
  const isThere = record !== undefined && isStored(folder, STORED.module, record);
  if (isThere) return readBoundFile(folder, STORED.module, record);
  throw new FileError(
    `${folder} holds no ${STORED.module}, the module that predicts.`,
    'Give the layout that was fitted, --layout LAYOUT.ml, or fit again with --out.',
  );
}

/** The error of a summary that is of other parameters than its layout has. @throws FileError */
export function checkParameters(
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
  const loaded = await ofFile(join(folder, STORED.module), () => load(bytes));
  return { manifest: loaded.manifest, module: async () => loaded };
}

/** What the host says of a file, with its name. */
async function ofFile<T>(file: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    throw new HostError(error.kind, `${file}: ${error.message}`, error.remedy);
  }
}

/**
 * The file of draws that the folder has, of those that the summary names; CSV where it has both.
 *
 * @throws FileError where it has none
 */
export function expectDraws(
  folder: string,
  { files }: Pick<Bound, 'files'>,
): { readonly name: typeof STORED.csv | typeof STORED.parquet; readonly record: FileRecord } {
  for (const name of [STORED.csv, STORED.parquet]) {
    const record = files[name];
    if (record !== undefined && isStored(folder, name, record)) return { name, record };
  }
  throw new FileError(
    `${folder} holds no draws: there is neither ${STORED.csv} nor ${STORED.parquet} of the fit in it.`,
    'Fit again with --out and --draws-as csv or parquet.',
  );
}

/** @throws FileError when the draws are absent, damaged or of another fit */
export async function readDraws(
  folder: string,
  parameters: readonly Parameter[],
  bound: Pick<Bound, 'files'>,
  { chains, draws }: Pick<FitSummary['sampler'], 'chains' | 'draws'>,
): Promise<StoredChains> {
  const { name, record } = expectDraws(folder, bound);
  return withBoundFile(folder, name, record, (file) =>
    name === STORED.csv
      ? readDrawsCsv(file, { columns: parameters.map(({ column }) => column), chains, draws })
      : readDrawsParquet(file, { columns: parameters.map(({ name }) => name), chains, draws }),
  );
}
