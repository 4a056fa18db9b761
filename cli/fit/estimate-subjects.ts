/** Computes point estimates for the subjects of a table, and yields them in order, each as soon as it is ready. */
import type { EstimateSummary } from '../../files/fits/estimate-summary.ts';
import { STORED } from '../../files/fits/file-names.ts';
import { rowsOfSubject } from '../../files/tables/further-tables.ts';
import type { Table } from '../../files/tables/layout-table.ts';
import type { Subject } from '../../files/tables/plan-reading.ts';
import { condense } from '../../host/condense.ts';
import { cmdStanCsvPieces } from '../../host/draws-csv.ts';
import { estimatePoint } from '../../host/estimate/estimate.ts';
import type { Estimate } from '../../host/estimate/judge.ts';
import type { EstimateMethod } from '../../host/estimate/settings.ts';
import type { Hint } from '../../host/hints/hint.ts';
import { parametersOf } from '../../host/parameters.ts';
import { mainPart } from '../../host/row-tables.ts';
import { HostError } from '../../module/host-error.ts';
import type { Manifest } from '../../module/manifest.ts';
import type { ResultFile } from '../process/results.ts';
import { resultColor, resultWidth } from '../terminal.ts';
import { renderEstimate } from './estimate-table.ts';
import type { EstimateCommandOptions } from './fit-options.ts';
import { staleFiles } from './result-files.ts';
import type { FitWork, SubjectResult } from './sample-subjects.ts';
import { reportFindings, summariseData } from './summary.ts';

interface EstimateSettings extends EstimateCommandOptions {
  readonly method: EstimateMethod;
  readonly seed: bigint;
  readonly chains: number;
  readonly draws: number;
}

/** @throws HostError that names the subject */
export async function* estimateSubjects(
  work: FitWork,
  settings: EstimateSettings,
  origin: EstimateSummary['made'],
): AsyncGenerator<SubjectResult, void, void> {
  const { table, hints, seconds, predictor } = work;
  const manifest = mainPart(work.loaded.manifest);
  for await (const { subject, estimate } of estimatesOf(work, settings)) {
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

/**
 * Yields each subject with its estimate, one after another, because each uses all threads. @throws HostError that names
 * the subject
 */
async function* estimatesOf(
  { loaded, table, pool, progress, signal }: FitWork,
  { method, starts, confidence, seed, chains, draws }: EstimateSettings,
): AsyncGenerator<{ subject: Subject; estimate: Estimate }, void, void> {
  const parameters = parametersOf(loaded.manifest, table.levels);
  for (const subject of table.subjects) {
    progress.stage(`estimating ${subject.name}`);
    try {
      const condensed = await condense(loaded, rowsOfSubject(table, subject), signal);
      const rows = { ...condensed, levelNames: table.levels };
      const given = starts === undefined ? {} : { starts };
      const options = { method, ...given, level: confidence, seed, chains, draws, pool, signal };
      yield { subject, estimate: await estimatePoint(loaded, rows, parameters, options) };
    } catch (error) {
      if (!(error instanceof HostError) || error.kind === 'interrupted') throw error;
      throw new HostError(error.kind, `${subject.name}: ${error.message}`, error.remedy);
    }
  }
}

/** One estimated subject as `--json` and `summary.json` give it. */
function reportEstimate(
  manifest: Manifest,
  table: Table,
  subject: Subject,
  estimate: Estimate,
  hints: readonly Hint[],
  compileSeconds: number,
  made: EstimateSummary['made'],
): EstimateSummary {
  const { settings, approximation, verdict } = estimate;
  // JSON has no NaN and no infinities.
  const finite = (value: number) => (Number.isFinite(value) ? value : null);
  return {
    ...(manifest.choices === undefined ? {} : { choices: manifest.choices }),
    method: settings.method,
    parameters: estimate.estimates,
    ...(approximation === null ? {} : { posterior: approximation.summary }),
    scales: Object.fromEntries(manifest.latents.map(({ name, scale }) => [name, scale])),
    point: Array.from(estimate.point, finite),
    covariance: estimate.covariance?.map((row) => Array.from(row, finite)) ?? null,
    confidence: settings.level,
    logLikelihood: finite(estimate.logLikelihood),
    logPrior: finite(estimate.logPrior),
    told: estimate.told,
    observations: estimate.observations,
    aic: estimate.aic,
    bic: estimate.bic,
    climbs: estimate.climbs,
    others: estimate.others,
    ...(approximation === null
      ? {}
      : {
          paretoK: finite(approximation.paretoK),
          sampler: { chains: approximation.draws.length, draws: approximation.draws[0]!.lp.length },
        }),
    estimator: {
      starts: settings.starts,
      seed: String(settings.seed),
      gradients: estimate.gradients,
      compileSeconds,
      seconds: estimate.seconds,
    },
    status: verdict.status,
    findings: reportFindings(verdict.findings),
    hints,
    ...summariseData(manifest, table, subject, estimate.statistics),
    made,
  };
}

/** The files beside `summary.json`: `model.wasm`, for predictions, and `draws.csv` for Laplace's approximation. */
function estimateFiles(
  manifest: Manifest,
  { parameters, approximation, settings }: Estimate,
  /** Null for a module that cannot predict. */
  module: Uint8Array | null,
): ResultFile[] {
  const files: ResultFile[] = [];
  if (module !== null) files.push({ path: STORED.module, content: module });
  if (approximation === null) return files;
  const csv = cmdStanCsvPieces({
    layout: manifest.layout,
    latents: parameters.map(({ column }) => column),
    names: parameters.map(({ name }) => name),
    chains: approximation.draws.map((draws, index) => ({ id: index + 1, draws })),
    settings: { method: 'laplace', seed: settings.seed },
  });
  files.push({ path: STORED.csv, content: csv });
  return files;
}
