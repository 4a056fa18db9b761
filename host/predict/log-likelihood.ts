/** Pointwise log likelihoods, from which PSIS-LOO and WAIC are computed. */
import type { LoadedModule } from '../load.ts';
import type { PredictiveDraws } from '../posterior.ts';
import { Points } from './draws.ts';
import { bindPredictor } from './predictor.ts';
import { type NewColumns, orderNewColumns } from './rows.ts';

/**
 * The log likelihoods of one outcome. Rows that agree in every column have the same value, and are one distinct row.
 */
export interface PointwiseLogLikelihood {
  /** The number of draws used. */
  readonly draws: number;
  /** The number of distinct rows. */
  readonly distinct: number;
  /** For each row of the data its distinct row. */
  readonly distinctOf: Uint32Array;
  /** Draws × distinct rows, one draw after another; NaN where the outcome is missing. */
  readonly values: Float64Array;
}

/**
 * By outcome name, the log density or mass of the outcome in every row at each draw of a fit.
 *
 * @throws HostError as `predict` does.
 */
export async function pointwiseLogLikelihood(
  loaded: LoadedModule,
  fitted: PredictiveDraws,
  columns: NewColumns,
  { every }: { readonly every?: number } = {},
): Promise<Readonly<Record<string, PointwiseLogLikelihood>>> {
  const { manifest } = loaded;
  const ordered = orderNewColumns(manifest, columns, fitted.levels);
  const predictor = await bindPredictor(loaded, fitted, ordered);
  const points = new Points(fitted, predictor.size, every, predictor.drawn);
  const { distinct, distinctOf } = predictor;
  const outcomes = manifest.columns.filter(({ role }) => role === 'outcome').map(({ name }) => name);
  const values = outcomes.map(() => new Float64Array(points.count * distinct));
  points.forEach((point, draw) => {
    predictor.likelihoodAt(point);
    for (const [index, room] of values.entries()) room.set(predictor.logLikelihood(index), draw * distinct);
  });
  return Object.fromEntries(
    outcomes.map((name, index) => [
      name,
      { draws: points.count, distinct, distinctOf, values: values[index]! },
    ]),
  );
}

/** The same for each row of the data: draws × rows, one draw after another. */
export function ofAllRows({ draws, distinct, distinctOf, values }: PointwiseLogLikelihood): Float64Array {
  const rows = distinctOf.length;
  const all = new Float64Array(draws * rows);
  for (let draw = 0; draw < draws; draw++) {
    for (let row = 0; row < rows; row++) all[draw * rows + row] = values[draw * distinct + distinctOf[row]!]!;
  }
  return all;
}
