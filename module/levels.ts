/** The levels of categories: their names, and the indices that a module is given. */
import { HostError } from './host-error.ts';
import type { Manifest } from './manifest.ts';

/** The names of each category's levels, ordered by index. */
export type Levels = ReadonlyMap<string, readonly string[]>;

/** A column of names as level indices. */
export interface EncodedLevels {
  /** The level's index for each row, from 0. */
  readonly codes: Float64Array;
  /** The names, ordered by index, as `orderLevels` orders them or the layout lists them. */
  readonly levels: readonly string[];
}

/** Columns of categories by name, each row's level by its name. */
export type LevelNames = ReadonlyMap<string, readonly string[]>;

/** Such columns as level indices, with the names of the levels. */
export interface EncodedCategories {
  readonly codes: ReadonlyMap<string, Float64Array>;
  readonly levels: Levels;
}

/** Whether the layout says more of its columns than the names of levels, or has several tables. */
export function saysMoreOfLevels({ columns, tables }: Pick<Manifest, 'columns' | 'tables'>): boolean {
  return columns.some(
    ({ category, levels, index, within }) => tables ?? category ?? levels ?? index ?? within,
  );
}

/** Assigns indices to the levels of a column of names, or of numbers that identify groups. */
export function encodeLevels(values: ArrayLike<string | number>): EncodedLevels {
  const names = Array.from(values, String);
  const levels = orderLevels(new Set(names));
  const numbers = new Map(levels.map((level, number) => [level, number]));
  return { codes: Float64Array.from(names, (name) => numbers.get(name)!), levels };
}

/**
 * Sorts names by a total order that does not depend on the locale. If all are finite numbers without blanks, they are
 * sorted by value; otherwise, and between equal values, in natural order: character by character, but a run of digits,
 * of any length, counts as one whole number, so that `step2` comes before `step10`. Names that differ only in leading
 * zeros, such as `1` and `01`, are ordered by the UTF-16 codes of their characters, and so are characters.
 * `runtime/wasi/levels.ts` and `examples/python/host.py` have the same order.
 */
export function orderLevels(names: Iterable<string>): string[] {
  const keyed = [...names].map((name) => [name, name.replace(/\d+/g, sortableDigits)] as const);
  const areNumbers = keyed.every(([name]) => /^\S+$/.test(name) && Number.isFinite(Number(name)));
  return keyed
    .sort(
      ([a, aKey], [b, bKey]) =>
        (areNumbers ? Number(a) - Number(b) : 0) || byCharacters(aKey, bKey) || byCharacters(a, b),
    )
    .map(([name]) => name);
}

/** A whole number as text that sorts like the number: the length of its length, its length, and its digits. */
function sortableDigits(run: string): string {
  const digits = run.replace(/^0+/, '');
  const length = String(digits.length);
  return length.length + length + digits;
}

const byCharacters = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** The number of levels in a column of level indices. */
export function countLevels(codes: Float64Array): number {
  return codes.reduce((most, code) => Math.max(most, code), -1) + 1;
}

/**
 * The names of the levels of every category of a module: those given or, without any, the numbers from 1. A category of several columns has
 * an entry by its own name and one by the name of each.
 *
 * @param columns columns in the manifest's order
 * @throws HostError of kind `data` if the columns of a category do not hold level indices from 0, each at least once, or if their number
 *   differs from that of the names.
 */
export function levelsOf(manifest: Manifest, columns: readonly Float64Array[], given: Levels): Levels {
  const held = manifest.columns.flatMap(({ name, role, category = name }, index) =>
    role === 'category' ? { name, category, codes: columns[index]! } : [],
  );
  const refuse = (message: string) => {
    throw new HostError('data', message, 'Number the levels that occur from 0, without gaps, and name each.');
  };
  for (const { name, codes } of held) {
    const most = codes.length * held.length;
    const wrong = codes.findIndex((code) => !(Number.isInteger(code) && code >= 0 && code < most));
    if (wrong >= 0)
      refuse(
        `The category \`${name}\` is ${codes[wrong]} in row ${wrong + 1}, which is not the number of a level.`,
      );
  }
  return new Map(
    held.flatMap(({ name, category }) => {
      const own = held.filter((each) => each.category === category);
      const count = Math.max(...own.map(({ codes }) => countLevels(codes)));
      const seen = new Uint8Array(count);
      for (const { codes } of own) for (const code of codes) seen[code] = 1;
      const absent = seen.indexOf(0);
      if (absent >= 0)
        refuse(
          `The category \`${category}\` has no row of its level ${absent}, although it has one of level ${count - 1}.`,
        );
      const names = given.get(category) ?? Array.from(seen, (_, level) => String(level + 1));
      if (names.length !== count)
        refuse(
          `The category \`${category}\` has ${names.length} names of levels, and its rows have ${count} levels.`,
        );
      return [category, name].map((each) => [each, names] as const);
    }),
  );
}
