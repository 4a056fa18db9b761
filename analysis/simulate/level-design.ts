/** Designs with levels of categories: which rows belong to which levels, and what is the same in all rows of one. */
import type { Category, TypedLayout } from '../../compiler/check/typed-layout.ts';
import type { Levels } from '../../module/levels.ts';
import { listNames } from '../../module/names.ts';
import { openStream } from '../../statistics/random/stream.ts';
import { SimulationError } from './simulation-error.ts';

/** How many levels each category has, by its name. */
export type LevelNumbers = Readonly<Record<string, number>>;

/**
 * The names of the levels of a design, by category and by column: those that the layout lists, or the numbers from 1.
 *
 * @throws SimulationError for a category that is not there, or whose number is missing or cannot be
 */
export function namesOfLevels({ categories }: TypedLayout, numbers: LevelNumbers): Levels {
  const given = categories.filter(isGiven);
  const unknown = Object.keys(numbers).find((name) => given.every((category) => category.name !== name));
  if (unknown !== undefined) {
    throw new SimulationError(
      `The layout has no category \`${unknown}\` to make levels of.`,
      given.length === 0
        ? 'Leave it out.'
        : `Its categories are ${listNames(given.map(({ name }) => name))}.`,
    );
  }
  return new Map(
    given.flatMap((category) => {
      const count = numberOf(category, numbers);
      const names =
        category.levels?.slice(0, count) ?? Array.from({ length: count }, (_, level) => String(level + 1));
      return [category.name, ...category.columns].map((name) => [name, names] as const);
    }),
  );
}

/** Whether rows are given the levels of a category: those of pairs follow from them. */
function isGiven({ pairOf }: Category): boolean {
  return pairOf === null;
}

function numberOf({ name, columns, levels, within }: Category, numbers: LevelNumbers): number {
  const count = numbers[name] ?? levels?.length;
  if (count === undefined) {
    throw new SimulationError(
      `A design does not say which rows belong to which level of the category \`${name}\`.`,
      'Say how many levels it has, or give a table of demands with a column that does.',
    );
  }
  const most = levels?.length ?? Infinity;
  const least = Math.max(columns.length, within === null ? 1 : (numbers[within] ?? 1));
  if (Number.isInteger(count) && count >= least && count <= most) return count;
  throw new SimulationError(
    `The category \`${name}\` cannot have ${count} levels.`,
    count < least
      ? columns.length > 1
        ? `Give at least ${least}: a row names ${least} different ones.`
        : within === null
          ? 'Give at least 1.'
          : `Give at least ${least}, one for each level of \`${within}\`.`
      : `Give at most ${most}, which the layout lists.`,
  );
}

/** The columns of categories in each row of a design, as indices of levels. */
export interface LeveledRows {
  readonly rows: number;
  readonly columns: ReadonlyMap<string, Float64Array>;
}

/** Every combination of levels once, the first category varying slowest. A row names different levels of a category of several columns. */
export function crossLevels(layout: TypedLayout, levels: Levels, rows: number): LeveledRows {
  const free = freeCategories(layout);
  const choices = free.map((category) =>
    tuplesOf(levels.get(category.name)!.length, category.columns.length, rows),
  );
  const total = choices.reduce((product, { length }) => product * length, 1);
  if (total > rows) {
    throw new SimulationError(
      `Every combination of these levels once takes ${total} rows, more than ${rows}.`,
      'Allow so many, make fewer levels, or take random rows.',
    );
  }
  const columns = new Map<string, Float64Array>();
  let repeats = total;
  for (const [index, { columns: names }] of free.entries()) {
    const own = choices[index]!;
    repeats /= own.length;
    const each = repeats;
    for (const [place, name] of names.entries()) {
      columns.set(
        name,
        Float64Array.from({ length: total }, (_, row) => own[Math.floor(row / each) % own.length]![place]!),
      );
    }
  }
  return { rows: total, columns: withGroups(layout, levels, columns) };
}

/**
 * Rows whose levels are drawn, independently for each category, so that each level has as many rows as any other, or one more or less.
 */
export function drawLevels(layout: TypedLayout, levels: Levels, rows: number, seed: bigint): LeveledRows {
  const columns = new Map<string, Float64Array>();
  for (const [index, { name: category, columns: names }] of freeCategories(layout).entries()) {
    const count = levels.get(category)!.length;
    if (rows < count) {
      throw new SimulationError(
        `${rows} rows cannot hold the ${count} levels of the category \`${category}\`.`,
        'Make at least as many rows, or fewer levels.',
      );
    }
    const own = names.map(() => new Float64Array(rows));
    for (let begin = 0; begin < rows; begin += count) {
      const random = openStream(seed, 'demand', layout.demands.length + index, begin / count);
      const order = shuffled(count, () => random.uniform());
      for (let row = begin; row < Math.min(rows, begin + count); row++) {
        const taken = [order[row - begin]!];
        while (taken.length < names.length) {
          const next = Math.floor(random.uniform() * count);
          if (!taken.includes(next)) taken.push(next);
        }
        for (const [place, column] of own.entries()) column[row] = taken[place]!;
      }
    }
    for (const [place, name] of names.entries()) columns.set(name, own[place]!);
  }
  return { rows, columns: withGroups(layout, levels, columns) };
}

/** The categories whose levels no other category's level tells. @throws SimulationError where two would tell them */
function freeCategories({ categories }: TypedLayout): readonly Category[] {
  return categories.filter(isGiven).filter(({ name }) => {
    const inside = categories.filter(({ within }) => within === name);
    if (inside.length < 2) return inside.length === 0;
    throw new SimulationError(
      `Levels of ${listNames(inside.map((each) => `\`${each.name}\``))} both belong to levels of \`${name}\`, and a design does not say which go together in a row.`,
      'Give a table of demands with a column for each.',
    );
  });
}

/** Adds the columns of categories within which others lie: their levels in turn. */
function withGroups(
  { categories }: TypedLayout,
  levels: Levels,
  free: ReadonlyMap<string, Float64Array>,
): ReadonlyMap<string, Float64Array> {
  const columns = new Map(free);
  for (let before = -1; before !== columns.size; ) {
    before = columns.size;
    for (const { name, within } of categories) {
      const inside = columns.get(name);
      if (within === null || inside === undefined || columns.has(within)) continue;
      const groups = levels.get(within)!.length;
      columns.set(
        within,
        inside.map((level) => level % groups),
      );
    }
  }
  // In the order of declaration.
  return new Map(
    categories
      .filter(isGiven)
      .flatMap((each) => each.columns.map((name) => [name, columns.get(name)!] as const)),
  );
}

/** All tuples of different numbers below `count`; none where there are more than `most`. */
function tuplesOf(count: number, width: number, most: number): readonly (readonly number[])[] {
  let tuples: readonly (readonly number[])[] = [[]];
  for (let place = 0; place < width && tuples.length <= most; place++) {
    tuples = tuples.flatMap((tuple) =>
      Array.from({ length: count }, (_, level) => level)
        .filter((level) => !tuple.includes(level))
        .map((level) => [...tuple, level]),
    );
  }
  return tuples;
}

/** The whole numbers below `count` in a random order (Fisher & Yates). */
function shuffled(count: number, uniform: () => number): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  for (let left = count - 1; left > 0; left--) {
    const chosen = Math.floor(uniform() * (left + 1));
    [order[left], order[chosen]] = [order[chosen]!, order[left]!];
  }
  return order;
}
