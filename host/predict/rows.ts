/** The rows to predict: demands as in a fit, categories by the fit's level names, and outcomes if there are any. */
import { absent, checkColumns } from '../../module/columns.ts';
import { HostError } from '../../module/host-error.ts';
import type { Levels } from '../../module/levels.ts';
import type { Manifest } from '../../module/manifest.ts';
import { inAllColumns, mainPart } from '../row-tables.ts';

/**
 * Columns by name, all of the same length. A category's column holds names of the fit's levels, or their numbers in the
 * fit. Outcomes may be absent, or missing (NaN) in any row: only log likelihoods read them.
 */
export type NewColumns = ReadonlyMap<string, Float64Array | readonly string[]>;

/** The maximum number of level names in an error. */
const SHOWN = 6;

/**
 * The columns that a module needs, in the order of its manifest: rows of the main table, where it has several.
 *
 * @throws HostError of kind `data` when a demand or category is absent, a category has a level that the fit did not have, or as
 *   `orderColumns` does.
 */
export function orderNewColumns(whole: Manifest, columns: NewColumns, levels: Levels): Float64Array[] {
  const manifest = mainPart(whole);
  const [first] = columns.values();
  const rows =
    manifest.columns.map(({ name }) => columns.get(name)).find((given) => given !== undefined) ?? first;
  const ordered = checkColumns(
    manifest,
    manifest.columns.map(({ name, role }) => {
      const given = columns.get(name);
      if (role === 'category') return numbersOf(name, given ?? absent(name, role), levels.get(name) ?? []);
      if (given === undefined && role === 'outcome')
        return new Float64Array(rows?.length ?? 0).fill(Number.NaN);
      const column = given ?? absent(name, role);
      if (column instanceof Float64Array) return column;
      throw new HostError('data', `The column \`${name}\` does not hold numbers.`, 'Give a Float64Array.');
    }),
  );
  return [...inAllColumns(whole, ordered)];
}

/** A column's levels as numbers in the fit. */
function numbersOf(
  category: string,
  given: Float64Array | readonly string[],
  levels: readonly string[],
): Float64Array {
  if (given instanceof Float64Array) {
    const row = given.findIndex((code) => !(Number.isInteger(code) && code >= 0 && code < levels.length));
    if (row < 0) return given;
    throw unknownLevel(
      category,
      String(given[row]),
      row,
      levels.map((_, number) => String(number)),
    );
  }
  const numbers = new Map(levels.map((level, number) => [level, number]));
  return Float64Array.from(given, (name, row) => {
    const number = numbers.get(name);
    if (number === undefined)
      throw unknownLevel(
        category,
        JSON.stringify(name),
        row,
        levels.map((level) => JSON.stringify(level)),
      );
    return number;
  });
}

function unknownLevel(category: string, level: string, row: number, known: readonly string[]): HostError {
  const more = known.length > SHOWN ? ` and ${known.length - SHOWN} more` : '';
  return new HostError(
    'data',
    `The category \`${category}\` is ${level} in row ${row + 1}, a level that the fit did not have: it had ${known.slice(0, SHOWN).join(', ')}${more}.`,
    'Leave out the row, or fit again to data that have rows of this level.',
  );
}
