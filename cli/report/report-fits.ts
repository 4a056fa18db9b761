/** The fits of a report: folders are read in threads if there are many. */

import { RecordCache } from '../../files/tables/record-cache.ts';
import type { Problem } from '../../module/problem-text.ts';
import type { ReportEstimate } from '../../reporting/report/estimates.ts';
import type { ReportFit } from '../../reporting/report/subjects.ts';
import { badInput } from '../failure.ts';
import type { Interruption } from '../process/interruption.ts';
import type { ProgressLine } from '../process/progress.ts';
import { tellVerdict } from '../stored-fits/fit-status.ts';
import { fitFolders, namesOfFits } from '../stored-fits/stored-fits.ts';
import {
  type FolderOfReport,
  type FolderRead,
  type FolderReading,
  type ReportFitsOptions,
  readReportFolder,
} from './read-folder.ts';
import { openReadingThreads } from './reading-threads.ts';

interface ReportFits {
  /** Sampled fits, or draws of Laplace's approximation; empty if there are point estimates. */
  readonly fits: readonly ReportFit[];
  /** Estimates by `mle` or `map`; empty if there are fits. */
  readonly estimates: readonly ReportEstimate[];
  /** Why some fits lack expectations for rows (one problem per table), or bounds of values (one per layout). */
  readonly problems: readonly Problem[];
}

/**
 * Opens the folders of fits, and those below a folder of several. The warning about a fit that did not converge is
 * repeated.
 *
 * @throws FileError, HostError, Interrupted, or Failure, also when a given table is not that of a fit, or point
 *   estimates are not all by one method
 */
export async function openReportFits(
  paths: readonly string[],
  options: ReportFitsOptions,
  { progress, interruption }: { readonly progress: ProgressLine; readonly interruption: Interruption },
): Promise<ReportFits> {
  const folders = fitFolders(paths);
  const names = namesOfFits(folders);
  const all = folders.map((folder, place): FolderOfReport => ({ folder, name: names[place]!, place }));
  const fits = folders.length;
  const reading: FolderReading = { ...options, fits, ...(fits > 1 ? { cache: new RecordCache() } : {}) };
  const threads = openReadingThreads(all, options);
  const problems = new Map<string, Problem>();
  const sampled: ReportFit[] = [];
  const estimates: ReportEstimate[] = [];
  try {
    for (const each of all) {
      progress.stage(`reading ${each.folder}`);
      await interruption.check();
      // A folder that a thread could not read is read again here, where the error says so.
      const read: FolderRead =
        (await threads?.take(each, interruption.signal)) ??
        (await readReportFolder(each, reading, interruption.signal));
      progress.clear();
      const { found } = read;
      checkTogether(estimates[0], sampled[0], found.kind === 'point' ? found.estimate : null, each.folder);
      tellVerdict(read.judged, 'its numbers');
      for (const [key, problem] of read.problems) if (!problems.has(key)) problems.set(key, problem);
      if (found.kind === 'point') estimates.push(found.estimate);
      else sampled.push(found.fit);
    }
  } finally {
    await threads?.close();
  }
  return { fits: sampled, estimates, problems: [...problems.values()] };
}

/** @throws Failure (input) when a further folder cannot be shown with those before it */
function checkTogether(
  estimate: ReportEstimate | undefined,
  fit: ReportFit | undefined,
  further: ReportEstimate | null,
  folder = further?.path,
): void {
  if (further === null ? estimate !== undefined : fit !== undefined) {
    throw badInput(
      `${further === null ? estimate!.path : further.path} holds a point estimate, and ${further === null ? folder : fit!.path} draws of a posterior.`,
      'Write a report on each kind.',
    );
  }
  if (estimate === undefined || further === null) return;
  if (estimate.method === further.method && estimate.confidence === further.confidence) return;
  throw badInput(
    `The estimates in ${estimate.path} and ${further.path} are by different methods, or their intervals of different confidence.`,
    'Write a report on those of one method and confidence.',
  );
}
