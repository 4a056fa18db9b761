/** A fit that `fit --out` wrote, read back from its folder so that it can predict. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readDrawsCsv, readDrawsParquet, type StoredChains } from '../files/stored-draws.ts';
import { withTableFile } from '../files/table-file.ts';
import { HostError } from '../host/host-error.ts';
import type { LoadedModule } from '../host/load.ts';
import type { Manifest } from '../host/manifest.ts';
import { parametersOf } from '../host/parameters.ts';
import type { Fitted } from '../host/predict/fitted.ts';
import { restoreFit } from '../host/predict/stored.ts';
import { badInput, type Failure } from './failure.ts';
import { listNames } from './list-names.ts';
import { type OpenLayout, openLayout } from './open-layout.ts';
import { unreadable } from './read-file.ts';
import { STORED } from './result-files.ts';
import type { SubjectReport } from './subject-report.ts';

/** What is read of `summary.json`. */
export type StoredSummary = Pick<SubjectReport, 'status' | 'findings' | 'fitted' | 'rows' | 'outcomes'> & {
  readonly sampler: { readonly chains: number; readonly draws: number };
  readonly choices?: Readonly<Record<string, string>>;
  /** Absent in what an earlier version wrote. */
  readonly digests?: Readonly<Record<string, string>>;
};

export interface OpenFit {
  /** The folder. */
  readonly path: string;
  readonly summary: StoredSummary;
  /** Of the layout, before the module is made. */
  readonly manifest: Manifest;
  readonly fitted: Fitted;
  /** The module, which predicts; compiled for data like these where the layout was given as text. */
  module(columns: ReadonlyMap<string, Float64Array>): Promise<LoadedModule>;
}

/**
 * Opens the folder of a fit.
 *
 * @param layout the layout or module to predict with, where it is not the folder's own
 * @throws Failure, FileError or HostError naming what is absent, damaged, or of another layout
 */
export async function openFit(path: string, layout?: string): Promise<OpenFit> {
  const summary = readSummary(path);
  const { manifest, module } = await openModel(path, layout, summary);
  const restored = await ofFile(join(path, STORED.summary), () => restoreFit(manifest, summary.fitted));
  return {
    path,
    summary,
    manifest,
    fitted: { ...restored, draws: await readDraws(path, manifest, restored, summary) },
    module: async (columns) => (await module(columns, { predicts: true })).loaded,
  };
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

function readSummary(path: string): StoredSummary {
  const file = join(path, STORED.summary);
  if (!existsSync(file)) throw noFit(path);
  let summary: unknown;
  try {
    summary = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw unreadable(file, 'fit', error);
    throw badInput(
      `${file} is damaged: it is not JSON.`,
      'Copy it again from where it was written, or fit again with --out.',
    );
  }
  if (isSummary(summary)) return summary;
  throw badInput(
    `${file} does not say what fit it is of.`,
    'Fit again with this version of theodolite and --out.',
  );
}

function isSummary(value: unknown): value is StoredSummary {
  const { status, findings, fitted, rows, sampler, outcomes } = (value ?? {}) as Partial<StoredSummary>;
  const isCount = (count: unknown) => Number.isInteger(count) && (count as number) >= 1;
  return (
    typeof status === 'string' &&
    Array.isArray(findings) &&
    isCount(rows) &&
    typeof fitted === 'object' &&
    typeof outcomes === 'object' &&
    isCount(sampler?.chains) &&
    isCount(sampler?.draws)
  );
}

/** The failure of a path that is no folder of one fit; it names those that are below it. */
function noFit(path: string): Failure {
  if (!existsSync(path)) {
    return badInput(`There is no folder ${path}.`, 'Give the folder of a fit, such as results/tesseract.');
  }
  if (!statSync(path).isDirectory()) {
    return badInput(
      `${path} is a file, and the folder of a fit is wanted here.`,
      'Give the folder that `fit --out results` wrote for a column, such as results/tesseract.',
    );
  }
  const below = readdirSync(path)
    .filter((name) => existsSync(join(path, name, STORED.summary)))
    .sort();
  if (below.length > 0) {
    return badInput(
      `${path} holds the fits of ${listNames(below)}, and one is wanted here.`,
      `Give its folder: ${join(path, below[0]!)}.`,
    );
  }
  return badInput(
    `${path} holds no fit: there is no ${STORED.summary} in it.`,
    'Give the folder that `fit --out results` wrote for a column, such as results/tesseract.',
  );
}

/** The layout's own choices are those of the fit. */
async function openModel(
  path: string,
  layout: string | undefined,
  { choices }: StoredSummary,
): Promise<OpenLayout> {
  if (layout !== undefined) return openLayout(layout, choices, { builtHasChoices: true });
  const own = join(path, STORED.module);
  if (existsSync(own)) return ofFile(own, () => openLayout(own));
  throw badInput(
    `${path} holds no ${STORED.module}, the module that predicts.`,
    'Give the layout that was fitted, --layout LAYOUT.ml, or fit again with --out.',
  );
}

async function readDraws(
  path: string,
  manifest: Manifest,
  { levels }: Pick<Fitted, 'levels'>,
  { sampler: { chains, draws } }: StoredSummary,
): Promise<StoredChains> {
  const parameters = parametersOf(manifest, levels);
  const csv = join(path, STORED.csv);
  if (existsSync(csv)) {
    const columns = parameters.map(({ column }) => column);
    return withTableFile(csv, (file) => readDrawsCsv(file, { columns, chains, draws }));
  }
  const parquet = join(path, STORED.parquet);
  if (existsSync(parquet)) {
    return readDrawsParquet(parquet, { columns: parameters.map(({ name }) => name), chains, draws });
  }
  throw badInput(
    `${path} holds no draws: there is neither ${STORED.csv} nor ${STORED.parquet} in it.`,
    'Fit again with --out and --draws-as csv or parquet.',
  );
}
