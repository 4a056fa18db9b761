/** The estimates at an optimum with their errors, or null for numbers that do not exist. */
import { normalQuantile } from '../../statistics/distribution-quantiles.ts';
import type { LatentParameter } from '../parameters.ts';
import { type End, valueOnBound } from './bounds.ts';
import { intervalsOf, type OwnScale } from './own-scale.ts';
import type { Settled } from './settle.ts';
import type { DensityShape } from './shape.ts';
import type { Surface } from './surface.ts';

/** Every number is finite; null if the data do not define it. All are in the parameter's unit. */
export interface EstimatedParameter {
  /** Null if the objective is the same at all values, or has no maximum. */
  readonly estimate: number | null;
  /** The standard error, from the curvature at the estimate; null if that does not determine it, as on a bound. */
  readonly se: number | null;
  /** Wald's interval on the unconstrained scale, transformed to the parameter's own. */
  readonly interval: readonly [lower: number, upper: number] | null;
  /** The end of the prior's range at which the estimate is; absent if it is inside. */
  readonly bound?: End;
}

const NONE: EstimatedParameter = { estimate: null, se: null, interval: null };

/** An optimum and what is known about it. */
export interface OptimumParts {
  readonly settled: Settled;
  readonly shape: DensityShape;
  readonly own: OwnScale;
  readonly parameters: readonly LatentParameter[];
}

/**
 * By the name of the parameter, in the order of the parameters.
 *
 * @param level the confidence of the intervals
 */
export function estimatedParameters(
  surface: Surface,
  { settled, shape, own, parameters }: OptimumParts,
  level: number,
): Record<string, EstimatedParameter> {
  const { bounds, position, spread } = settled;
  const intervals = intervalsOf(surface, settled, own, parameters, normalQuantile(0.5 + level / 2));
  // If the objective rises for ever, a curvature that the shape contradicts belongs to the direction of the rise.
  const away =
    shape.endless.length === 0 ? [] : [...shape.endless, ...shape.uneven.map(({ along }) => along)];
  const finite = (value: number) => (Number.isFinite(value) ? value : null);
  return Object.fromEntries(
    parameters.map(({ name, latent }, k): [string, EstimatedParameter] => {
      const bound = bounds.get(k);
      if (bound !== undefined) {
        const estimate = finite(valueOnBound(surface, position, k, latent));
        return [name, { estimate, se: null, interval: null, bound }];
      }
      const index = spread.free.indexOf(k);
      if (!own.isTold[k] || away.some((along) => isPartOf(along, index))) return [name, NONE];
      const se = finite(Math.sqrt(own.covariance[k]![k]!));
      return [name, { estimate: finite(own.values[k]!), se, interval: intervals[k]! }];
    }),
  );
}

/** The result if there is no optimum. */
export function withoutEstimates(parameters: readonly LatentParameter[]): Record<string, EstimatedParameter> {
  return Object.fromEntries(parameters.map(({ name }) => [name, NONE]));
}

/** Whether a direction changes a coordinate, relative to the one that it changes most. */
function isPartOf(along: readonly number[], index: number): boolean {
  return Math.abs(along[index]!) > 0.01 * Math.max(...along.map((part) => Math.abs(part)));
}
