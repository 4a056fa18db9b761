/** One fitted subject as `--json` and `summary.json` give it. */
import type { Fit } from '../host/fit.ts';
import type { Hint } from '../host/hints/hint.ts';
import type { Manifest, ManifestLatent } from '../host/manifest.ts';
import { type StoredFit, storeFit } from '../host/predict/stored.ts';
import { digestsOf } from './column-digests.ts';
import type { Subject } from './outcome-choice.ts';
import { columnsOf, type Table } from './read-table.ts';
import { version } from './version.ts';

/** What is known of a subject once it is fitted. */
export interface SubjectReport {
  /** The alternative that each `choose` of the layout took; absent where there is none. */
  readonly choices?: Readonly<Record<string, string>>;
  /** By latent: mean, sd, q5, q50, q95, hdi95, mcse, essBulk, essTail, rhat. */
  readonly parameters: Fit['summary'];
  /** By latent: the scale of measurement that its prior puts it on. */
  readonly scales: Readonly<Record<string, ManifestLatent['scale']>>;
  readonly sampler: Fit['sampler'] & {
    readonly scoutGradients: number;
    readonly compileSeconds: number;
    readonly samplingSeconds: number;
  };
  readonly status: Fit['verdict']['status'];
  readonly findings: Fit['verdict']['findings'];
  /** What scouts found, the mode with most mass first. */
  readonly modes: Fit['modes'];
  /** What the data cannot tell, as found before sampling. */
  readonly hints: readonly Hint[];
  readonly rows: number;
  /** By column of the layout, a digest of what was fitted, by which `compare` knows the rows again. */
  readonly digests: Readonly<Record<string, string>>;
  /** What predictions of other rows take besides the draws. */
  readonly fitted: StoredFit;
  /** By demand, how many cells of the table had no value and were taken for what the layout says; absent where none. */
  readonly replaced?: Readonly<Record<string, number>>;
  readonly outcomes: Readonly<Record<string, OutcomeReport>>;
}

/**
 * The column an outcome was read from, and how many of its rows are 1 or, where it is no outcome of 0 and 1, their mean. `missing` is in
 * how many rows it is not there, and absent where it is in all.
 */
export type OutcomeReport =
  | { readonly column: string; readonly successes: number; readonly missing?: number }
  | { readonly column: string; readonly mean: number; readonly missing?: number };

export function reportSubject(
  manifest: Manifest,
  table: Table,
  subject: Subject,
  fit: Fit,
  hints: readonly Hint[],
  compileSeconds: number,
): SubjectReport {
  const columns = columnsOf(table, subject);
  return {
    ...(manifest.choices === undefined ? {} : { choices: manifest.choices }),
    parameters: fit.summary,
    scales: Object.fromEntries(manifest.latents.map(({ name, scale }) => [name, scale])),
    sampler: {
      ...fit.sampler,
      scoutGradients: fit.scoutGradients,
      compileSeconds,
      samplingSeconds: fit.samplingSeconds,
    },
    modes: fit.modes,
    status: fit.verdict.status,
    findings: fit.verdict.findings,
    hints,
    rows: table.rows,
    digests: digestsOf(columns),
    fitted: storeFit(manifest, { levels: table.levels, statistics: fit.statistics }),
    ...(table.replaced.size === 0 ? {} : { replaced: Object.fromEntries(table.replaced) }),
    outcomes: Object.fromEntries(
      [...subject.columns].map(([outcome, column]) => {
        const { kind } = manifest.columns.find(({ name }) => name === outcome)!;
        return [outcome, reportOutcome(column, kind === 'binary', columns.get(outcome)!)];
      }),
    ),
  };
}

function reportOutcome(column: string, isBinary: boolean, values: Float64Array): OutcomeReport {
  const there = values.filter((value) => !Number.isNaN(value));
  const sum = there.reduce((total, value) => total + value, 0);
  const missing = values.length - there.length;
  return {
    ...(isBinary ? { column, successes: sum } : { column, mean: sum / there.length }),
    ...(missing === 0 ? {} : { missing }),
  };
}

/** The one object that `--json` prints: the subjects by name, and what made them. */
export function reportAll(manifest: Manifest, subjects: ReadonlyMap<string, SubjectReport>): object {
  return { subjects: Object.fromEntries(subjects), layout: manifest.layout, version: version() };
}
