/** Resolves the names of a layout on a data set. */
import { TABLE_COLUMN } from '../../module/manifest.ts';
import { levelFactsOf } from '../check/level-facts.ts';
import { countedTables, rowsOfTables, tableOfStatistic } from '../check/row-tables.ts';
import type { StatisticExpression, TypedExpression, TypedLayout } from '../check/typed-layout.ts';
import { type Environment, evaluate, evaluateComplement, evaluateReal, type Value } from './evaluate.ts';
import { probability } from './log-probability.ts';
import type { Position } from './priors.ts';
import { outcomesIn, statisticOf } from './statistic.ts';

/**
 * A data set: one number per row in each column. Category columns hold level indices, from 0. With the rows of several tables the column
 * `table` tells them apart; a row holds any level of a category, and any value of a demand, that its
 * table does not have, and is missing every outcome of another table.
 */
export interface Data {
  readonly rows: number;
  readonly columns: Readonly<Record<string, ArrayLike<number>>>;
}

/** The positions of the latents known so far: one, or one per level of an indexed latent. */
export type Profile = ReadonlyMap<string, readonly Position[]>;

/** A level of a category, for which a prior is evaluated. */
export interface Level {
  readonly category: string;
  readonly level: number;
}

/**
 * The environment for a row, for a level (in the prior of an indexed latent), or for neither (in any other prior). Each
 * let is evaluated once per environment.
 */
export type ScopeOf = (
  place: number | Level | null,
  profile: Profile,
  /** The flags of classes, in the states that are summed over. */
  flags?: ReadonlyMap<string, number>,
) => Environment;

/**
 * Binds the names of a checked layout to columns that are known to be present. Each statistic is evaluated once. A
 * statistic in `assumed` takes the value there, and columns that only it reads may be absent. With `fitted`, the scopes
 * of the fitted data set, all statistics are those of that data set.
 */
