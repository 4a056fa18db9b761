/**
 * What a layout declares about a category's levels besides their names: their list or order, and the columns that are
 * constant within a level.
 */
import { HostError } from '../module/host-error.ts';
import {
  type EncodedCategories,
  type EncodedLevels,
  encodeLevels,
  type LevelNames,
  type Levels,
  orderLevels,
} from '../module/levels.ts';
import type { Manifest } from '../module/manifest.ts';
import { listNames } from '../module/names.ts';
import { type ColumnsInput, type NamedColumns, toColumns } from '../module/to-columns.ts';
import { checkForm, wrong } from './check-manifest.ts';
import { withPairs } from './pairs.ts';

/**
 * A column that is constant within each level of a category: a demand of its levels, or a category that contains it.
 */
export interface LevelFact {
  readonly category: string;
  readonly column: string;
  readonly role: 'demand' | 'category';
}

/** The facts that a manifest declares, in the order of its columns. */
export function factsIn({ columns }: Pick<Manifest, 'columns'>): LevelFact[] {
  return columns.flatMap(({ name, index, within }): LevelFact[] => [
    ...(index === undefined ? [] : [{ category: index, column: name, role: 'demand' as const }]),
    ...(within === undefined ? [] : [{ category: name, column: within, role: 'category' as const }]),
  ]);
}

/**
 * Checks that these columns are constant within each level.
 *
 * @param columnOf returns a column by name, a category as level names or indices; undefined if there is none
 * @throws HostError of kind `data` that names the level, its two values and their rows
 */
export function checkFacts(
  manifest: Pick<Manifest, 'columns'>,
  columnOf: (name: string) => ArrayLike<string | number> | undefined,
  levels: Levels = new Map(),
): void {
  const nameOf = (category: string, level: string | number) =>
    typeof level === 'number' ? (levels.get(category)?.[level] ?? String(level + 1)) : level;
  for (const { category, column, role } of factsIn(manifest)) {
    const [groups, values] = [columnOf(category), columnOf(column)];
    if (groups === undefined || values === undefined) continue;
    const missing = manifest.columns.find(({ name }) => name === column)!.missing ?? Number.NaN;
    const valueAt = (row: number) => (Number.isNaN(values[row]) ? missing : values[row]!);
    const first = new Map<string | number, number>();
    for (let row = 0; row < groups.length; row++) {
      const level = groups[row]!;
      const before = first.get(level);
      if (before === undefined) first.set(level, row);
      if (before === undefined || Object.is(valueAt(before), valueAt(row))) continue;
      throw contradiction(
        { category, column, role },
        nameOf(category, level),
        [before, row].map((each) => [
          each + 1,
          role === 'demand' ? valueAt(each) : nameOf(column, values[each]!),
        ]),
      );
    }
  }
}

function contradiction(
  { category, column, role }: LevelFact,
  level: string,
  found: readonly (readonly (string | number)[])[],
): HostError {
  const [[row, value], [otherRow, other]] = found as [[number, unknown], [number, unknown]];
  return role === 'demand'
    ? new HostError(
        'data',
        `The demand \`${column}\` is ${value} in row ${row} and ${other} in row ${otherRow}, both of the level \`${level}\` of \`${category}\`.`,
        `Each level of \`${category}\` has one value of \`${column}\`: correct a row, or declare it without \`[${category}]\`, as a demand of each row.`,
      )
    : new HostError(
        'data',
        `The level \`${level}\` of \`${category}\` belongs to \`${value}\` of \`${column}\` in row ${row} and to \`${other}\` in row ${otherRow}.`,
        `Each level of \`${category}\` belongs to one of \`${column}\`: correct a row, or give levels of different groups names of their own.`,
      );
}

/**
 * The columns that a module needs, as `toColumns` reads them, for a layout that declares more about levels than their
 * names.
 *
 * @throws HostError as `toColumns`, `encodeCategories` and `checkFacts` do, and for a manifest with a mistake about
 * levels
 */
export function toCheckedColumns(manifest: Manifest, input: ColumnsInput, levels?: Levels): NamedColumns {
  checkLevelFacts(manifest);
  const read = toColumns(manifest, input, levels, encodeCategories);
  checkFacts(manifest, (name) => read.columns.get(name), read.levels);
  return withPairs(manifest, orderByDemands(manifest, read, levels), levels);
}

/**
 * The same with the levels of categories in the order of the demands that the layout orders them by.
 *
 * @param known levels that are in order already
 * @throws HostError of kind `data` that names two levels with the same value
 */
