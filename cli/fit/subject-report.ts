/** One fitted subject as `--json` and `summary.json` give it. */

import { digestsOf } from '../../files/fits/column-digests.ts';
import type { DataSummary, FitSummary, OutcomeSummary } from '../../files/fits/fit-summary.ts';
import type { Provenance } from '../../files/fits/provenance.ts';
import type { Fit } from '../../host/fit.ts';
import type { Hint } from '../../host/hints/hint.ts';
import { storeFit } from '../../host/predict/stored.ts';
import type { FittedStatistics } from '../../host/rows.ts';
import type { Manifest } from '../../module/manifest.ts';
import type { Subject } from '../options/outcome-choice.ts';
import { columnsOf, type Table } from '../tables/read-table.ts';
import { version } from '../version.ts';

export function reportSubject(
  manifest: Manifest,
  table: Table,
  subject: Subject,
  fit: Fit,
  hints: readonly Hint[],
  compileSeconds: number,
  made: Provenance,
): FitSummary {
  return {
    ...(manifest.choices === undefined ? {} : { choices: manifest.choices }),
    parameters: fit.summary,
    scales: Object.fromEntries(manifest.latents.map(({ name, scale }) => [name, scale])),
    sampler: {
      ...fit.sampler,
      scoutGradients: fit.scoutGradients,
      scouts: fit.scouts,
      compileSeconds,
      samplingSeconds: fit.samplingSeconds,
    },
    modes: fit.modes,
    status: fit.verdict.status,
    findings: fit.verdict.findings,
    hints,
    ...reportData(manifest, table, subject, fit.statistics),
    made,
  };
}

/** What is told of a subject's data, and what its predictions take besides the draws. */
export function reportData(
  manifest: Manifest,
  table: Table,
  subject: Subject,
  statistics: FittedStatistics,
): DataSummary {
  const columns = columnsOf(table, subject);
  return {
    rows: table.rows,
    digests: digestsOf(columns),
    fitted: storeFit(manifest, { levels: table.levels, statistics }),
    ...(table.replaced.size === 0 ? {} : { replaced: Object.fromEntries(table.replaced) }),
    outcomes: Object.fromEntries(
      [...subject.columns].map(([outcome, column]) => {
        const { kind } = manifest.columns.find(({ name }) => name === outcome)!;
        return [outcome, reportOutcome(column, kind === 'binary', columns.get(outcome)!)];
      }),
    ),
  };
}

function reportOutcome(column: string, isBinary: boolean, values: Float64Array): OutcomeSummary {
  const there = values.filter((value) => !Number.isNaN(value));
  const sum = there.reduce((total, value) => total + value, 0);
  const missing = values.length - there.length;
  return {
    ...(isBinary ? { column, successes: sum } : { column, mean: sum / there.length }),
    ...(missing === 0 ? {} : { missing }),
  };
}

/** The one object that `--json` prints: the subjects by name, and what made them. */
export function reportAll(manifest: Manifest, subjects: ReadonlyMap<string, object>): object {
  return { subjects: Object.fromEntries(subjects), layout: manifest.layout, version: version() };
}
