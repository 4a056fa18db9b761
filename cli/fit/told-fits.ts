/** The subjects of a fit that samples, one by one as they are there. */

import { SimulationError } from '../../analysis/simulate/simulation-error.ts';
import type { Provenance } from '../../files/fits/provenance.ts';
import type { Source } from '../../grammar/source.ts';
import type { SamplerSettings } from '../../host/draws.ts';
import type { Fit } from '../../host/fit.ts';
import type { Manifest } from '../../module/manifest.ts';
import { columnsOf, type Table } from '../tables/read-table.ts';
import { resultColor, resultWidth } from '../terminal.ts';
import { version } from '../version.ts';
import type { DrawsFormat } from './draws-format.ts';
import { fitSubjects } from './fit-subjects.ts';
import { type FittedSubject, subjectEstimates } from './forest-groups.ts';
import { renderProfile } from './profile-table.ts';
import { resultFiles, staleFiles } from './result-files.ts';
import { reportSubject } from './subject-report.ts';
import type { FitWork, Told } from './told.ts';

/** How chains are drawn, and how their draws are written. */
interface SampledFitOptions extends SamplerSettings {
  readonly scouts: number;
  readonly drawsAs: readonly DrawsFormat[];
}

export async function* toldFits(
  work: FitWork,
  options: SampledFitOptions,
  made: Provenance,
): AsyncGenerator<Told, void, void> {
  const { source, table, hints, seconds, predictor } = work;
  const { manifest } = work.loaded;
  for await (const { subject, fit } of fitSubjects({ ...work, settings: options })) {
    const { name } = subject;
    const report = reportSubject(manifest, table, subject, fit, hints.get(name)!, seconds, made);
    const { parameters, draws } = fit;
    const columns = columnsOf(table, subject);
    const fitted = { manifest, parameters, draws, settings: options, columns, version: version() };
    yield {
      name,
      report,
      estimates: async () =>
        subjectEstimates({ name, fit, ends: await endsOfFit(manifest, source, table, fit) }),
      files: async (folder) => ({
        fit: { files: await resultFiles(options.drawsAs, fitted, predictor), summary: report },
        stale: staleFiles(folder, options.drawsAs, options.chains, predictor !== null),
      }),
      render: () => renderProfile(name, parameters, report, resultColor(), resultWidth()),
    };
  }
}

/** Where the values of parameters end, by the data where only they say it. */
async function endsOfFit(
  manifest: Manifest,
  source: Source | null,
  { levels }: Pick<Table, 'levels'>,
  { parameters, draws, statistics, verdict }: Fit,
): Promise<FittedSubject['ends']> {
  const { endsIn } = await import('../stored-fits/figure-fits.ts');
  const known = { manifest, parameters, draws, levels, statistics, sampler: null };
  const failed = verdict.status === 'failed';
  const { choices = {} } = manifest;
  const layoutText = source?.text ?? null;
  try {
    return await endsIn(null, { ...known, name: manifest.layout, failed, layoutText, choices });
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    // Priors that draws from the priors break say no ends; the fit is none the worse for it.
    return new Map();
  }
}
