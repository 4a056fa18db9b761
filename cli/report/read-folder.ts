/**
 * What a report needs of the folder of a fit: its draws or its estimate, verdicts on its chains, and what it expects of its rows if
 * the table is available.
 */

import type { StoredEstimate } from '../../files/fits/open-estimate.ts';
import type { StoredFit } from '../../files/fits/stored-fit.ts';
import { type ChainVerdict, chainVerdicts } from '../../host/diagnose/chain-verdicts.ts';
import type { LoadedModule } from '../../host/load.ts';
import { chainsOf, type FitBasis, type Posterior } from '../../host/posterior.ts';
import type { Manifest } from '../../module/manifest.ts';
import type { Problem } from '../../module/problem-text.ts';
import { samplerColumnsOf } from '../../reporting/figures/data/named-fit.ts';
import type { ReportEstimate } from '../../reporting/report/estimates.ts';
import { expectRows, type RowsOfFit } from '../../reporting/report/expected.ts';
import type { ExpectedRows, ReportFit, ReportSummary } from '../../reporting/report/subjects.ts';
import { isConstant } from '../../statistics/chains.ts';
import { energyInformation } from '../../statistics/energy-information.ts';
import type { ValueRange } from '../../statistics/kernel-density.ts';
import { Failure } from '../failure.ts';
import { endsIn, figureEstimateOf, posteriorOf } from '../stored-fits/figure-fits.ts';
import type { JudgedFit } from '../stored-fits/fit-status.ts';
import { type GivenTables, readFittedAgain } from '../stored-fits/fitted-again.ts';
import { openStoredEstimate, openStoredFit } from '../stored-fits/stored-fits.ts';

export interface ReportFitsOptions {
  /** The table; by default at the path that the fit stored. */
  readonly data?: string;
  /** The tables that were joined to it; by default at the paths that the fit stored. */
  readonly join: readonly string[];
  /** The layout, for folders without a module. */
  readonly layout?: string;
}

/** The same, with the number of folders, and what was read of tables before. */
export type FolderReading = ReportFitsOptions & Pick<GivenTables, 'cache'> & { readonly fits: number };

/** A folder, with what its fit is called, and its place among those of the report. */
export interface FolderOfReport {
  readonly folder: string;
  readonly name: string;
  readonly place: number;
}

/** Plain data, which a thread can send. */
export interface FolderRead {
  readonly found:
    | { readonly kind: 'fit'; readonly fit: ReportFit }
    | { readonly kind: 'point'; readonly estimate: ReportEstimate };
  readonly judged: JudgedFit;
  /** Why something is lacking; a problem is said once for each key. */
  readonly problems: readonly (readonly [key: string, Problem])[];
}

/** @throws FileError, HostError, Interrupted, or Failure, also when a given table is not that of a fit */
export async function readReportFolder(
  { folder, name, place }: FolderOfReport,
  options: FolderReading,
  signal: AbortSignal,
): Promise<FolderRead> {
  const problems: (readonly [string, Problem])[] = [];
  const without = <T>(key: string, found: T | Problem): T | null => {
    if (!isProblem(found)) return found;
    problems.push([key, found]);
    return null;
  };
  const judgedOf = ({ summary: { status, findings, method } }: JudgedFit): JudgedFit => ({
    folder,
    summary: { status, findings, ...(method === undefined ? {} : { method }) },
  });
  const estimate = await openStoredEstimate(folder, options.layout);
  if (estimate?.isPoint) {
    const found = await pointEstimate(estimate, name, options, signal, without);
    return { found: { kind: 'point', estimate: found }, judged: judgedOf(estimate), problems };
  }
  const stored =
    estimate === null
      ? sampledFit(await openStoredFit(folder, options.layout, { sampler: true }))
      : approximation(estimate, place);
  const { fit, problem } = await withoutRows(stored, name);
  // Fits of a run share one layout, so its problem is reported once.
  without(`layout ${fit.layoutText}`, problem ?? null);
  const table = options.data ?? stored.summary.made?.data.path ?? '';
  const expected = without(table, await expectedOf(stored, fit, options, signal));
  const module = stored.moduleBytes === undefined ? {} : { module: stored.moduleBytes };
  return {
    found: { kind: 'fit', fit: { ...fit, ...module, expected } },
    judged: judgedOf(stored),
    problems,
  };
}

/** What a report needs of a stored fit, whatever made it. */
interface StoredDraws {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly summary: ReportSummary;
  readonly posterior: Posterior;
  readonly moduleBytes: Uint8Array | undefined;
  module(columns: ReadonlyMap<string, Float64Array>): Promise<LoadedModule>;
}

function sampledFit(stored: StoredFit): StoredDraws {
  const { folder, manifest, summary, posterior, moduleBytes } = stored;
  const module = (columns: ReadonlyMap<string, Float64Array>) => stored.module(columns);
  return { folder, manifest, summary, posterior, moduleBytes, module };
}

