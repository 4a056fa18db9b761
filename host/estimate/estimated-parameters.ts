/** The estimates of an optimum with their errors, and null where there is no such number. */
import { normalQuantile } from '../../statistics/distribution-quantiles.ts';
import type { Parameter } from '../parameters.ts';
import { type End, valueOnBound } from './bounds.ts';
import { intervalsOf, type OwnScale } from './own-scale.ts';
import type { Settled } from './settle.ts';
import type { DensityShape } from './shape.ts';
import type { Surface } from './surface.ts';

/** Every number is finite; null where the data do not define it. All in the parameter's unit. */
export interface EstimatedParameter {
  /** Null where the objective is the same at any value, or highest at none. */
  readonly estimate: number | null;
  /** The standard error, from the curvature at the estimate; null where that says nothing of it, as on a bound. */
  readonly se: number | null;
  /** Wald's interval on the unconstrained scale, taken back. */
  readonly interval: readonly [lower: number, upper: number] | null;
  /** The end of its prior's range that the estimate lies on; absent inside. */
  readonly bound?: End;
}

const NONE: EstimatedParameter = { estimate: null, se: null, interval: null };

/** What belongs to an optimum. */
export interface OptimumParts {
  readonly settled: Settled;
  readonly shape: DensityShape;
  readonly own: OwnScale;
  readonly parameters: readonly Parameter[];
}

/**
 * By the name of the parameter, in their order.
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
  // Where the objective rises for ever, a curvature that the shape contradicts is that of the way there.
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

/** Where there is no optimum. */
export function withoutEstimates(parameters: readonly Parameter[]): Record<string, EstimatedParameter> {
  return Object.fromEntries(parameters.map(({ name }) => [name, NONE]));
}

/** Whether a direction moves a coordinate, next to the one that it moves most. */
function isPartOf(along: readonly number[], index: number): boolean {
  return Math.abs(along[index]!) > 0.01 * Math.max(...along.map((part) => Math.abs(part)));
}
