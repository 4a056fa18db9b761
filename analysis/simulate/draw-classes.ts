/** Draws the state of each class at each level. */
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import { stateProbabilities } from '../../compiler/interpret/classes.ts';
import type { Profile, ScopeOf } from '../../compiler/interpret/scope.ts';
import { calledName } from '../../module/called-name.ts';
import type { Columns } from '../../module/columns.ts';
import type { Levels } from '../../module/levels.ts';
import { openStream } from '../../statistics/random/stream.ts';
import { SimulationError } from './simulation-error.ts';

/** The value of each flag at each level, by the name of the flag. */
export type DrawnClasses = ReadonlyMap<string, Float64Array>;

/**
 * Draws the states, given the profile.
 *
 * @throws SimulationError when the shares of a class are not all numbers from 0 on, or are all 0
 */
export function drawClasses(
  { classes }: TypedLayout,
  levels: Levels,
  scopeOf: ScopeOf,
  profile: Profile,
  seed: bigint,
): DrawnClasses {
  const flags = new Map<string, Float64Array>();
  for (const [index, each] of classes.entries()) {
    const names = levels.get(each.index) ?? [];
    for (const { flag } of each.states) if (flag !== null) flags.set(flag, new Float64Array(names.length));
    for (const level of names.keys()) {
      const probabilities = stateProbabilities(each, scopeOf({ category: each.index, level }, profile));
      if (probabilities.some(Number.isNaN)) {
        throw new SimulationError(
          `The class \`${calledName(each.name, names[level]!)}\` has no distribution: its shares are not all numbers from 0 on, or are all 0.`,
          'Give a profile and demands for which they are valid, or change the layout.',
        );
      }
      const { flag } =
        each.states[drawState(probabilities, openStream(seed, 'class', index, level).uniform())]!;
      if (flag !== null) flags.get(flag)![level] = 1;
    }
  }
  return flags;
}

function drawState(probabilities: readonly number[], uniform: number): number {
  let upTo = 0;
  for (const [state, probability] of probabilities.entries()) {
    upTo += probability;
    if (uniform < upTo) return state;
  }
  // Where rounding leaves a little behind the last: the last state that can be.
  return probabilities.findLastIndex((probability) => probability > 0);
}

/** The flags in a row: those of its levels. */
export function flagsOfRow(
  { classes }: TypedLayout,
  drawn: DrawnClasses,
  columns: Columns,
  row: number,
): ReadonlyMap<string, number> {
  return new Map(
    classes.flatMap(({ index, states }) =>
      states.flatMap(({ flag }) =>
        flag === null ? [] : [[flag, drawn.get(flag)![columns.get(index)![row]!]!] as const],
      ),
    ),
  );
}
