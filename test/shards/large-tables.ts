/** Tables that are so large that their rows are divided into shards, and layouts for them. */
import { uniformNumbers } from '../../bench/uniform.ts';

export interface LargeTable {
  readonly text: string;
  readonly columns: ReadonlyMap<string, Float64Array>;
}

const TWO_PARAMETERS = `layout TwoParameters
category person, item
capability skill[person] ~ normal(0, 1)
param hard[item] ~ normal(0, 1)
param sharp[item] ~ lognormal(0, 0.3)
observe success ~ bernoulli(logistic(sharp[item] * (skill[person] - hard[item])))
`;

const CHECKPOINTS = `layout Checkpoints
category step
demand d1, d2 in [-3, 3]
param start ~ normal(0, 2)
param drift ~ half_normal(0.5)
capability a[step] ~ normal(previous(a[step], start), drift)
capability b[step] ~ normal(start, drift)
observe success ~ bernoulli(margin(a[step], d1, steepness = 1) and margin(b[step], d2, steepness = 1))
`;

/** Every person meets every item, or each a share of them; an odd number of each, so that pairs of levels are filled up. */
export function personsByItems(persons: number, items: number, share = 1): LargeTable {
  const uniform = uniformNumbers(5);
  const rows: number[][] = [];
  for (let person = 0; person < persons; person++) {
    for (let item = 0; item < items; item++) {
      // Each level has a row.
      if (uniform() < share || item % persons === person || person % items === item)
        rows.push([person, item, Number(uniform() < 0.6)]);
    }
  }
  return { text: TWO_PARAMETERS, columns: columnsOf(['person', 'item', 'success'], rows) };
}

/** Steps, each with as many tasks of its own. */
export function checkpoints(steps: number, tasks: number): LargeTable {
  const uniform = uniformNumbers(7);
  const rows = Array.from({ length: steps * tasks }, (_, row) => [
    ...[Math.floor(row / tasks), 6 * uniform() - 3, 6 * uniform() - 3, Number(uniform() < 0.4)],
  ]);
  return { text: CHECKPOINTS, columns: columnsOf(['step', 'd1', 'd2', 'success'], rows) };
}

function columnsOf(
  names: readonly string[],
  rows: readonly (readonly number[])[],
): Map<string, Float64Array> {
  return new Map(names.map((name, index) => [name, Float64Array.from(rows, (row) => row[index]!)]));
}
