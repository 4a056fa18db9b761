/** One estimated subject as `--json` and `summary.json` give it. */

import type { EstimateSummary } from '../../files/fits/estimate-summary.ts';
import type { Estimate } from '../../host/estimate/judge.ts';
import type { Hint } from '../../host/hints/hint.ts';
import type { Manifest } from '../../module/manifest.ts';
import type { Subject } from '../options/outcome-choice.ts';
import type { Table } from '../tables/read-table.ts';
import { reportData } from './subject-report.ts';

export function reportEstimate(
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
    covariance: estimate.covariance.map((row) => Array.from(row, finite)),
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
    findings: verdict.findings,
    hints,
    ...reportData(manifest, table, subject, estimate.statistics),
    made,
  };
}
