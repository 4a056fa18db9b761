/** The subjects of a fit that estimates points, one by one as they are there. */
import type { EstimateSummary } from '../../files/fits/estimate-summary.ts';
import { resultColor, resultWidth } from '../terminal.ts';
import { estimateFiles } from './estimate-files.ts';
import { reportEstimate } from './estimate-report.ts';
import { estimateSubjects, type SubjectsToEstimate } from './estimate-subjects.ts';
import { renderEstimate } from './estimate-table.ts';
import { staleFiles } from './result-files.ts';
import type { FitWork, Told } from './told.ts';

export async function* toldEstimates(
  work: FitWork,
  settings: SubjectsToEstimate['settings'],
  origin: EstimateSummary['made'],
): AsyncGenerator<Told, void, void> {
  const { table, hints, seconds, predictor } = work;
  const { manifest } = work.loaded;
  for await (const { subject, estimate } of estimateSubjects({ ...work, settings })) {
    const { name } = subject;
    const report = reportEstimate(manifest, table, subject, estimate, hints.get(name)!, seconds, origin);
    const formats = estimate.approximation === null ? [] : (['csv'] as const);
    yield {
      name,
      report,
      estimates: null,
      files: async (folder) => ({
        fit: { files: estimateFiles(manifest, estimate, predictor), summary: report },
        stale: staleFiles(folder, formats, 0, predictor !== null),
      }),
      render: () => renderEstimate(name, estimate.parameters, report, resultColor(), resultWidth()),
    };
  }
}
