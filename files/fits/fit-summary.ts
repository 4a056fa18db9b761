/** What `summary.json` says of a fit. */
import type { CentringSummary } from '../../host/diagnose/summarise.ts';
import type { SampledPosterior } from '../../host/fit.ts';
import type { Hint } from '../../host/hints/hint.ts';
import type { StoredBasis } from '../../host/predict/stored-basis.ts';
import type { ManifestLatent } from '../../module/manifest.ts';
import type { Provenance } from './provenance.ts';

/** As `--json` prints it and `summary.json` has it. */
export interface FitSummary extends DataSummary {
  /** The alternative that each `choose` of the layout took; absent where there is none. */
  readonly choices?: Readonly<Record<string, string>>;
  /** By latent: mean, sd, q5, q50, q95, hdi95, mcse, essBulk, essTail, rhat. */
  readonly parameters: SampledPosterior['summary'];
  /** By latent or report: the scale of measurement that its prior, or what it follows from, puts it on. */
  readonly scales: Readonly<Record<string, ManifestLatent['scale']>>;
  readonly sampler: SampledPosterior['sampler'] & {
    /** How far the latents were centred whose centring chains learn; absent where there are none. */
    readonly centrings?: readonly CentringSummary[];
    readonly scoutGradients: number;
    /** Absent in what an earlier version wrote. */
    readonly scouts?: SampledPosterior['scouts'];
    readonly compileSeconds: number;
    readonly samplingSeconds: number;
  };
  readonly status: SampledPosterior['verdict']['status'];
  readonly findings: SampledPosterior['verdict']['findings'];
  /** What scouts found, the mode with most mass first. */
  readonly modes: SampledPosterior['modes'];
  /** What the data cannot tell, as found before sampling. */
  readonly hints: readonly Hint[];
  /** What was fitted to what, and how: enough to do it again. Absent in what an earlier version wrote. */
  readonly made?: Provenance;
}

/** What is said of the data that were fitted, and what predictions of other rows take besides the draws. */
export interface DataSummary {
  readonly rows: number;
  /** By column of the layout, a digest of what was fitted, by which `compare` knows the rows again; absent in what an earlier version wrote. */
  readonly digests?: Readonly<Record<string, string>>;
  /** What predictions of other rows take besides the draws. */
  readonly fitted: StoredBasis;
  /** By demand, how many cells of the table had no value and were taken for what the layout says; absent where none. */
  readonly replaced?: Readonly<Record<string, number>>;
  readonly outcomes: Readonly<Record<string, OutcomeSummary>>;
}

/**
 * The column an outcome was read from, and how many of its rows are 1 or, where it is no outcome of 0 and 1, their mean. `missing` is in
 * how many rows it is not there, and absent where it is in all.
 */
export type OutcomeSummary =
  | { readonly column: string; readonly successes: number; readonly missing?: number }
  | { readonly column: string; readonly mean: number; readonly missing?: number };