export function bindNames(
  layout: TypedLayout,
  data: Data,
  assumed: ReadonlyMap<StatisticExpression, Value> = new Map(),
  fitted: ScopeOf | null = null,
): ScopeOf {
  const letValues = new Map(layout.lets.map(({ name, value }) => [name, value]));
  const letsOf = new Map(layout.lets.map(({ name, value }) => [name, letsRead(value)]));
  const statistics = new Map(assumed);
  const levelStatistics = new Map<StatisticExpression, Map<number, Value>>();
  const nobody: Profile = new Map();
  const facts = levelFactsOf(layout);
  const counted = countedTables(layout);
  const firstRows = new Map<string, Map<number, number>>();

  function firstRowOf({ category, level }: Level): number {
    let known = firstRows.get(category);
    if (known === undefined) {
      known = new Map();
      const tables = rowsOfTables(layout);
      for (let row = data.rows - 1; row >= 0; row--) {
        const table = tables[data.columns[TABLE_COLUMN]?.[row] ?? 0]!;
        if (table.known.has(category)) known.set(data.columns[category]![row]!, row);
      }
      firstRows.set(category, known);
    }
    return known.get(level) ?? unknown(`first row of a level of \`${category}\``);
  }

  /** Whether a level goes on from the one before it: a pair does only from one of the same first level. */
  function continues(category: string, level: number): boolean {
    const leading = layout.categories.find(({ name }) => name === category)?.pairOf?.[0];
    if (leading === undefined) return true;
    const [own, before] = [level, level - 1].map(
      (each) => data.columns[leading]![firstRowOf({ category, level: each })],
    );
    return own === before;
  }

  function statisticValue(expression: StatisticExpression, level: number | null): Value {
    const { function: name, argument, type, by } = expression;
    // The rows in which no outcome that it reads is missing.
    const outcomes = outcomesIn(layout, argument);
    const table = layout.tables.length === 0 ? null : tableOfStatistic(layout, expression);
    const count = counted.find((each) => each.table === (table ?? 0))?.column;
    const countOf = (row: number) => (count === undefined ? 1 : data.columns[count]![row]!);
    const rows = Array.from({ length: data.rows }, (_, row) => row).filter(
      (row) =>
        countOf(row) > 0 &&
        (by === null || data.columns[by]?.[row] === level) &&
        (table === null || data.columns[TABLE_COLUMN]?.[row] === table) &&
        outcomes.every((outcome) => !Number.isNaN(data.columns[outcome]?.[row])),
    );
    const counts = rows.map(countOf);
    const scopes = rows.map((row) => scopeOf(row, nobody));
    const value = statisticOf(
      name,
      scopes.map((scope) => evaluateReal(argument, scope)),
      counts,
    );
    if (type.kind !== 'probability') return value;
    // The complement of a mean of probabilities is the mean of their complements, which keeps its digits near 1.
    return probability(
      value,
      statisticOf(
        name,
        scopes.map((scope) => evaluateComplement(argument, scope)),
        counts,
      ),
    );
  }

  function scopeOf(
    place: number | Level | null,
    profile: Profile,
    flags: ReadonlyMap<string, number> = new Map(),
  ): Environment {
    const row = typeof place === 'number' ? place : null;
    /** A row that has a column's value: in the prior of an indexed latent the first row of the level, if the level determines the value. */
    const rowOf = (column: string): number | null => {
      if (row !== null) return row;
      const isKnown = place !== null && typeof place === 'object' && facts.get(place.category)?.has(column);
      return isKnown ? firstRowOf(place) : null;
    };
    const levelOf = (category: string): number => {
      const isHere = place !== null && typeof place === 'object' && place.category === category;
      if (isHere) return place.level;
      const known = rowOf(category);
      const level = known === null ? undefined : data.columns[category]?.[known];
      return level ?? unknown(`level of \`${category}\``);
    };
    const lets = new Map<string, Value>();
    const scope: Environment = {
      column: (name) => {
        const known = rowOf(name);
        const value = known === null ? undefined : data.columns[name]?.[known];
        return value ?? unknown(`column \`${name}\``);
      },
      latent: (name, index) => {
        const at = index === null ? 0 : levelOf(index);
        const position = profile.get(name)?.[at] ?? unknown(`latent \`${name}\``);
        return position.probability ?? position.value;
      },
      previous: (name, index) => {
        const at = levelOf(index);
        if (at === 0 || !continues(index, at)) return null;
        return profile.get(name)?.[at - 1]?.value ?? unknown(`level before of \`${name}\``);
      },
      class: (name) => flags.get(name) ?? unknown(`class \`${name}\``),
      posterior: (name) => unknown(`probability of the class \`${name}\``),
      let: (name) => {
        // An explicit stack in place of recursion, since a chain of lets may be long.
        const waiting = [name];
        for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) {
          const next = lets.has(last) ? undefined : letsOf.get(last)?.find((each) => !lets.has(each));
          if (next !== undefined) waiting.push(next);
          else {
            const expression = letValues.get(last) ?? unknown(`let \`${last}\``);
            remembered(lets, last, () => evaluate(expression, scope));
            waiting.pop();
          }
        }
        return lets.get(name)!;
      },
      statistic: (expression) => {
        const { by } = expression;
        if (fitted !== null) {
          const place = by === null ? null : { category: by, level: levelOf(by) };
          return fitted(place, nobody).statistic(expression);
        }
        const known = assumed.get(expression);
        if (by === null || known !== undefined)
          return known ?? remembered(statistics, expression, () => statisticValue(expression, null));
        const level = levelOf(by);
        const ofLevels = levelStatistics.get(expression) ?? new Map<number, Value>();
        levelStatistics.set(expression, ofLevels);
        return remembered(ofLevels, level, () => statisticValue(expression, level));
      },
    };
    return scope;
  }

  return scopeOf;
}

/** The lets that an expression reads in its own row; a statistic reads those of other rows. */
function letsRead(expression: TypedExpression): readonly string[] {
  if (expression.kind === 'let') return [expression.name];
  return expression.kind === 'call' ? expression.arguments.flatMap(letsRead) : [];
}

function remembered<Key>(values: Map<Key, Value>, key: Key, evaluateIt: () => Value): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  const value = evaluateIt();
  values.set(key, value);
  return value;
}

/** The checker rejects such expressions. */
function unknown(what: string): never {
  throw new Error(`The ${what} is not known here: the layout was not checked.`);
}
