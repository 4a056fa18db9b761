/** The summary of a sweep as a table: one row for each quantity and each group of fits. */
import type { SweepTask } from './plan.ts';
import type { FinishedSweep } from './result.ts';
import { sumUpSweep } from './sum-up.ts';
import type { TidyTable } from './tidy.ts';

/** In the order of `sumUpSweep`; cells are empty where no fit has the quantity, and of posterior means `below aggregate` is. */
export function distributionsTable(tasks: readonly SweepTask[], finished: FinishedSweep): TidyTable {
  const { groups, quantities } = sumUpSweep(tasks, finished);
  return [
    [
      ...['quantity', 'name', 'axis', 'value', 'count', 'least', 'lower quartile', 'median'],
      ...['upper quartile', 'greatest', 'below aggregate'],
    ],
    ...quantities.flatMap(({ kind, name, distributions, belowAggregate }) =>
      groups.map(({ axis, value }, place) => {
        const found = distributions[place];
        return [
          ...[kind === 'brier' ? 'Brier score' : kind, name, axis, value, found?.count ?? 0],
          ...[found?.least ?? null, found?.lowerQuartile ?? null, found?.median ?? null],
          ...[found?.upperQuartile ?? null, found?.greatest ?? null, belowAggregate[place] ?? null],
        ];
      }),
    ),
  ];
}
