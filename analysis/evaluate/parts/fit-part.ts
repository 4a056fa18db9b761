/** One part of an evaluation by a layout: a fit to the training rows, and what it predicts of the rows held out. */
import { type FitOptions, fit as fitOnce, type SampledPosterior } from '../../../host/fit.ts';
import type { LoadedModule } from '../../../host/load.ts';
import { predict } from '../../../host/predict/predict.ts';
import { HostError } from '../../../module/host-error.ts';
import { columnsToPredict, type EvaluatedRows, fittedColumns, type PartRows } from './rows.ts';

export interface FittedPart {
  readonly fit: SampledPosterior;
  /** By outcome the posterior mean of its probability in those of the rows held out that have it. */
  readonly probabilities: ReadonlyMap<string, Float64Array>;
}

/**
 * Statistics that the layout reads are those of the training rows.
 *
 * @param loaded a module that predicts
 * @param outcomes outcomes of 0 and 1
 * @throws HostError as `fit` and `predict` do
 */
export async function fitPart(
  loaded: LoadedModule,
  rows: EvaluatedRows,
  { training, test }: PartRows,
  outcomes: readonly string[],
  options: Omit<FitOptions, 'levels'>,
): Promise<FittedPart> {
  const { columns, levels } = fittedColumns(rows, training);
  const fit = await fitOnce(loaded, columns, { ...options, levels });
  const fitted = { draws: fit.draws, statistics: fit.statistics, levels };
  const predicted = await predict(loaded, fitted, columnsToPredict(rows, test), { outcomes }).catch(
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
  return { fit, probabilities };
}

/** @throws HostError as the work does, which says of which rows it is */
export function ofHeldOut<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return throwOfHeldOut(error);
  }
}

/** Throws an error on, and a HostError as one about the rows held out. */
function throwOfHeldOut(error: unknown): never {
  if (!(error instanceof HostError)) throw error;
  throw new HostError(error.kind, `Of the rows held out: ${error.message}`, error.remedy);
}
