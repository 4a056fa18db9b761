/** Categories of pairs: the level of a row follows from its levels of two other categories. */
import { HostError } from '../module/host-error.ts';
import type { EncodedLevels, Levels } from '../module/levels.ts';
import type { NamedColumns } from '../module/to-columns.ts';

/** The name of a pair of levels: `Ada, algebra`. A level that holds a comma or a quotation mark is quoted. */
export function nameOfPair(first: string, second: string): string {
  return [first, second].map((level) => (/[",]/.test(level) ? JSON.stringify(level) : level)).join(', ');
}

const PART = '("(?:[^"\\\\]|\\\\.)*"|[^",]*)';
const NAME_OF_PAIR = new RegExp(`^${PART}, ${PART}$`, 's');

/** The two levels of a pair. @param name as `nameOfPair` makes it @throws RangeError for any other text */
export function levelsOfPair(name: string): readonly [string, string] {
  const [, first, second] = NAME_OF_PAIR.exec(name) ?? [];
  if (first === undefined || second === undefined) throw new RangeError(`${name} is not the name of a pair`);
  const level = (part: string): string => (part.startsWith('"') ? JSON.parse(part) : part);
  return [level(first), level(second)];
}

/**
 * The pairs in each row. They are ordered by the first level, and then by the second.
 *
 * @param known the names of the pairs that are known, in their order; without them, of those that occur
 * @returns codes in `codes`, -1 for a pair that is not known
 */
export function pairLevels(
  first: EncodedLevels,
  second: EncodedLevels,
  known?: readonly string[],
): EncodedLevels {
  const width = second.levels.length;
  const keys = first.codes.map((code, row) => code * width + second.codes[row]!);
  const found = [...new Set(keys)].sort((a, b) => a - b);
  const names = found.map((key) =>
    nameOfPair(first.levels[Math.floor(key / width)]!, second.levels[key % width]!),
  );
  const levels = known ?? names;
  const places = new Map(levels.map((level, place) => [level, place]));
  const codeOf = new Map(found.map((key, place) => [key, places.get(names[place]!) ?? -1]));
  return { codes: keys.map((key) => codeOf.get(key)!), levels };
}

/** A category, and if its levels are pairs, the two categories that they are pairs of. */
interface PossiblePair {
  readonly name: string;
  readonly pairOf?: readonly [string, string] | null;
}

/** Columns of categories as level indices, with the names of the levels. */
interface CodedCategories {
  readonly codes: ReadonlyMap<string, Float64Array>;
  readonly levels: Levels;
}

/**
 * The categories of pairs of which both columns are there, and which are not there themselves.
 *
 * @param known the names of the levels of categories that are known
 */
export function pairsIn(
  { columns }: { readonly columns: readonly PossiblePair[] },
  { codes, levels }: CodedCategories,
  known: Levels = new Map(),
): ReadonlyMap<string, EncodedLevels> {
  const coded = (name: string): EncodedLevels | null => {
    const own = codes.get(name);
    return own === undefined ? null : { codes: own, levels: levels.get(name)! };
  };
  return new Map(
    columns.flatMap(({ name, pairOf }) => {
      const [first, second] = (pairOf ?? []).map(coded);
      if (!first || !second || codes.has(name)) return [];
      return [[name, pairLevels(first, second, known.get(name))] as const];
    }),
  );
}

/**
 * Columns with those of the categories of pairs whose parts are there.
 *
 * @param known names of levels that are known
 * @throws HostError of kind `data` for a pair that is not known
 */
export function withPairs(
  manifest: { readonly columns: readonly PossiblePair[] },
  { columns, levels }: NamedColumns,
  known?: Levels,
): NamedColumns {
  const pairs = [...pairsIn(manifest, { codes: columns, levels }, known)];
  for (const [name, { codes }] of pairs) {
    const row = codes.indexOf(-1);
    if (row < 0) continue;
    throw new HostError(
      'data',
      `The pair of levels in row ${row + 1} is not among the given levels of \`${name}\`.`,
      'Give its name among the levels, or leave the levels out: they are then those that the columns hold.',
    );
  }
  return {
    columns: new Map([...columns, ...pairs.map(([name, { codes }]) => [name, codes] as const)]),
    levels: new Map([...levels, ...pairs.map(([name, pair]) => [name, pair.levels] as const)]),
  };
}