export function orderByDemands(
  { columns: described }: Pick<Manifest, 'columns'>,
  { columns, levels }: NamedColumns,
  known: Levels = new Map(),
): NamedColumns {
  const found = { columns: new Map(columns), levels: new Map(levels) };
  for (const { name, orderedBy } of described) {
    const codes = columns.get(name);
    const values = orderedBy === undefined ? undefined : columns.get(orderedBy);
    // A missing column is reported by the code that needs it.
    if (known.has(name) || codes === undefined || values === undefined) continue;
    const missing = described.find((column) => column.name === orderedBy)!.missing ?? Number.NaN;
    const valueAt = new Map(
      Array.from(codes, (code, row) => [code, Number.isNaN(values[row]) ? missing : values[row]!]),
    );
    const names = levels.get(name)!;
    const order = orderByValue(
      names.length,
      (code) => valueAt.get(code)!,
      (...tie) => {
        const [first, second] = tie.map((code) => names[code]);
        return new HostError(
          'data',
          `The levels ${first} and ${second} of \`${name}\` have the same value of \`${orderedBy}\`, ${valueAt.get(tie[0])}, by which they are ordered.`,
          `Give each level of \`${name}\` a value of its own.`,
        );
      },
    );
    const places = new Map(order.map((code, place) => [code, place]));
    found.columns.set(
      name,
      Float64Array.from(codes, (code) => places.get(code)!),
    );
    found.levels.set(
      name,
      order.map((code) => names[code]!),
    );
  }
  return found;
}

/**
 * The whole numbers below `count` in the order of their values.
 *
 * @param tie makes the error for two equal values
 */
export function orderByValue(
  count: number,
  valueAt: (index: number) => number,
  tie: (first: number, second: number) => Error,
): readonly number[] {
  const order = Array.from({ length: count }, (_, index) => index).sort((a, b) => valueAt(a) - valueAt(b));
  const same = order.findIndex((index, place) => place > 0 && valueAt(index) === valueAt(order[place - 1]!));
  if (same >= 0) throw tie(order[same - 1]!, order[same]!);
  return order;
}

/** @throws HostError of kind `module` that names the manifest's mistake about levels */
export function checkLevelFacts({ columns }: Manifest): void {
  const categories = new Set(columns.filter(({ role }) => role === 'category').map(({ name }) => name));
  for (const [place, column] of columns.entries()) {
    const { name, role, category, levels, index, within, orderedBy, pairOf } = column;
    const at = `columns[${place}]`;
    if (category !== undefined && (role !== 'category' || columns.some((column) => column.name === category)))
      throw wrong(`${at}.category`, 'only columns of categories have one, which is no column');
    if (levels !== undefined) {
      checkForm(levels, ['a level'], `${at}.levels`);
      if (role !== 'category' || levels.length === 0 || new Set(levels).size < levels.length)
        throw wrong(`${at}.levels`, 'only categories have them, each once');
    }
    if (index !== undefined && (role !== 'demand' || !categories.has(index)))
      throw wrong(`${at}.index`, 'only demands have one, which is a category');
    if (
      orderedBy !== undefined &&
      (role !== 'category' || !columns.some((column) => column.name === orderedBy && column.index === name))
    )
      throw wrong(`${at}.orderedBy`, 'only categories have one, which is a demand of their levels');
    if (
      pairOf !== undefined &&
      (role !== 'category' || !pairOf.every((part) => categories.has(part) && part !== name))
    )
      throw wrong(`${at}.pairOf`, 'only categories have them, which are two other categories');
    if (within !== undefined && (role !== 'category' || !categories.has(within) || within === name))
      throw wrong(`${at}.within`, 'only categories have one, which is another category');
  }
}

/**
 * Assigns indices to the levels of categories, as the layout orders them.
 *
 * @throws HostError of kind `data` for a level that the layout does not list
 */
export function encodeCategories(
  { columns }: Pick<Manifest, 'columns'>,
  names: LevelNames,
): EncodedCategories {
  const codes = new Map<string, Float64Array>();
  const levels = new Map<string, readonly string[]>();
  for (const { name, category = name, levels: listed, pairOf } of columns) {
    const values = names.get(name);
    // `withPairs` makes pairs from the levels that they are pairs of, once these are in order.
    if (values === undefined || pairOf?.every((part) => names.has(part))) continue;
    // A category of several columns has the levels of all of them, in one order.
    const own = columns.filter((column) => (column.category ?? column.name) === category);
    const all = own.length === 1 ? values : own.flatMap((column) => names.get(column.name) ?? []);
    const encoded = encodeListed(all, listed);
    const begin =
      own.slice(
        0,
        own.findIndex((column) => column.name === name),
      ).length * values.length;
    codes.set(name, encoded.codes.slice(begin, begin + values.length));
    for (const each of [category, name]) levels.set(each, encoded.levels);
  }
  return { codes, levels };
}

/**
 * As `encodeLevels`, in the order of a list if there is one. @throws HostError of kind `data` for a level that is not
 * listed
 */
export function encodeListed(values: readonly string[], listed?: readonly string[]): EncodedLevels {
  if (listed === undefined) return encodeLevels(values);
  const levels = levelsInOrder(new Set(values), listed);
  const places = new Map(levels.map((level, place) => [level, place]));
  return { codes: Float64Array.from(values, (value) => places.get(value)!), levels };
}

/**
 * Names in the order of the list, or else in that of `orderLevels`.
 *
 * @throws HostError of kind `data` for a name that is not listed
 */
export function levelsInOrder(names: ReadonlySet<string>, listed?: readonly string[]): readonly string[] {
  if (listed === undefined) return orderLevels(names);
  const known = new Set(listed);
  for (const name of names) {
    if (!known.has(name)) {
      throw new HostError(
        'data',
        `The level ${JSON.stringify(name)} is not among those that the layout lists: ${listNames(listed)}.`,
        'Correct it, or list it where the layout declares the category.',
      );
    }
  }
  return listed.filter((name) => names.has(name));
}
