/** How often the values of demands repeat; from this the compiler decides where a node is computed. */

import { columnsOfCategories, sharedCategoriesOf } from '../check/level-facts.ts';
import { countedTables } from '../check/row-tables.ts';
import type { Observation, TypedLayout } from '../check/typed-layout.ts';
import { gradesOf, outcomeDefinition } from '../families/outcomes.ts';

/** What is known about the data when a layout is compiled. It affects speed only: a module accepts any data, and means the same. */
export interface DataSketch {
  readonly rows: number;
  /** Present if this is a guess: nothing is known about the data. */
  readonly isGuess?: true;
  /** The number of distinct tuples of these columns, at least roughly. */
  distinct(columns: readonly string[]): number;
  /** The sum of a column; absent if nothing is known about the data. */
  sum?(column: string): number;
}

/** Assumed if nothing is known: the rows of a designed battery, and the levels of a demand in it. */
const USUAL_ROWS = 2000;
const USUAL_LEVELS = 16;

/** A guess from the declarations alone: demands repeat, as in designed batteries. */
export function sketchFromDeclarations(layout: TypedLayout): DataSketch {
  const levels = new Map<string, number>([
    ...layout.demands.map(
      ({ name, domain }) => [name, domain.kind === 'set' ? domain.values.length : USUAL_LEVELS] as const,
    ),
    ...columnsOfCategories(layout).map(({ name }) => [name, USUAL_LEVELS] as const),
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

/** Values of outcomes: counts and grades repeat as demands do; two measurements hardly ever agree. */
function outcomeLevels(observation: Observation): number {
  switch (outcomeDefinition(observation).values) {
    case 'flag':
      return 2;
    case 'grade':
      return gradesOf(observation);
    case 'count':
    case 'tally':
      return USUAL_LEVELS;
    case 'share':
    case 'closedShare':
    case 'positive':
    case 'line':
      return USUAL_ROWS;
  }
}

/**
 * What a layout says besides about the data of a sketch. Categories of several columns are known by their own names too,
 * as often as the first of the columns repeats; rows that stand for several count as those.
 */
export function sketchOfLayout(layout: TypedLayout, sketch: DataSketch): DataSketch {
  const shared = sharedCategoriesOf(layout);
  const [counted] = countedTables(layout);
  return {
    ...sketch,
    // With several tables the column holds any number in the rows of another.
    rows:
      counted === undefined || layout.tables.length > 0
        ? sketch.rows
        : (sketch.sum?.(counted.column) ?? sketch.rows),
    distinct: (columns) => sketch.distinct(columns.map((name) => shared.get(name)?.[0] ?? name)),
  };
}
