/** What a layout that was fitted to one data set predicts for the rows of another, evaluated as written. */
import { derivationsOf } from '../check/factors.ts';
import type { TypedLayout } from '../check/typed-layout.ts';
import { evaluate } from './evaluate.ts';
import { type Point, placesOf, profileOf } from './interpret.ts';
import { linear } from './log-probability.ts';
import { logOutcome, outcomeMean } from './outcomes.ts';
import { bindNames, type Data } from './scope.ts';

/** One number per row in each array; outcomes and derived values are in the order of the manifest. */
export interface InterpretedPrediction {
  readonly means: readonly Float64Array[];
  /** NaN where the outcome is missing. */
  readonly logLikelihoods: readonly Float64Array[];
  readonly derived: readonly Float64Array[];
}

/**
 * The prediction at a point of the constrained scale, which has a value for each level of the fitted data. The
 * statistics are those of the fitted data.
 */
export function interpretPrediction(
  layout: TypedLayout,
  fitted: Data,
  rows: Data,
): (point: Point) => InterpretedPrediction {
  const scopeOf = bindNames(layout, rows, new Map(), bindNames(layout, fitted));
  const places = new Map(layout.latents.map((latent) => [latent.name, placesOf(latent, layout, fitted)]));
  const { derived } = derivationsOf(layout);
  return (point) => {
    const profile = profileOf(layout, places, point);
    const scopes = Array.from({ length: rows.rows }, (_, row) => scopeOf(row, profile));
    const each = (value: (row: number) => number) => Float64Array.from(scopes, (_, row) => value(row));
    return {
      means: layout.observations.map((observation) => each((row) => outcomeMean(observation, scopes[row]!))),
      logLikelihoods: layout.observations.map((observation) =>
        each((row) => {
          const y = rows.columns[observation.outcome]![row]!;
          return Number.isNaN(y) ? y : logOutcome(observation, y, scopes[row]!);
        }),
      ),
      derived: derived.map(({ value, declared }) =>
        each((row) => {
          const scope = scopes[row]!;
          const found = declared === null ? evaluate(value, scope) : scope.let(declared.name);
          return typeof found === 'number' ? found : linear(found);
        }),
      ),
    };
  };
}
