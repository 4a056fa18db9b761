/** The `summary.json` of a point estimate. */
import type { ParameterSummary } from '../../host/diagnose/summarise.ts';
import type { EstimatedParameter } from '../../host/estimate/estimated-parameters.ts';
import type { Estimate } from '../../host/estimate/judge.ts';
import type { EstimateMethod } from '../../host/estimate/settings.ts';
import type { Hint } from '../../host/hints/hint.ts';
import type { ManifestLatent } from '../../module/manifest.ts';
import type { DataSummary } from './fit-summary.ts';
import type { Provenance } from './provenance.ts';

/** As in `--json` and `summary.json`. */
export interface EstimateSummary extends DataSummary {
  readonly choices?: Readonly<Record<string, string>>;
  readonly method: EstimateMethod;
  /** By parameter; for Laplace's approximation the mode. */
  readonly parameters: Readonly<Record<string, EstimatedParameter>>;
  /** By parameter, the summaries of the draws of Laplace's approximation; absent for other methods. */
  readonly posterior?: Readonly<Record<string, ParameterSummary>>;
  /** By latent, the scale of measurement that its prior implies. */
  readonly scales: Readonly<Record<string, ManifestLatent['scale']>>;
  /** The point that predicts rows: one number per parameter, in order. */
  readonly point: readonly (number | null)[];
  /** The covariance of the estimates, one row per parameter; null for more than 300. */
  readonly covariance: readonly (readonly (number | null)[])[] | null;
  readonly confidence: number;
  readonly logLikelihood: number | null;
  readonly logPrior: number | null;
  /**
   * The number of parameters that the likelihood or density determines: those that are not on a bound, or the number of
   * their combinations that are determined.
   */
  readonly told: number;
  /** Rows that have an outcome. */
  readonly observations: number;
  readonly aic: number | null;
  readonly bic: number | null;
  readonly climbs: Estimate['climbs'];
  readonly others: Estimate['others'];
  /** For Laplace's approximation; null if too little is known about its tail. */
  readonly paretoK?: number | null;
  /** For Laplace's approximation, the number of draws. */
  readonly sampler?: { readonly chains: number; readonly draws: number };
  readonly estimator: {
    readonly starts: number;
    readonly seed: string;
    readonly gradients: number;
    readonly compileSeconds: number;
    readonly seconds: number;
  };
  readonly status: Estimate['verdict']['status'];
  readonly findings: Estimate['verdict']['findings'];
  readonly hints: readonly Hint[];
  /** What was estimated from which data; the other properties say how. */
  readonly made: Omit<Provenance, 'settings'>;
}
