/** The values that scikit-learn, YDF, XGBoost, ArviZ and R found for the same numbers: see make-reference.py and make-reference.R. */
import { readFileSync } from 'node:fs';
import type { LikelihoodMatrix } from '../../../analysis/evaluate/compare/criteria.ts';

function read<Content>(name: string): Content {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Content;
}

interface BaselineReference {
  readonly demands: readonly string[];
  readonly outcome: string;
  readonly testRows: number;
  readonly aggregate: number;
  readonly logistic: {
    readonly intercept: number;
    readonly coefficients: readonly number[];
    readonly brier: number;
  };
  readonly ydf: number;
  readonly xgboost: number;
  readonly randomForest: number;
}

export const PYTHON = read<{
  readonly scores: {
    readonly probabilities: readonly number[];
    readonly outcomes: readonly number[];
    readonly brier: number;
    readonly logScore: number;
    readonly auroc: number;
    readonly calibration: number;
    readonly refinement: number;
    readonly withinVariance: number;
    readonly withinCovariance: number;
    readonly calibrationError: number;
  };
  readonly objectPermanence: BaselineReference;
  readonly ocr: BaselineReference;
  readonly arviz: Readonly<
    Record<
      SchoolModel,
      {
        readonly elpd: number;
        readonly paretoK: readonly number[];
        readonly relativeEfficiency: readonly number[];
      }
    >
  >;
}>('python.json');

/** `estimates` are elpd, the effective number of parameters, and −2 elpd. */
export interface Summary {
  readonly estimates: readonly number[];
  readonly errors: readonly number[];
  readonly pointwise: readonly number[];
}

export const R = read<{
  readonly loo: Readonly<Record<SchoolModel, Summary & { readonly paretoK: readonly number[] }>>;
  readonly counts: readonly number[];
  readonly repeated: Summary;
  readonly waic: Readonly<Record<SchoolModel, Summary>>;
  readonly comparison: {
    readonly names: readonly SchoolModel[];
    readonly difference: readonly number[];
    readonly error: readonly number[];
  };
  /** Rows of the log densities of three models. */
  readonly mixed: readonly (readonly number[])[];
  readonly stacking: readonly number[];
  readonly schoolsStacking: readonly number[];
  readonly pseudoBma: readonly number[];
  readonly delongError: number;
  /** A second predictor of the outcomes of Python's `scores`, and how far their areas differ. */
  readonly coarse: readonly number[];
  readonly aurocDifference: number;
  readonly aurocDifferenceError: number;
}>('r.json');

export const SCHOOL_MODELS = ['hierarchical', 'pooled', 'separate'] as const;
export type SchoolModel = (typeof SCHOOL_MODELS)[number];

const schools = read<{
  readonly chains: number;
  readonly rows: number;
  readonly values: Readonly<Record<SchoolModel, readonly number[]>>;
}>('eight-schools.json');

/** The log likelihoods of the eight schools at draws of a model's posterior. */
export function schoolsLikelihood(
  model: SchoolModel,
  counts: readonly number[] | null = null,
): LikelihoodMatrix {
  const { chains, rows, values } = schools;
  return { values: Float64Array.from(values[model]), rows, chains, counts };
}
