/** Predicts rows at a point estimate, with standard errors of the predictions by the delta method. */
import { normalQuantile } from '../../statistics/distribution-quantiles.ts';
import { symmetricEigen } from '../../statistics/symmetric-eigen.ts';
import type { LoadedModule } from '../load.ts';
import type { PredictiveDraws } from '../posterior.ts';
import { type PredictedRows, type Prediction, type PredictOptions, predict } from '../predict/predict.ts';
import type { NewColumns } from '../predict/rows.ts';

/** The part of an estimate that predictions need. */
export interface EstimatedPoint extends Omit<PredictiveDraws, 'draws'> {
  /** One number per parameter, on the layout's own scale. */
  readonly point: ArrayLike<number>;
  /** One row and column per parameter. */
  readonly covariance: readonly ArrayLike<number>[];
}

/** The offset of the differences along each axis of the covariance, in standard errors: so small that predictions are linear. */
const OFFSET = 1e-3;
/** Maximum number of values in memory at once. */
const MAX_NUMBERS = 1 << 22;

/**
 * The mean of each outcome with the parameters at the estimate, its standard error √(gᵀ C g), with g the gradient of the
 * mean, and an interval: for probabilities symmetric on the scale of log odds, otherwise symmetric. The interval is of
 * the mean, not of outcomes: it reflects the uncertainty of the estimate. `options.values`, `every` and `interval`
 * concern draws, and are ignored.
 *
 * @throws HostError as `predict` does
 */
export async function predictEstimate(
  loaded: LoadedModule,
  estimate: EstimatedPoint,
  columns: NewColumns,
  options: PredictOptions = {},
): Promise<Prediction> {
  const { probability = 0.9, outcomes, derived, explain, seed, probabilities = true } = options;
  const asked = {
    probabilities,
    ...(outcomes === undefined ? {} : { outcomes }),
    ...(derived === undefined ? {} : { derived }),
  };
  const { levels, statistics, fittedRows } = estimate;
  const at = (points: readonly Float64Array[]): PredictiveDraws => ({
    levels,
    statistics,
    fittedRows,
    draws: [{ latents: Array.from(estimate.point, (_, k) => Float64Array.from(points, (each) => each[k]!)) }],
  });
  const point = Float64Array.from(estimate.point);
  const whole = await predict(loaded, at([point]), columns, {
    ...asked,
    probability,
    ...(explain === undefined ? {} : { explain }),
    ...(seed === undefined ? {} : { seed }),
  });
  const axes = axesOf(estimate.covariance);
  const points = axes.flatMap((axis) =>
    [OFFSET, -OFFSET].map((offset) => point.map((value, k) => value + offset * axis[k]!)),
  );
  const z = normalQuantile((1 + probability) / 2);
  const put = (into: PredictedRows, values: Float64Array, first: number, isProbability: boolean) => {
    const places = values.length / points.length;
    for (let place = 0; place < places; place++) {
      const sd = standardError(values.subarray(place * points.length, (place + 1) * points.length));
      const row = first + place;
      const [lower, upper] = intervalAt(into.mean[row]!, sd, z, isProbability);
      into.sd[row] = sd;
      into.lower[row] = lower;
      into.upper[row] = upper;
    }
  };
  const putNode = (into: PredictedRows, values: Float64Array, first: number, isProbability: boolean) =>
    // A quantity that is the same in all rows has one value.
    put(into, values, into.mean.length === 1 ? 0 : first, isProbability);
  const { manifest } = loaded;
  const isChance = (name: string) =>
    manifest.columns.some((column) => column.name === name && column.kind === 'binary');
  const isProbability = (name: string) =>
    manifest.derived.some((node) => node.name === name && node.isNamed && node.isProbability);
  const block = Math.max(1, Math.floor(MAX_NUMBERS / Math.max(1, points.length)));
  for (let first = 0; first < whole.rows; first += block) {
    const end = Math.min(whole.rows, first + block);
    const some = new Map([...columns].map(([name, values]) => [name, values.slice(first, end)]));
    const near = await predict(loaded, at(points.length === 0 ? [point] : points), some, {
      ...asked,
      values: true,
    });
    if (points.length === 0) break;
    for (const [name, each] of Object.entries(near.outcomes)) {
      put(whole.outcomes[name]!, each.values!, first, isChance(name));
      for (const [place, value] of (each.probabilities ?? []).entries())
        putNode(whole.outcomes[name]!.probabilities![place]!, value.values!, first, true);
    }
    for (const [name, each] of Object.entries(near.derived))
      putNode(whole.derived[name]!, each.values!, first, isProbability(name));
  }
  return whole;
}

/** Vectors whose outer products sum to the covariance, as many as its rank. */
function axesOf(covariance: readonly ArrayLike<number>[]): number[][] {
  const scales = covariance.map((row, k) => Math.sqrt(row[k]!));
  const correlations = covariance.map((row, i) =>
    Float64Array.from(row, (value, j) =>
      scales[i]! > 0 && scales[j]! > 0 ? value / (scales[i]! * scales[j]!) : 0,
    ),
  );
  const { values, vectors } = symmetricEigen(correlations);
  return values.flatMap((value, index) =>
    value > 1e-12 ? [vectors[index]!.map((part, k) => part * scales[k]! * Math.sqrt(value))] : [],
  );
}

/** Central differences, from the values at pairs of points on either side of the estimate. */
function standardError(values: Float64Array): number {
  let square = 0;
  for (let i = 0; i < values.length; i += 2) square += ((values[i]! - values[i + 1]!) / (2 * OFFSET)) ** 2;
  return Math.sqrt(square);
}

function intervalAt(mean: number, sd: number, z: number, isProbability: boolean): readonly [number, number] {
  if (!isProbability) return [mean - z * sd, mean + z * sd];
  if (!(mean > 0 && mean < 1)) return [mean, mean];
  const odds = mean / (1 - mean);
  const factor = Math.exp((z * sd) / (mean * (1 - mean)));
  return [odds / factor / (1 + odds / factor), 1 / (1 + 1 / (odds * factor))];
}
