/** What a layout says of a category's levels besides their names: their list, which is their order. */
import { HostError } from '../module/host-error.ts';
import {
  type EncodedCategories,
  type EncodedLevels,
  encodeLevels,
  type LevelNames,
  orderLevels,
} from '../module/levels.ts';
import type { Manifest } from '../module/manifest.ts';
import { listNames } from '../module/names.ts';
import { checkForm, wrong } from './check-manifest.ts';

/** @throws HostError of kind `module` naming what the manifest says wrongly of levels */
export function checkLevelFacts({ columns }: Manifest): void {
  for (const [index, { role, levels }] of columns.entries()) {
    if (levels === undefined) continue;
    const place = `columns[${index}].levels`;
    checkForm(levels, ['a level'], place);
    if (role !== 'category' || levels.length === 0 || new Set(levels).size < levels.length)
      throw wrong(place, 'only categories have them, each once');
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
  for (const { name, levels: listed } of columns) {
    const values = names.get(name);
    if (values === undefined) continue;
    const encoded = encodeListed(values, listed);
    codes.set(name, encoded.codes);
    levels.set(name, encoded.levels);
  }
  return { codes, levels };
}

/** As `encodeLevels`, in the order of a list where there is one. @throws HostError of kind `data` for a level that is not listed */
export function encodeListed(values: readonly string[], listed?: readonly string[]): EncodedLevels {
  if (listed === undefined) return encodeLevels(values);
  const levels = levelsInOrder(new Set(values), listed);
  const places = new Map(levels.map((level, place) => [level, place]));
  return { codes: Float64Array.from(values, (value) => places.get(value)!), levels };
}

/**
 * Names in the order in which they are listed, or else in that of `orderLevels`.
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
        `The level ${JSON.stringify(name)} is none that the layout lists: ${listNames(listed)}.`,
        'Correct it, or list it where the layout declares the category.',
      );
    }
  }
  return listed.filter((name) => names.has(name));
}
