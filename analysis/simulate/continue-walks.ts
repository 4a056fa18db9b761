/**
 * Walks by `previous` through levels that a fit has not seen: each goes on from the last level of its walk. Between two levels that were
 * fitted, a new one would hang on both.
 */
import { readsPrevious } from '../../compiler/check/parametrisation.ts';
import type { Latent, TypedLayout } from '../../compiler/check/typed-layout.ts';
import { levelsInOrder } from '../../host/level-facts.ts';
import { levelsOfPair } from '../../host/pairs.ts';
import type { Levels } from '../../module/levels.ts';
import type { Manifest, ManifestColumn } from '../../module/manifest.ts';
import { SimulationError } from './simulation-error.ts';

/** The new levels of a category through which a latent walks. */
export interface ContinuedWalk {
  /** Their names, in the order in which the walk goes through them. */
  readonly names: readonly string[];
  /**
   * For each the number of the level that it goes on from, counting those of the fit and then `names`; null for the first of a walk of its own,
   * as of a person that is new.
   */
  readonly before: readonly (number | null)[];
  /** The names of those whose walk the fit has begun. */
  readonly continued: readonly string[];
}

/** The fit whose walks go on. */
interface WalkedFit {
  readonly manifest: Manifest;
  readonly levels: Levels;
}

/**
 * How the walks of a layout go on, by category. A walk through pairs, such as each person's through steps, goes through those new pairs alone that
 * are given, as it would if they were in the table.
 *
 * @param added the names of the new levels by category, each list in the order of the layout
 * @throws SimulationError for a level before the last one of its walk, or where its place is not known
 */
export function continueWalks(
  layout: TypedLayout,
  fit: WalkedFit,
  added: Levels,
): ReadonlyMap<string, ContinuedWalk> {
  const walks = new Map<string, ContinuedWalk>();
  for (const [category, names] of added) {
    const walked = layout.latents.find(({ index, prior }) => index === category && readsPrevious(prior));
    if (walked === undefined) continue;
    const pair = layout.categories.find(({ name }) => name === category)?.pairOf ?? null;
    walks.set(
      category,
      pair === null
        ? continueThroughLevels(walked, fit, category, names)
        : continueThroughPairs(walked, fit, category, pair, names, added),
    );
  }
  return walks;
}

function continueThroughLevels(
  { name: latent }: Latent,
  { manifest, levels }: WalkedFit,
  category: string,
  names: readonly string[],
): ContinuedWalk {
  const column = columnOf(manifest, category);
  refuseUnordered(latent, column, names);
  const known = levels.get(category)!;
  const all = levelsInOrder(new Set([...known, ...names]), column.levels);
  const wrong = all.find((name, place) => place < known.length && name !== known[place]);
  if (wrong !== undefined)
    throw new SimulationError(
      `The level ${JSON.stringify(wrong)} of \`${category}\` was not fitted, and \`${latent}\` walks on from it to levels that were.`,
      'Only levels behind the last one can be drawn: leave out its rows, or fit again to data that have rows of this level.',
    );
  return { names, before: names.map((_, place) => known.length + place - 1), continued: names };
}

function continueThroughPairs(
  { name: latent }: Latent,
  { manifest, levels }: WalkedFit,
  category: string,
  [leading, step]: readonly [string, string],
  names: readonly string[],
  added: Levels,
): ContinuedWalk {
  const column = columnOf(manifest, step);
  const newSteps = added.get(step) ?? [];
  if (newSteps.length > 0) refuseUnordered(latent, column, newSteps);
  const steps =
    newSteps.length === 0
      ? levels.get(step)!
      : levelsInOrder(new Set([...levels.get(step)!, ...newSteps]), column.levels);
  const placeOf = new Map(steps.map((name, place) => [name, place]));
  const known = levels.get(category)!;
  /** The number of the last pair of each leading level, and the place of its step. */
  const last = new Map<string, { readonly number: number; readonly place: number }>();
  for (const [number, name] of known.entries()) {
    const [who, at] = levelsOfPair(name);
    const place = placeOf.get(at)!;
    if (place >= (last.get(who)?.place ?? 0)) last.set(who, { number, place });
  }
  const pairs = names
    .map((name) => {
      const [who, at] = levelsOfPair(name);
      return { name, who, place: placeOf.get(at)! };
    })
    .sort((a, b) => a.place - b.place);
  const begun = new Set(last.keys());
  const before = pairs.map(({ name, who, place }, index) => {
    const previous = last.get(who);
    if (previous !== undefined && previous.place > place)
      throw new SimulationError(
        `The pair ${name} of \`${leading}\` and \`${step}\` was not fitted, and \`${latent}\` walks on from it to pairs of ${JSON.stringify(who)} that were.`,
        `Only pairs behind the last one of ${JSON.stringify(who)} can be drawn: leave out its rows, or fit again to data that have rows of this pair.`,
      );
    last.set(who, { number: known.length + index, place });
    return previous?.number ?? null;
  });
  return {
    ...{ names: pairs.map(({ name }) => name), before },
    continued: pairs.filter(({ who }) => begun.has(who)).map(({ name }) => name),
  };
}

function columnOf({ columns }: Manifest, category: string): ManifestColumn {
  return columns.find(({ name }) => name === category)!;
}

/** @throws SimulationError where a demand of the levels orders them: where the new ones stand among the fitted ones is then not known */
function refuseUnordered(
  latent: string,
  { name, orderedBy }: ManifestColumn,
  names: readonly string[],
): void {
  if (orderedBy === undefined) return;
  throw new SimulationError(
    `The level ${JSON.stringify(names[0])} of \`${name}\` was not fitted, and the walk of \`${latent}\` goes by \`${orderedBy}\`, which is not stored of the levels that were.`,
    'Leave out its rows, or fit again to data that have rows of this level.',
  );
}
