/** The ranges that a layout's priors allow. */
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import { bindNames } from '../../compiler/interpret/scope.ts';
import { profileBounds } from './profile.ts';
import type { Simulation } from './simulate.ts';

/** By the name of each parameter the ends of its prior, both finite; null where a side is open, or they are not the same everywhere. */
export type PriorRanges = ReadonlyMap<string, { readonly lower: number; readonly upper: number } | null>;

/** @param simulations at the profiles and data of which priors are evaluated, as their ends may read both; at least one */
export function priorRanges(
  layout: TypedLayout,
  simulations: readonly Pick<Simulation, 'columns' | 'levels' | 'profile'>[],
): PriorRanges {
  const [first, ...others] = simulations.map(({ columns, levels, profile }) => {
    const rows = columns.values().next().value!.length;
    const scopeOf = bindNames(layout, { rows, columns: Object.fromEntries(columns) });
    return profileBounds({ layout, scopeOf, levels }, profile);
  });
  return new Map(
    [...first!].map(([name, { lo, hi }]) => {
      const isSame = others.every((each) => each.get(name)!.lo === lo && each.get(name)!.hi === hi);
      return [name, isSame && Number.isFinite(hi - lo) ? { lower: lo, upper: hi } : null];
    }),
  );
}
