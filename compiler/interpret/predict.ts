/** What a layout that was fitted to one data set predicts for the rows of another, evaluated as written. */
import { derivationsOf } from '../check/factors.ts';
import { flagsInOrder } from '../check/summed-classes.ts';
import type { TypedLayout } from '../check/typed-layout.ts';
import { gradesOf, outcomeDefinition } from '../families/outcomes.ts';
import { evaluate } from './evaluate.ts';
import { type Point, placesOf, profileOf } from './interpret.ts';
import { linear } from './log-probability.ts';
import { logOutcome, outcomeMean } from './outcomes.ts';
import { bindNames, type Data } from './scope.ts';

/** One number per row in each array; outcomes and derived values are in the order of the manifest. Classes are not averaged over. */
export interface InterpretedPrediction {
  readonly means: readonly Float64Array[];
  /** NaN where the outcome is missing. */
  readonly logLikelihoods: readonly Float64Array[];
  readonly derived: readonly Float64Array[];
}

/** The value of each flag of a class at each level, by name. */
export type FlagsOfLevels = ReadonlyMap<string, ArrayLike<number>>;

/**
 * The prediction at a point of the constrained scale, which has a value for each level of the fitted data. The
 * statistics are those of the fitted data, and the states of classes are given.
 */
export function interpretPrediction(
  layout: TypedLayout,
  fitted: Data,
  rows: Data,
): (point: Point, flags?: FlagsOfLevels) => InterpretedPrediction {
  const scopeOf = bindNames(layout, rows, new Map(), bindNames(layout, fitted));
  const places = new Map(layout.latents.map((latent) => [latent.name, placesOf(latent, layout, fitted)]));
  const { derived } = derivationsOf(layout);
  const classes = flagsInOrder(layout);
  return (point, flags = new Map()) => {
    const profile = profileOf(layout, places, point);
    const flagsOf = (row: number) =>
      new Map(classes.map(({ name, index }) => [name, flags.get(name)![rows.columns[index]![row]!]!]));
    const scopes = Array.from({ length: rows.rows }, (_, row) => scopeOf(row, profile, flagsOf(row)));
    const each = (value: (row: number) => number) => Float64Array.from(scopes, (_, row) => value(row));
    return {
      means: layout.observations.map((observation) => each((row) => outcomeMean(observation, scopes[row]!))),
      logLikelihoods: layout.observations.map((observation) =>
        each((row) => {
          const y = rows.columns[observation.outcome]![row]!;
          return Number.isNaN(y) ? y : logOutcome(observation, y, scopes[row]!);
        }),
      ),
      derived: [
        ...derived.map(({ value, declared }) =>
          each((row) => {
            const scope = scopes[row]!;
            const found = declared === null ? evaluate(value, scope) : scope.let(declared.name);
            return typeof found === 'number' ? found : linear(found);
          }),
        ),
        ...layout.observations.flatMap((observation) =>
          outcomeDefinition(observation).values !== 'grade'
            ? []
            : Array.from({ length: gradesOf(observation) }, (_, place) =>
                // Without the row's weight, which says how much it counts and not what is likely.
                each((row) =>
                  Math.exp(logOutcome({ ...observation, weight: null }, place + 1, scopes[row]!)),
                ),
              ),
        ),
      ],
    };
  };
}
