/**
 * Fits a layout to the training rows of each part of a split, predicts the held-out rows, and scores all parts
 * together.
 */
import { fitsAbreast, runAbreast } from '../../../host/abreast.ts';
import { transitionsOf } from '../../../host/chain.ts';
import type { ChainPool } from '../../../host/chain-pool.ts';
import type { FindingKind } from '../../../host/diagnose/finding.ts';
import type { VerdictStatus } from '../../../host/diagnose/verdict-status.ts';
import type { SamplerSettings } from '../../../host/draws.ts';
import { type FitOptions, fit as fitOnce, type SampledPosterior } from '../../../host/fit.ts';
import type { LoadedModule } from '../../../host/load.ts';
import type { PredictiveDraws } from '../../../host/posterior.ts';
import { predict } from '../../../host/predict/predict.ts';
import { resolveSettings } from '../../../host/sample.ts';
import { HostError } from '../../../module/host-error.ts';
import type { Levels } from '../../../module/levels.ts';
import { SimulationError } from '../../simulate/simulation-error.ts';
import { EvaluationError } from '../evaluation-error.ts';
import { type Comparison, comparePredictions, type Predictor } from '../scores/scored-predictors.ts';
import { compareValuePredictions, type ScoredValues, type ValueComparison } from '../scores/value-scores.ts';
import { predictBaselines } from './predict-baselines.ts';
import {
  columnsToPredict,
  type EvaluatedRows,
  fittedColumns,
  levelsToDraw,
  outcomesOf,
  type PartRows,
  rowsWith,
  scoredValues,
} from './rows.ts';

export interface PartsToEvaluate {
  readonly loaded: LoadedModule;
  /** The outcomes of 0 and 1, or shares. Ratings and choices of the layout are scored too. */
  readonly outcomes: readonly string[];
  readonly parts: readonly { readonly rows: EvaluatedRows; readonly part: PartRows }[];
  readonly settings: SamplerSettings & { readonly scouts: number };
  /** Whether logistic regression and boosted trees are compared too, besides the aggregate. */
  readonly baselines: boolean;
  readonly randomForest?: boolean;
  /** The text of the layout; null if it is not known. Only with it can levels without training rows be predicted. */
  readonly layoutText: string | null;
  readonly pool: ChainPool;
  readonly signal: AbortSignal;
  /** Called with the part that advanced (from 0), and the finished and total transitions of all fits. */
  readonly onProgress?: (part: number, done: number, total: number) => void;
}

/**
 * Results are in the order of the parts. The first fit that fails stops the others.
 *
 * @throws HostError as `evaluatePart`
 * does, or the signal's reason
 */
export async function evaluateParts({
  loaded,
  outcomes,
  parts,
  settings,
  baselines,
  randomForest = false,
  layoutText,
  pool,
  signal: outer,
  onProgress,
}: PartsToEvaluate): Promise<EvaluatedPart[]> {
  const results: EvaluatedPart[] = [];
  const each = settings.chains * transitionsOf(settings);
  const done = new Array<number>(parts.length).fill(0);
  await runAbreast(
    [...parts.entries()],
    { abreast: fitsAbreast(pool, settings), signal: outer },
    async ([index, { rows, part }], signal) => {
      results[index] = await evaluatePart({
        ...{ loaded, outcomes, rows, part, baselines, randomForest, layoutText },
        options: {
          ...settings,
          ...{ pool, signal },
          onProgress: (transitions) => {
            done[index] = transitions;
            const all = done.reduce((sum, count) => sum + count, 0);
            onProgress?.(index, all, each * parts.length);
          },
        },
      });
    },
  );
  return results;
}

/** Compares predictors over all parts, by outcome. @param parts at least one */
export function compareParts(parts: readonly EvaluatedPart[]): Readonly<Record<string, Comparison>> {
  return Object.fromEntries(
    [...parts[0]!.outcomes.keys()].map((outcome) => [
      outcome,
      comparePredictions(
        parts.map((part) => {
          const { outcomes, probabilities } = part.outcomes.get(outcome)!;
          return {
            outcomes,
            probabilities: probabilities as Record<string, Float64Array>,
            training: part.training,
          };
        }),
      ),
    ]),
  );
}

