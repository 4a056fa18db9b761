/**
 * Stored fits for a report, with verdicts on their chains, and with what they expect of their rows if the table is
 * available.
 */

import { existsSync, statSync } from 'node:fs';
import type { StoredFit } from '../../files/fits/stored-fit.ts';
import { type ChainVerdict, chainVerdicts } from '../../host/diagnose/chain-verdicts.ts';
import { chainsOf, type Posterior } from '../../host/posterior.ts';
import { listNames } from '../../module/names.ts';
import type { Problem } from '../../module/problem-text.ts';
import { samplerColumnsOf } from '../../reporting/figures/data/named-fit.ts';
import { expectRows } from '../../reporting/report/expected.ts';
import type { ExpectedRows, ReportFit } from '../../reporting/report/subjects.ts';
import { isConstant } from '../../statistics/chains.ts';
import { energyInformation } from '../../statistics/energy-information.ts';
import { type Failure, Failure as ReadingFailure } from '../failure.ts';
import { tableFiles } from '../inputs/table-files.ts';
import { ROW_WEIGHT } from '../inputs/weighted-layout.ts';
import { parseBindings, parseOutcomeChoice, parseRowFilter } from '../options/data-options.ts';
import type { Interruption } from '../process/interruption.ts';
import type { ProgressLine } from '../process/progress.ts';
import { endsIn } from '../stored-fits/figure-fits.ts';
import { tellVerdict } from '../stored-fits/fit-status.ts';
import { readFittedRows } from '../stored-fits/fitted-rows.ts';
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
    if (!(error instanceof ReadingFailure)) throw error;
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
  const { made } = stored.summary;
  if (stored.posterior.manifest.predicts === false) {
    return {
      message: 'The module of this fit cannot predict rows: the report says nothing about them.',
      remedy:
        'A layout with classes has no such module. For another, fit again with --out and the layout (.ml).',
    };
  }
  const asked = data ?? null;
  const path = asked ?? made?.data.path ?? null;
  if (path === null) {
    return {
      message:
        'Fits of an earlier version do not record their table: the report says nothing about its rows.',
      remedy: 'Give the table: --data TABLE.',
    };
  }
  const joins = join.length > 0 ? join : (made?.data.joins ?? []);
  const files = asked === null ? (made?.data.files ?? [path]) : tableFiles([asked]).files;
  for (const [table, option] of [
    ...(asked === null ? files.map((each) => [each, '--data'] as const) : []),
    ...(join.length > 0 ? [] : joins.map((each) => [each, '--join'] as const)),
  ]) {
    const problem = unreadableTable(table, option);
    if (problem !== null) return problem;
  }
  try {
    const { stack, successes, format, delimiter } = made?.data ?? {};
    const columns = await readFittedRows(stored, {
      path,
      files,
      signal,
      outcome: stack === undefined ? [] : outcomesOf(made!.data.outcomes),
      rows: (made?.data.rows ?? []).map((text) => parseRowFilter(text)),
      ...(stack === undefined ? {} : { stack }),
      ...(successes === undefined ? {} : { success: successes }),
      bind: [
        ...(made?.data.bindings ?? []).flatMap((text) => parseBindings(text)),
        ...(made?.data.weight === undefined ? [] : [{ name: ROW_WEIGHT, column: made.data.weight.column }]),
      ],
      ...(joins.length === 0 ? {} : { join: joins }),
      ...(format === undefined || asked !== null ? {} : { format: format as never }),
      ...(delimiter === undefined || asked !== null ? {} : { delimiter }),
    });
    const loaded = await stored.module(columns);
    return await expectRows({ loaded, fit, columns, table: path });
  } catch (error) {
    if (asked !== null || join.length > 0 || !(error instanceof ReadingFailure)) throw error;
    return changed([...files, ...joins], error);
  }
}

/**
 * Why a table cannot be read again from its stored path; null if it can. A stored path is never waited for, as the
 * standard input would be.
 */
function unreadableTable(path: string, option: '--data' | '--join'): Problem | null {
  const remedy = (what: string) =>
    option === '--data' ? `${what}: --data TABLE.` : `${what}, with all that were joined: --join TABLE.`;
  const role =
    option === '--data' ? 'the table that was fitted' : 'a table that was joined to the fitted one';
  if (!existsSync(path)) {
    return {
      message: `${path}, ${role}, does not exist: the report says nothing about its rows.`,
      remedy: remedy('Say where it is'),
    };
  }
  if (statSync(path).isFile()) return null;
  return {
    message: `${path}, where ${role} was read from, is not a file that can be read again: the report says nothing about its rows.`,
    remedy: remedy('Give the table'),
  };
}

function outcomesOf(given: Readonly<Record<string, string>>) {
  return Object.entries(given).map(([outcome, columns]) => parseOutcomeChoice(`${outcome}=${columns}`));
}

function changed(tables: readonly string[], { problems }: Failure): Problem {
  return {
    message: `${listNames(tables)} ${tables.length === 1 ? 'is' : 'are'} no longer what was fitted, so the report says nothing about its rows: ${problems[0]?.message ?? ''}`,
    remedy: 'Give the table as it was: --data TABLE.',
  };
}

function isProblem(value: ExpectedRows | Problem): value is Problem {
  return 'remedy' in value;
}
