/** What would halve the sd of parameters, by the runs of a recovery. */

import type { Parameter } from '../../../host/parameters.ts';
import type { Columns } from '../../../module/columns.ts';
import type { Levels } from '../../../module/levels.ts';
import { halveSd, type MoreInstances } from './more-instances.ts';
import type { PosteriorCase } from './row-information.ts';

/** What each run leaves for it. */
export interface HalvingCase {
  readonly posterior: PosteriorCase;
  /** The distinct row of the demands that each row is. */
  readonly distinctOf: Uint32Array;
}

/** Of one parameter, in its unit. */
export interface Halving extends Omit<MoreInstances, 'chosen'> {
  readonly chosen:
    | readonly { readonly demands: Readonly<Record<string, number | string>>; readonly instances: number }[]
    | null;
}

/**
 * By the names of the parameters.
 *
 * @param cases of the runs that converged; at least one
 * @param all parameters, in the order of a draw
 * @param columns the demands and categories of the rows
 */
export function findHalvings(
  cases: readonly HalvingCase[],
  wanted: readonly Parameter[],
  all: readonly Parameter[],
  columns: Columns,
  levels: Levels,
): Readonly<Record<string, Halving>> {
  const { distinctOf } = cases[0]!;
  const counts = new Uint32Array(distinctOf.length);
  const firstOf = new Map<number, number>();
  for (const [row, distinct] of distinctOf.entries()) {
    counts[distinct]! += 1;
    if (!firstOf.has(distinct)) firstOf.set(distinct, row);
  }
  const demandsOf = (distinct: number) =>
    Object.fromEntries(
      [...columns].map(([name, values]) => {
        const value = values[firstOf.get(distinct)!]!;
        return [name, levels.get(name)?.[value] ?? value];
      }),
    );
  const posteriors = cases.map(({ posterior }) => posterior);
  return Object.fromEntries(
    wanted.map(({ name }) => {
      const place = all.findIndex((each) => each.name === name);
      const { chosen, ...found } = halveSd(posteriors, counts, place);
      const rows = chosen?.map(({ row, instances }) => ({ demands: demandsOf(row), instances })) ?? null;
      return [name, { ...found, chosen: rows }];
    }),
  );
}
