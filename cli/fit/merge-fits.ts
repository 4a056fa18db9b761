/** `fit --merge`: prints the fits that parts have made, as one process would have printed them. */

import type { EstimateSummary } from '../../files/fits/estimate-summary.ts';
import type { FitSummary } from '../../files/fits/fit-summary.ts';
import { openFit } from '../../files/fits/open-fit.ts';
import type { Bound } from '../../files/fits/summary-shapes.ts';
import { parametersOf } from '../../host/parameters.ts';
import { restoreBasis } from '../../host/predict/stored-basis.ts';
import { drawnOf } from '../../host/reported.ts';
import type { Manifest } from '../../module/manifest.ts';
import { printable } from '../printable.ts';
import {
  noticeColor,
  printJson,
  printNotice,
  printResult,
  resultColor,
  resultIsTerminal,
  resultWidth,
} from '../terminal.ts';
import { renderEstimate } from './estimate-table.ts';
import { type MergedFit, mergeParts } from './fit-parts.ts';
import { printForest, tellFailedFits } from './fit-results.ts';
import { type SubjectEstimates, subjectEstimates } from './forest-groups.ts';
import { renderProfile } from './profile-table.ts';
import { endsOfFit, type SubjectVerdict } from './sample-subjects.ts';
import { hintLines } from './subject-hints.ts';
import { reportAll } from './summary.ts';

/**
 * The fits are in their folders already.
 *
 * @throws Failure (input) as `mergeParts` does; FileError or HostError for a damaged fit
 */
export async function mergeFits(path: string, json: boolean): Promise<void> {
  const { manifest, each, fits } = mergeParts(path);
  const levels = [...new Set(fits.map(({ level }) => level))];
  const reports: object[] = [];
  for (const level of levels) {
    const own = fits.filter((fit) => fit.level === level);
    if (!json) await printFits(own, manifest, each);
    const verdicts = new Map(own.map(({ subject, summary }) => [subject, reportOf(summary)]));
    tellFailedFits(
      verdicts,
      own.some(({ summary }) => 'estimator' in summary),
    );
    const report = reportAll(manifest, verdicts);
    reports.push(level === null ? report : { level, ...report });
  }
  if (!json) return;
  printJson(`${JSON.stringify(each === null ? reports[0]! : { each, levels: reports })}\n`);
}

/** Prints the fits of one table, or of the rows of one level. */
async function printFits(fits: readonly MergedFit[], manifest: Manifest, each: string | null): Promise<void> {
  const [{ level }] = fits as readonly [MergedFit];
  if (level !== null) printResult(`${printable(`${each} ${level}`)}\n\n`);
  const hints = new Map(fits.map(({ subject, summary }) => [subject, summary.hints]));
  printNotice(hintLines(hints, noticeColor()).join(''));
  const forest: SubjectEstimates[] = [];
  for (const { subject, folder, summary } of fits) {
    const { levels } = restoreBasis(manifest, summary.fitted);
    const style = [resultColor(), resultWidth()] as const;
    if ('estimator' in summary) {
      printResult(renderEstimate(subject, parametersOf(manifest, levels), summary, ...style));
      continue;
    }
    if (resultIsTerminal()) forest.push(await estimatesOf(subject, folder, manifest));
    printResult(renderProfile(subject, drawnOf(manifest, levels), summary, ...style));
  }
  printForest(forest);
}

/** Its part of the forest plot, from its draws. */
async function estimatesOf(name: string, folder: string, manifest: Manifest): Promise<SubjectEstimates> {
  const layout = async () => ({
    manifest,
    module: () => Promise.reject(new Error('A merge predicts nothing.')),
  });
  const { posterior, summary } = await openFit(folder, { layout });
  return subjectEstimates({
    name,
    fit: { ...posterior, summary: summary.parameters },
    ends: await endsOfFit(posterior),
  });
}

/** What `--json` prints of a fit: its summary without what binds its files together. */
function reportOf({
  files: _,
  sha256: _own,
  ...report
}: (FitSummary & Bound) | (EstimateSummary & Bound)): SubjectVerdict {
  return report;
}
