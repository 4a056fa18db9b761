/** A point estimate as an object: the estimates with their errors, and predictions. */

import { HostError } from '../../module/host-error.ts';
import type { ColumnsInput } from '../../module/to-columns.ts';
import { type BoundLayout, type FitContext, FittedModel } from '../api/fitted-model.ts';
import type { Verdict } from '../diagnose/verdict-status.ts';
import type { LatentParameter } from '../parameters.ts';
import type { Prediction, PredictOptions } from '../predict/predict.ts';
import type { NewColumns } from '../predict/rows.ts';
import { profileText } from '../profile.ts';
import type { Rows } from '../rows.ts';
import { DEFAULT_SETTINGS } from '../sample.ts';
import { estimatePoint } from './estimate.ts';
import { type EstimateRow, estimateRow, percent } from './estimate-rows.ts';
import type { EstimatedParameter } from './estimated-parameters.ts';
import type { Estimate } from './judge.ts';
import { predictEstimate } from './predict-estimate.ts';
import type { EstimateOptions, EstimateSettings } from './settings.ts';

/** The highest likelihood or posterior density of one layout given one set of data. */
export class EstimatedModel {
  readonly bound: BoundLayout;
  readonly settings: EstimateSettings;
  /** Whether the numbers can be used, and what to do if not. */
  readonly verdict: Verdict;
  readonly logLikelihood: number;
  /** With normalised priors, without Jacobians. */
  readonly logPrior: number;
  /** Akaike's and Schwarz's criteria; null except for maximum likelihood with a maximum. */
  readonly aic: number | null;
  readonly bic: number | null;
  readonly climbs: Estimate['climbs'];
  /** Other optima that are as high or nearly as high. */
  readonly others: Estimate['others'];
  /**
   * For Laplace's method the draws of the normal approximation, as a fit that predicts from them; null for other
   * methods, and if there is no such approximation. Its verdict is that of the estimate.
   */
  readonly approximation: FittedModel | null;
  /** For Laplace's method, how far the posterior is from the approximation; null for others. */
  readonly paretoK: number | null;
  readonly #estimate: Estimate;
  readonly #rows: Rows;
  readonly #readRows: (input: ColumnsInput) => Promise<NewColumns>;

  /** Use `BoundModel.fit`. */
  constructor(bound: BoundLayout, estimate: Estimate, { rows, readRows }: FitContext) {
    this.bound = bound;
    this.settings = estimate.settings;
    this.verdict = estimate.verdict;
    this.logLikelihood = estimate.logLikelihood;
    this.logPrior = estimate.logPrior;
    this.aic = estimate.aic;
    this.bic = estimate.bic;
    this.climbs = estimate.climbs;
    this.others = estimate.others;
    this.approximation = approximationOf(bound, estimate, { rows, readRows });
    this.#rows = rows;
    this.paretoK = estimate.approximation?.paretoK ?? null;
    this.#estimate = estimate;
    this.#readRows = readRows;
  }

  get parameters(): readonly LatentParameter[] {
    return this.#estimate.parameters;
  }

  /** By the name of the parameter: estimate, standard error and interval, unrounded; null if one does not exist. */
  estimates(): Readonly<Record<string, EstimatedParameter>> {
    return this.#estimate.estimates;
  }

  /**
   * The covariance of the estimates on the layout's own scale, in the order of `parameters`.
   *
   * @throws HostError of kind `data` for more than 300 parameters, for which no matrix is made
   */
  covariance(): readonly Float64Array[] {
    const { covariance } = this.#estimate;
    if (covariance === null) throw withoutCovariance(this.parameters.length);
    return covariance;
  }

  /** By the name of the parameter: the same as text, rounded to the digits that are meaningful. */
  profile(): Readonly<Record<string, EstimateRow>> {
    return Object.fromEntries(
      this.parameters.map(({ name, latent }) => [
        name,
        estimateRow(latent.unit, this.#estimate.estimates[name]!),
      ]),
    );
  }

  /** The estimates as a plain text table, with warnings. */
  toString(): string {
    const head = `${percent(this.settings.level)} interval`;
    const rows = Object.entries(this.profile()).map(
      ([name, { interval, ...row }]) => [name, { ...row, [head]: interval }] as const,
    );
    return profileText(new Map(rows), this.verdict);
  }

  /**
   * Predicts rows as `FittedModel.predict` does: at the estimate itself, with standard errors by the delta method; for
   * Laplace's method, from the draws of the approximation.
   *
   * @throws HostError of kind `data` when the rows do not fit the layout, or an option is out of range.
   */
  async predict(input: ColumnsInput, options: PredictOptions = {}): Promise<Prediction> {
    if (this.approximation !== null) return this.approximation.predict(input, options);
    const { point, statistics } = this.#estimate;
    const covariance = this.covariance();
    const { levels, model } = this.bound;
    return predictEstimate(
      model,
      { point, covariance, statistics, levels, fittedRows: this.#rows },
      await this.#readRows(input),
      options,
    );
  }
}

/** The settings of `BoundModel.fit` if its method is one of these. */
export async function estimateModel(
  bound: BoundLayout,
  context: FitContext,
  options: EstimateOptions,
): Promise<EstimatedModel> {
  const estimate = await estimatePoint(bound.model, context.rows, bound.parameters, options);
  return new EstimatedModel(bound, estimate, context);
}

/** The number of parameters above which there is no covariance matrix. */
export function withoutCovariance(parameters: number): HostError {
  return new HostError(
    'data',
    `There is no covariance matrix of ${parameters} parameters, but predictions from a single point need one for their errors.`,
    'Fit with `method: "laplace"` or `nuts`, and predict from the draws.',
  );
}

function approximationOf(
  bound: BoundLayout,
  { approximation, parameters, settings, statistics, verdict, gradients, seconds }: Estimate,
  context: FitContext,
): FittedModel | null {
  if (approximation === null) return null;
  const { draws, summary } = approximation;
  const { chains, draws: each, seed } = settings;
  return new FittedModel({
    bound,
    posterior: {
      ...{ manifest: bound.manifest, levels: bound.levels },
      ...{ draws, parameters, statistics, summary, verdict },
      sampler: {
        ...{ chains, warmup: 0, draws: each, gradients },
        ...{ divergences: 0, maxTreeDepthHits: 0, bfmi: draws.map(() => null) },
      },
      ...{ modes: [], scoutGradients: 0, scouts: { asked: 0, out: 0, arrived: 0 }, samplingSeconds: seconds },
      settings: { ...DEFAULT_SETTINGS, chains, warmup: 0, draws: each, seed, method: 'laplace' },
    },
    ...context,
  });
}
