/** The `summary.json` of a fit. */
import type { CentringSummary } from '../../host/diagnose/summarise.ts';
import type { SampledPosterior } from '../../host/fit.ts';
import type { Hint } from '../../host/hints/hint.ts';
import type { StoredBasis } from '../../host/predict/stored-basis.ts';
import type { ManifestLatent } from '../../module/manifest.ts';
import type { LayoutChecks } from './layout-checks.ts';
import type { Provenance } from './provenance.ts';

/** As in `--json` and `summary.json`. */
export interface FitSummary extends DataSummary {
  /** The chosen alternative of each `choose` of the layout; absent without choices. */
  readonly choices?: Readonly<Record<string, string>>;
  /** By latent: mean, sd, q5, q50, q95, hdi95, mcse, essBulk, essTail, rhat. */
  readonly parameters: SampledPosterior['summary'];
  /** By latent or report, the scale of measurement that its prior, or the latents in its expression, imply. */
  readonly scales: Readonly<Record<string, ManifestLatent['scale']>>;
  readonly sampler: SampledPosterior['sampler'] & {
    /** The centring of the latents whose centring is learnt by chains; absent without such latents. */
    readonly centrings?: readonly CentringSummary[];
    readonly scoutGradients: number;
    /** Absent in files of earlier versions. */
    readonly scouts?: SampledPosterior['scouts'];
    readonly compileSeconds: number;
    readonly samplingSeconds: number;
  };
  readonly status: SampledPosterior['verdict']['status'];
  readonly findings: SampledPosterior['verdict']['findings'];
  /** The modes that scouts found, the one with most mass first. */
  readonly modes: SampledPosterior['modes'];
  /** What the data cannot determine, found before sampling. */
  readonly hints: readonly Hint[];
  /**
   * By ability or report with a category, how its levels rank: the median and the quantiles of 5 and 95 % of the rank, where 1 is the
   * highest, and the probability to be first. Absent without any, and in files of earlier versions.
   */
  readonly standings?: Readonly<Record<string, readonly LevelStanding[]>>;
  /** Whether the layout describes the rows; absent in files of earlier versions, and of a fit that failed. */
  readonly checks?: LayoutChecks;
  /** What was fitted to which data, and how: enough to repeat it. Absent in files of earlier versions. */
  readonly made?: Provenance;
}

/** How a level ranks among those of its category. */
export interface LevelStanding {
  readonly level: string;
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
  readonly highest: number;
}

/** The description of the fitted data, and what predictions need besides the draws. */
export interface DataSummary {
  readonly rows: number;
  /**
   * By column of the layout, a digest of the fitted values, by which `compare` recognises the rows; absent in files of
   * earlier versions.
   */
  readonly digests?: Readonly<Record<string, string>>;
  /** What predictions of other rows need besides the draws. */
  readonly fitted: StoredBasis;
  /**
   * By demand, the number of cells without a value, which were replaced as the layout says; absent if there were none.
   */
  readonly replaced?: Readonly<Record<string, number>>;
  readonly outcomes: Readonly<Record<string, OutcomeSummary>>;
}

/**
 * The column from which an outcome was read, and the number of ones, the number of rows with each named value, or the mean.
 * `missing` is the number of rows without the outcome, absent if it is 0.
 */
export type OutcomeSummary =
  | {
      readonly column: string;
      readonly successes: number;
      readonly missing?: number;
      readonly weights?: WeightSummary;
    }
  | {
      readonly column: string;
      /** In the order of the layout. */
      readonly values: readonly { readonly value: string; readonly rows: number }[];
      readonly missing?: number;
      readonly weights?: WeightSummary;
    }
  | {
      readonly column: string;
      readonly mean: number;
      readonly missing?: number;
      readonly weights?: WeightSummary;
    };

/** The number of rows that have an outcome: of rows that stand for several, those that they stand for. */
export function rowsSeen(rows: number, { missing = 0, weights }: OutcomeSummary): number {
  return weights?.kind === 'count' ? weights.sum : rows - missing;
}

/** How much the rows with an outcome count together; absent where each counts once. */
export interface WeightSummary {
  /** `count` if a row stands for so many equal ones. */
  readonly kind: 'weight' | 'count';
  /** The column of the layout. */
  readonly column: string;
  readonly sum: number;
  /** How many rows of equal weight say as much, by Kish (1965): (Σ w)² / Σ w². For counts it is the sum. */
  readonly effectiveRows: number;
}