/** Compares the predictors of ratings and choices over all parts, by outcome. @param parts at least one */
export function compareValueParts(
  parts: readonly EvaluatedPart[],
): Readonly<Record<string, ValueComparison>> {
  return Object.fromEntries(
    [...parts[0]!.values.keys()]
      .filter((outcome) => parts.every(({ values }) => values.has(outcome)))
      .map((outcome) => [
        outcome,
        compareValuePredictions(parts.map(({ values, training }) => ({ ...values.get(outcome)!, training }))),
      ]),
  );
}

/** Predictions and outcomes for the held-out rows that have the outcome; or why a predictor has none. */
export interface OutcomePredictions {
  /** The row numbers, from 0. */
  readonly rows: readonly number[];
  readonly outcomes: Float64Array;
  readonly probabilities: Readonly<Partial<Record<Predictor, Float64Array>>>;
  readonly silent: Readonly<Partial<Record<Predictor, string>>>;
}

export interface EvaluatedPart {
  readonly training: number;
  readonly test: number;
  readonly status: VerdictStatus;
  readonly findings: readonly FindingKind[];
  /** The levels of held-out rows without training rows, by category: they were drawn from their population. */
  readonly newLevels: Levels;
  /** By outcome. */
  readonly outcomes: ReadonlyMap<string, OutcomePredictions>;
  /** By rating or choice: the values of the held-out rows that have it, and each predictor's probability of each value. */
  readonly values: ReadonlyMap<string, Omit<ScoredValues, 'training'>>;
}

export interface PartToEvaluate {
  readonly loaded: LoadedModule;
  readonly rows: EvaluatedRows;
  readonly part: PartRows;
  /** The outcomes of 0 and 1. */
  readonly outcomes: readonly string[];
  readonly options: Omit<FitOptions, 'levels'>;
  /** Whether logistic regression and boosted trees are compared too, besides the aggregate. */
  readonly baselines: boolean;
  readonly randomForest?: boolean;
  readonly layoutText: string | null;
}

/** @throws HostError and EvaluationError as `fitPart` does. */
export async function evaluatePart({
  loaded,
  rows,
  part,
  outcomes: scored,
  options,
  baselines,
  randomForest = false,
  layoutText,
}: PartToEvaluate): Promise<EvaluatedPart> {
  const fitted = await fitPart({ loaded, layoutText }, rows, part, scored, options);
  const { fit, newLevels, probabilities: ofLayout } = fitted;
  const outcomes = new Map<string, OutcomePredictions>();
  for (const outcome of scored) {
    const others = await predictBaselines(loaded.manifest, rows, part, outcome, {
      learns: baselines,
      randomForest,
    });
    outcomes.set(outcome, {
      rows: rowsWith(rows, outcome, part.test),
      outcomes: outcomesOf(rows, outcome, part.test),
      probabilities: { layout: ofLayout.get(outcome)!, ...others.probabilities },
      silent: others.silent,
    });
  }
  return {
    training: part.training.length,
    test: part.test.length,
    status: fit.verdict.status,
    findings: fit.verdict.findings.map(({ kind }) => kind),
    newLevels,
    outcomes,
    values: valuesOfPart(fitted, rows, part),
  };
}

/** The shares of the values in the training rows, predicted for every row, stand beside the layout's probabilities. */
function valuesOfPart(
  { valueProbabilities }: FittedPart,
  rows: EvaluatedRows,
  { training, test }: PartRows,
): EvaluatedPart['values'] {
  return new Map(
    [...valueProbabilities].map(([outcome, layout]) => {
      const outcomes = outcomesOf(rows, outcome, test);
      const learnt = outcomesOf(rows, outcome, training);
      if (learnt.length === 0)
        throw new EvaluationError(
          `No training row has the outcome \`${outcome}\`.`,
          'Hold out fewer rows, or others.',
        );
      const aggregate = layout.map((_, place) => {
        const count = learnt.reduce((sum, value) => sum + Number(value === place + 1), 0);
        return new Float64Array(outcomes.length).fill(count / learnt.length);
      });
      return [outcome, { outcomes, probabilities: { layout, aggregate } }];
    }),
  );
}

