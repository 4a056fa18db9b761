/** What `summary.json` says of a point estimate. */
import type { ParameterSummary } from '../../host/diagnose/summarise.ts';
import type { EstimatedParameter } from '../../host/estimate/estimated-parameters.ts';
import type { Estimate } from '../../host/estimate/judge.ts';
import type { EstimateMethod } from '../../host/estimate/settings.ts';
import type { Hint } from '../../host/hints/hint.ts';
import type { ManifestLatent } from '../../module/manifest.ts';
import type { DataSummary } from './fit-summary.ts';
import type { Provenance } from './provenance.ts';

/** As `--json` prints it and `summary.json` has it. */
export interface EstimateSummary extends DataSummary {
  readonly choices?: Readonly<Record<string, string>>;
  readonly method: EstimateMethod;
  /** By parameter; of Laplace's approximation the mode. */
  readonly parameters: Readonly<Record<string, EstimatedParameter>>;
  /** By parameter what the draws of Laplace's approximation sum up to; absent of others. */
  readonly posterior?: Readonly<Record<string, ParameterSummary>>;
  /** By latent: the scale of measurement that its prior puts it on. */
  readonly scales: Readonly<Record<string, ManifestLatent['scale']>>;
  /** One number per parameter, in their order, with which rows are predicted. */
  readonly point: readonly (number | null)[];
  /** Of the estimates, one row per parameter; null of more than 300. */
  readonly covariance: readonly (readonly (number | null)[])[] | null;
  readonly confidence: number;
  readonly logLikelihood: number | null;
  readonly logPrior: number | null;
  /** How many parameters the likelihood or density tells: those that lie on no bound, or as many combinations of them. */
  readonly told: number;
  /** Rows that have an outcome. */
  readonly observations: number;
  readonly aic: number | null;
  readonly bic: number | null;
  readonly climbs: Estimate['climbs'];
  readonly others: Estimate['others'];
  /** Of Laplace's approximation; null where too little is known of its tail. */
  readonly paretoK?: number | null;
  /** Of Laplace's approximation, how many draws there are. */
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
  /** What was estimated from what; how, the other properties say. */
  readonly made: Omit<Provenance, 'settings'>;
}
