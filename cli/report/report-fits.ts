/**
 * Stored fits for a report, with verdicts on their chains, and with what they expect of their rows if the table is
 * available.
 */

import type { StoredFit } from '../../files/fits/stored-fit.ts';
import { type ChainVerdict, chainVerdicts } from '../../host/diagnose/chain-verdicts.ts';
import { chainsOf, type Posterior } from '../../host/posterior.ts';
import type { Problem } from '../../module/problem-text.ts';
import { samplerColumnsOf } from '../../reporting/figures/data/named-fit.ts';
import { expectRows } from '../../reporting/report/expected.ts';
import type { ExpectedRows, ReportFit } from '../../reporting/report/subjects.ts';
import { isConstant } from '../../statistics/chains.ts';
import { energyInformation } from '../../statistics/energy-information.ts';
import { Failure } from '../failure.ts';
import type { Interruption } from '../process/interruption.ts';
import type { ProgressLine } from '../process/progress.ts';
import { endsIn } from '../stored-fits/figure-fits.ts';
import { tellVerdict } from '../stored-fits/fit-status.ts';
import { readFittedAgain } from '../stored-fits/fitted-again.ts';
import { fitFolders, openStoredFit, subjectOf } from '../stored-fits/stored-fits.ts';

interface ReportFitsOptions {
  /** The table; by default at the path that the fit stored. */
  readonly data?: string;
  /** The tables that were joined to it; by default at the paths that the fit stored. */
  readonly join: readonly string[];
  /** The layout, for folders without a module. */
  readonly layout?: string;
}

interface ReportFits {
  readonly fits: readonly ReportFit[];
  /** Why some fits lack expectations for rows (one problem per table), or bounds of values (one per layout). */
  readonly problems: readonly Problem[];
}

/**
 * Opens the folders of fits, and those below a folder of several. The warning about a fit that did not converge is
 * repeated.
 *
 * @throws FileError, HostError, Interrupted, or Failure, also when a given table is not that of a fit
 */
export async function openReportFits(
  paths: readonly string[],
  options: ReportFitsOptions,
  { progress, interruption }: { readonly progress: ProgressLine; readonly interruption: Interruption },
): Promise<ReportFits> {
  const folders = fitFolders(paths);
  const problems = new Map<string, Problem>();
  const fits: ReportFit[] = [];
  for (const folder of folders) {
    progress.stage(`reading ${folder}`);
    await interruption.check();
    const stored = await openStoredFit(folder, options.layout, { sampler: true });
    progress.clear();
    tellVerdict(stored, 'its numbers');
    const { fit, problem } = await withoutRows(stored);
    // Fits of a run share one layout, so its problem is reported once.
    const text = `layout ${fit.layoutText}`;
    if (problem !== null && !problems.has(text)) problems.set(text, problem);
    const expected = await expectedOf(stored, fit, options, interruption.signal);
    // A problem with a table is reported once, for the first fit that it affects.
    const table = options.data ?? stored.summary.made?.data.path ?? '';
    if (isProblem(expected) && !problems.has(table)) problems.set(table, expected);
    fits.push({ ...fit, expected: isProblem(expected) ? null : expected });
  }
  return { fits, problems: [...problems.values()] };
}

/** The fit, and why its priors are unknown, if they are needed. */
async function withoutRows(
  stored: StoredFit,
): Promise<{ readonly fit: Omit<ReportFit, 'expected'>; readonly problem: Problem | null }> {
  const { folder, posterior, summary } = stored;
  const fit = {
    ...{ ...posterior, name: subjectOf(folder), path: folder, summary },
    chains: verdictsOn(posterior),
  };
  try {
    return { fit: { ...fit, ends: await endsIn(stored, posterior) }, problem: null };
  } catch (error) {
    // Without the priors only the bounds of some parameters are unknown.
    if (!(error instanceof Failure)) throw error;
    return { fit, problem: error.problems[0]! };
  }
}

/** One per chain; none for runs of particles. */
function verdictsOn(posterior: Posterior): ChainVerdict[] {
  const sampler = samplerColumnsOf(posterior);
  if (sampler === null) return [];
  const drawn = posterior.parameters.map((parameter) => ({
    name: parameter.name,
    isReport: parameter.latent.role === 'report',
    chains: chainsOf(posterior, parameter),
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
  stored: StoredFit,
  fit: Omit<ReportFit, 'expected'>,
  { data, join }: ReportFitsOptions,
  signal: AbortSignal,
): Promise<ExpectedRows | Problem> {
  if (stored.posterior.manifest.predicts === false) {
    return {
      message: 'The module of this fit cannot predict rows: the report says nothing about them.',
      remedy: 'Fit again with --out and the layout (.ml).',
    };
  }
  const read = await readFittedAgain(
    stored,
    { ...(data === undefined ? {} : { table: data }), join },
    { option: '--data', consequence: 'the report says nothing about its rows' },
    signal,
  );
  if ('remedy' in read) return read;
  const loaded = await stored.module(read.columns);
  return await expectRows({ loaded, fit, columns: read.columns, table: read.path });
}

function isProblem(value: ExpectedRows | Problem): value is Problem {
  return 'remedy' in value;
}