export interface FittedPart {
  readonly fit: SampledPosterior;
  readonly newLevels: Levels;
  /** By outcome: the posterior mean of its probability in the held-out rows that have it. */
  readonly probabilities: ReadonlyMap<string, Float64Array>;
  /** By rating or choice: for each value the posterior mean of its probability in the held-out rows that have the outcome. */
  readonly valueProbabilities: ReadonlyMap<string, readonly Float64Array[]>;
}

/** A module that predicts, and the text of its layout, if that is known. */
export interface PredictingLayout {
  readonly loaded: LoadedModule;
  readonly layoutText: string | null;
}

/**
 * Fits to the training rows and predicts the held-out rows. Statistics that the layout reads are computed from the
 * training rows. Where the text of the layout is known, levels without training rows are drawn from their population.
 *
 * @param outcomes binary outcomes
 * @throws HostError as `fit` and `predict` do; EvaluationError for such a level that has no population
 */
export async function fitPart(
  { loaded, layoutText }: PredictingLayout,
  rows: EvaluatedRows,
  { training, test }: PartRows,
  outcomes: readonly string[],
  options: Omit<FitOptions, 'levels'>,
): Promise<FittedPart> {
  const { columns, levels } = fittedColumns(rows, training);
  const fit = await fitOnce(loaded, columns, { ...options, levels });
  const fittedRows = { columns: loaded.manifest.columns.map(({ name }) => columns.get(name)!) };
  const known = { draws: fit.draws, statistics: fit.statistics, levels, fittedRows };
  const held = columnsToPredict(rows, test);
  const newLevels = layoutText === null ? new Map() : levelsToDraw(loaded.manifest, held, levels);
  const fitted =
    newLevels.size === 0
      ? known
      : await withNewLevels(
          { ...known, manifest: loaded.manifest, layoutText: layoutText! },
          held,
          newLevels,
          resolveSettings(options).seed,
        );
  const values = withTestRows(scoredValues(loaded.manifest), rows, test);
  const predicted = await predict(loaded, fitted, held, { outcomes: [...outcomes, ...values] }).catch(
    throwOfHeldOut,
  );
  const probabilities = new Map<string, Float64Array>();
  for (const outcome of outcomes) {
    const values = rows.numbers.get(outcome)!;
    const means = predicted.outcomes[outcome]!.mean;
    probabilities.set(
      outcome,
      means.filter((_, place) => !Number.isNaN(values[test[place]!]!)),
    );
  }
  const valueProbabilities = new Map(
    values.map((outcome) => {
      const observed = rows.numbers.get(outcome)!;
      const isThere = test.map((row) => !Number.isNaN(observed[row]!));
      const of = (mean: Float64Array) =>
        Float64Array.from(
          test.flatMap((_, place) => (isThere[place]! ? [mean[mean.length === 1 ? 0 : place]!] : [])),
        );
      return [outcome, predicted.outcomes[outcome]!.probabilities!.map(({ mean }) => of(mean))];
    }),
  );
  return { fit, newLevels, probabilities, valueProbabilities };
}

/** The ratings and choices that some held-out row has. */
function withTestRows(values: readonly string[], rows: EvaluatedRows, test: readonly number[]): string[] {
  return values.filter((outcome) => rowsWith(rows, outcome, test).length > 0);
}

/** @throws EvaluationError for a level that has no population, HostError as `drawNewLevels` does; both name the held-out rows */
async function withNewLevels(
  ...[fit, held, added, seed]: Parameters<typeof import('../../simulate/draw-new-levels.ts').drawNewLevels>
): Promise<PredictiveDraws> {
  const { drawNewLevels } = await import('../../simulate/draw-new-levels.ts');
  try {
    return drawNewLevels(fit, held, added, seed);
  } catch (error) {
    if (!(error instanceof SimulationError)) return throwOfHeldOut(error);
    throw new EvaluationError(`Of the rows held out: ${error.message}`, error.remedy);
  }
}

/** Runs `work`. @throws HostError as `work` does, with a message that names the held-out rows */
export function ofHeldOut<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return throwOfHeldOut(error);
  }
}

/** Rethrows an error; the message of a HostError then names the held-out rows. */
function throwOfHeldOut(error: unknown): never {
  if (!(error instanceof HostError)) throw error;
  throw new HostError(error.kind, `Of the rows held out: ${error.message}`, error.remedy);
}