/** The draws of Laplace's approximation. */
function approximation(stored: StoredEstimate, order: number): StoredDraws {
  const { folder, manifest, summary } = stored;
  const { parameters: _, sampler: __, posterior, ...common } = summary;
  return {
    ...{ folder, manifest, module: stored.module, moduleBytes: stored.moduleBytes },
    posterior: posteriorOf(stored, order),
    summary: { ...common, parameters: posterior!, estimate: summary },
  };
}

async function pointEstimate(
  stored: StoredEstimate,
  name: string,
  options: FolderReading,
  signal: AbortSignal,
  without: <T>(key: string, found: T | Problem) => T | null,
): Promise<ReportEstimate> {
  const { folder, summary } = stored;
  const named = figureEstimateOf(stored, name);
  const ends = without(`layout ${named.layoutText}`, await endsOrProblem(stored, named));
  const fit = { ...named, ...(ends === null ? {} : { ends }), path: folder, summary };
  const isWhole = stored.parameters.every((_, place) => summary.point[place] != null);
  const expected: ExpectedRows | Problem = isWhole
    ? await expectedOf(
        { ...stored, posterior: { ...named, ...stored.fitted(1) } },
        { ...fit, ...stored.fitted(1) },
        options,
        signal,
      )
    : {
        message: `The estimates in ${folder} are not all determined: the report says nothing about its rows.`,
        remedy: 'Fit with `--method nuts`, which weighs all values.',
      };
  return { ...fit, expected: without(options.data ?? summary.made.data.path, expected) };
}

async function endsOrProblem(
  stored: Parameters<typeof endsIn>[0],
  fit: FitBasis,
): Promise<ReadonlyMap<string, ValueRange> | Problem> {
  try {
    return await endsIn(stored, fit);
  } catch (error) {
    // Without the priors only the bounds of some parameters are unknown.
    if (error instanceof Failure) return error.problems[0]!;
    throw error;
  }
}

/** The fit, and why its priors are unknown, if they are needed. */
async function withoutRows(
  stored: StoredDraws,
  name: string,
): Promise<{ readonly fit: Omit<ReportFit, 'expected'>; readonly problem: Problem | null }> {
  const { folder, posterior, summary } = stored;
  const fit = {
    ...{ ...posterior, name, path: folder, summary },
    chains: summary.sampler === undefined ? [] : verdictsOn(posterior, summary),
  };
  const ends = await endsOrProblem(stored, posterior);
  return isProblem(ends) ? { fit, problem: ends } : { fit: { ...fit, ends }, problem: null };
}

/** One per chain; none for runs of particles. */
function verdictsOn(posterior: Posterior, summary: Pick<ReportSummary, 'parameters'>): ChainVerdict[] {
  const sampler = samplerColumnsOf(posterior);
  if (sampler === null) return [];
  const drawn = posterior.parameters.map((parameter) => ({
    name: parameter.name,
    isReport: parameter.latent.role === 'report',
    chains: chainsOf(posterior, parameter),
    rhat: summary.parameters[parameter.name]!.rhat,
  }));
  return chainVerdicts(
    // A report may rightly be the same in all draws, such as a probability that is 1.
    drawn.filter(({ isReport, chains }) => !isReport || !chains.some(isConstant)),
    sampler.map(({ divergent, energy }) => ({
      divergences: divergent.filter((flag) => flag !== 0).length,
      bfmi: energyInformation(energy),
    })),
  );
}

/** What is expected of the rows, or why that is unknown. @throws Failure when the given table cannot be used */
async function expectedOf(
  stored: Pick<StoredDraws, 'folder' | 'manifest' | 'posterior' | 'module'> & {
    readonly summary: Pick<ReportSummary, 'rows' | 'made' | 'outcomes' | 'digests' | 'fitted'>;
  },
  fit: RowsOfFit['fit'],
  { data, join, cache, fits }: FolderReading,
  signal: AbortSignal,
): Promise<ExpectedRows | Problem> {
  if (stored.manifest.predicts === false) {
    return {
      message: 'The module of this fit cannot predict rows: the report says nothing about them.',
      remedy: 'Fit again with --out and the layout (.ml).',
    };
  }
  const read = await readFittedAgain(
    { ...stored, levels: stored.posterior.levels },
    { ...(data === undefined ? {} : { table: data }), join, ...(cache === undefined ? {} : { cache }) },
    { option: '--data', consequence: 'the report says nothing about its rows' },
    signal,
  );
  if ('remedy' in read) return read;
  const loaded = await stored.module(read.columns);
  return await expectRows({ loaded, fit, columns: read.columns, table: read.path, fits });
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'remedy' in value;
}
