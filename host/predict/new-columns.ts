/** Rows to predict, in any form that a program may use. */

import type { Levels } from '../../module/levels.ts';
import type { Manifest } from '../../module/manifest.ts';
import {
  type ColumnsInput,
  cellsOf,
  columnOf,
  levelNames,
  numbersOfLevels,
  toNumbers,
} from '../../module/to-columns.ts';
import { checkFacts } from '../level-facts.ts';
import { nameOfPair } from '../pairs.ts';
import type { NewColumns } from './rows.ts';

/**
 * Rows to predict, read as `toColumns` reads them. A category's cells are names of the fit's levels; if `levels` has
 * the category, numbers are indices of its levels.
 *
 * @throws HostError as `toColumns` does.
 */
export function toNewColumns(
  manifest: Manifest,
  input: ColumnsInput,
  levels: Levels = new Map(),
): NewColumns {
  const columns = new Map<string, Float64Array | readonly string[]>();
  for (const { name, role, category = name } of manifest.columns) {
    const column = columnOf(input, name);
    if (column === undefined) continue;
    const cells = cellsOf(name, column);
    const known = levels.get(category);
    if (role !== 'category') columns.set(name, toNumbers(name, cells));
    else if (known === undefined) columns.set(name, levelNames(name, cells));
    else columns.set(name, toNumbers(name, numbersOfLevels(name, cells, known)));
  }
  checkFacts(manifest, (name) => columns.get(name), levels);
  for (const { name, pairOf } of manifest.columns) {
    if (pairOf === undefined || columns.has(name)) continue;
    const [first, second] = pairOf.map((part) => namesOf(columns.get(part), levels.get(part)));
    if (first && second)
      columns.set(
        name,
        first.map((level, row) => nameOfPair(level, second[row]!)),
      );
  }
  return columns;
}

/** The names of levels that a column holds by name, or as indices of known ones. */
function namesOf(
  column: Float64Array | readonly string[] | undefined,
  known: readonly string[] = [],
): readonly string[] | undefined {
  return column instanceof Float64Array ? Array.from(column, (code) => known[code] ?? String(code)) : column;
}
