/** Draws the outcomes of a layout for a profile, by the interpreter. */
import type { Observation, TypedLayout } from '../../../compiler/check/typed-layout.ts';
import { type Environment, evaluateProbability, evaluateReal } from '../../../compiler/interpret/evaluate.ts';
import { linear, probability } from '../../../compiler/interpret/log-probability.ts';
import { bindNames, type Profile } from '../../../compiler/interpret/scope.ts';
import { Simulator } from '../../outcomes/simulate.ts';

/** An outcome's mean that its own distribution reads settles after a few rounds, as each round moves it less. */
const MOST_ROUNDS = 30;

/**
 * One column an outcome, each with a random stream of its own. Where a distribution reads a statistic of outcomes, they are
 * drawn again from the same random numbers until the statistic is that of what was drawn, but for one row: where success makes
 * success rarer, one row may go to and fro.
 */
export function simulateOutcomes(
  layout: TypedLayout,
  rows: number,
  demands: ReadonlyMap<string, Float64Array>,
  point: Readonly<Record<string, number>>,
  seed: number,
): ReadonlyMap<string, Float64Array> {
  const profile = profileAt(layout, point);
  let outcomes = new Map(
    layout.observations.map(({ outcome }) => [outcome, Float64Array.from({ length: rows }, (_, i) => i % 2)]),
  );
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const scopeOf = bindNames(layout, { rows, columns: Object.fromEntries([...demands, ...outcomes]) });
    const drawn = new Map(
      layout.observations.map((observation, index) => {
        const random = new Simulator(1000 * seed + index + 1);
        const column = Float64Array.from({ length: rows }, (_, row) =>
          draw(observation, scopeOf(row, profile), random),
        );
        return [observation.outcome, column];
      }),
    );
    const changed = [...drawn].flatMap(([name, column]) =>
      [...column].filter((value, row) => value !== outcomes.get(name)![row]),
    ).length;
    if (changed === 0 || (changed === 1 && round === MOST_ROUNDS - 1)) return drawn;
    outcomes = drawn;
  }
  throw new Error(`The outcomes of ${layout.name} do not settle.`);
}

function draw({ family, parameters }: Observation, scope: Environment, random: Simulator): number {
  if (family === 'bernoulli') return random.bernoulli(linear(evaluateProbability(parameters.p, scope)));
  if (family !== 'beta_proportion') throw new Error(`Outcomes of ${family} are not simulated here.`);
  const mean = linear(evaluateProbability(parameters.mean, scope));
  const precision = evaluateReal(parameters.precision, scope);
  return random.beta(mean * precision, (1 - mean) * precision);
}

function profileAt({ latents }: TypedLayout, point: Readonly<Record<string, number>>): Profile {
  return new Map(
    latents.map(({ name, type }) => {
      const value = point[name];
      if (value === undefined) throw new Error(`The profile lacks ${name}.`);
      return [name, [{ value, probability: type.kind === 'probability' ? probability(value) : null }]];
    }),
  );
}
