/** How often the values of demands repeat, by which the compiler decides where a node is computed. */

import type { Observation, TypedLayout } from '../check/typed-layout.ts';
import { gradesOf, outcomeDefinition } from '../families/outcomes.ts';

/**
 * What is known of the data when a layout is compiled. It decides speed alone: on any data,
 * a module runs and means the same.
 */
export interface DataSketch {
  readonly rows: number;
  /** That it is a guess: nothing is known of the data. */
  readonly isGuess?: true;
  /** How many distinct tuples of these columns there are, at least roughly. */
  distinct(columns: readonly string[]): number;
}

/** Rows of a designed battery, and levels of a demand in it, where nothing is known. */
const USUAL_ROWS = 2000;
const USUAL_LEVELS = 16;

/** A guess from the declarations alone: demands repeat, as they do in designed batteries. */
export function sketchFromDeclarations(layout: TypedLayout): DataSketch {
  const levels = new Map<string, number>([
    ...layout.demands.map(
      ({ name, domain }) => [name, domain.kind === 'set' ? domain.values.length : USUAL_LEVELS] as const,
    ),
    ...layout.categories.map(({ name }) => [name, USUAL_LEVELS] as const),
    ...layout.observations.map((observation) => [observation.outcome, outcomeLevels(observation)] as const),
  ]);
  return {
    rows: USUAL_ROWS,
    isGuess: true,
    distinct: (columns) =>
      Math.min(
        USUAL_ROWS,
        columns.reduce((product, column) => product * (levels.get(column) ?? 1), 1),
      ),
  };
}

/** Counts and grades repeat as demands do; hardly two measurements are alike. */
function outcomeLevels(observation: Observation): number {
  switch (outcomeDefinition(observation).values) {
    case 'flag':
      return 2;
    case 'grade':
      return gradesOf(observation);
    case 'count':
      return USUAL_LEVELS;
    case 'share':
    case 'positive':
    case 'line':
      return USUAL_ROWS;
  }
}
