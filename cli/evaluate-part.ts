/** One part of an evaluation: a fit to the training rows, and what it and the baselines predict of the rows held out. */
import { predictAggregate } from '../evaluate/baselines/aggregate.ts';
import { type FeatureColumn, makeFeatures } from '../evaluate/baselines/features.ts';
import {
  fitLogisticRegression,
  predictLogisticRegression,
} from '../evaluate/baselines/logistic-regression.ts';
import { EvaluationError } from '../evaluate/evaluation-error.ts';
import { predictBoostedTrees } from '../evaluate/node/boosted-trees.ts';
import type { ChainPool } from '../host/chain-pool.ts';
import type { FindingKind } from '../host/diagnose/finding.ts';
import type { VerdictStatus } from '../host/diagnose/verdict.ts';
import { fit as fitOnce } from '../host/fit.ts';
import { HostError } from '../host/host-error.ts';
import { orderLevels } from '../host/levels.ts';
import type { LoadedModule } from '../host/load.ts';
import { predict } from '../host/predict/predict.ts';
import type { SamplerSettings } from '../host/sample.ts';
import { type EvaluatedRows, fittedColumns, predictedColumns } from './evaluate-rows.ts';

/** What predicts, the layout first; as the table and the JSON call them. */
export const PREDICTORS = ['layout', 'aggregate', 'logistic regression', 'boosted trees'] as const;
export type Predictor = (typeof PREDICTORS)[number];

/** What each predictor says of the rows held out that have the outcome, and what came; or why it says nothing. */
export interface OutcomePredictions {
  readonly outcomes: Float64Array;
  readonly probabilities: Readonly<Partial<Record<Predictor, Float64Array>>>;
  readonly silent: Readonly<Partial<Record<Predictor, string>>>;
}

export interface EvaluatedPart {
  readonly training: number;
  readonly test: number;
  readonly status: VerdictStatus;
  readonly findings: readonly FindingKind[];
  /** By outcome. */
  readonly outcomes: ReadonlyMap<string, OutcomePredictions>;
}

export interface PartToEvaluate {
  readonly loaded: LoadedModule;
  readonly rows: EvaluatedRows;
  /** The outcomes of 0 and 1. */
  readonly outcomes: readonly string[];
  readonly training: readonly number[];
  readonly test: readonly number[];
  readonly settings: SamplerSettings & { readonly scouts: number };
  readonly baselines: boolean;
  readonly pool: ChainPool;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

/** @throws HostError as `fit` and `predict` do. */
export async function evaluatePart(part: PartToEvaluate): Promise<EvaluatedPart> {
  const { loaded, rows, training, test, settings, pool, signal, onProgress } = part;
  const { columns, levels } = fittedColumns(rows, training);
  const fit = await fitOnce(loaded, columns, { ...settings, levels, pool, signal, onProgress });
  const fitted = { draws: fit.draws, statistics: fit.statistics, levels };
  const { outcomes } = await predict(loaded, fitted, predictedColumns(rows, test)).catch((error) => {
    if (!(error instanceof HostError)) throw error;
    throw new HostError(error.kind, `Of the rows held out: ${error.message}`, error.remedy);
  });
  const predicted = new Map<string, OutcomePredictions>();
  for (const outcome of part.outcomes) {
    predicted.set(outcome, await compareWithBaselines(part, outcome, outcomes[outcome]!.mean));
  }
  return {
    training: training.length,
    test: test.length,
    status: fit.verdict.status,
    findings: fit.verdict.findings.map(({ kind }) => kind),
    outcomes: predicted,
  };
}

async function compareWithBaselines(
  { loaded, rows, training, test, baselines }: PartToEvaluate,
  outcome: string,
  means: Float64Array,
): Promise<OutcomePredictions> {
  const values = rows.numbers.get(outcome)!;
  const isThere = (row: number) => !Number.isNaN(values[row]!);
  const scored = test.filter(isThere);
  const learnt = training.filter(isThere);
  const outcomes = Float64Array.from(scored, (row) => values[row]!);
  const learntOutcomes = Float64Array.from(learnt, (row) => values[row]!);
  const probabilities: Partial<Record<Predictor, Float64Array>> = {
    layout: Float64Array.from(test.flatMap((row, place) => (isThere(row) ? [means[place]!] : []))),
    aggregate: predictAggregate(learntOutcomes, scored.length),
  };
  const silent: Partial<Record<Predictor, string>> = {};
  if (baselines) {
    const features = makeFeatures(featureColumns(loaded, rows), learnt, scored);
    const set = { features: features.training, outcomes: learntOutcomes };
    const learn = async (predictor: Predictor, predictions: () => Float64Array | Promise<Float64Array>) => {
      try {
        probabilities[predictor] = await predictions();
      } catch (error) {
        if (!(error instanceof EvaluationError)) throw error;
        silent[predictor] = error.message;
      }
    };
    await learn('logistic regression', () =>
      predictLogisticRegression(fitLogisticRegression(set), features.test),
    );
    await learn('boosted trees', () => predictBoostedTrees(set, features.test));
  }
  return { outcomes, probabilities, silent };
}

/** What the baselines are told: the demands and categories of the layout, with what it takes missing values for. */
function featureColumns({ manifest }: LoadedModule, { numbers, names }: EvaluatedRows): FeatureColumn[] {
  return manifest.columns.flatMap(({ name, role, missing }): FeatureColumn[] => {
    if (role === 'outcome') return [];
    if (role === 'demand') {
      const values = numbers.get(name)!;
      return [
        {
          kind: 'demand',
          name,
          values: values.map((value) => (Number.isNaN(value) ? (missing ?? value) : value)),
        },
      ];
    }
    const levels = orderLevels(new Set(names.get(name)!));
    const codes = new Map(levels.map((level, code) => [level, code]));
    return [{ kind: 'category', name, levels, values: names.get(name)!.map((level) => codes.get(level)!) }];
  });
}
