/** The levels of a demand for the eye: a value that many rows have is a level of its own, and the rest lie between. */
import { quantile } from '../../../statistics/quantile.ts';
import type { DemandLevel } from '../checks/levels-of-demand.ts';

/**
 * Each value of a demand that has at most `most` different ones. Otherwise each value that at least one in `most` rows has, and the
 * other rows in as many bins between their quantiles as are left of `most`, at least one, which are divided where such a value lies
 * within them. So a battery in which most rows have the easiest value of a demand still shows what its other values do, where bins between
 * the quantiles of all rows would be few. Levels ascend, are given by the smallest and largest value in them, and hold rows in their
 * order; rows without the demand (NaN) are in none.
 *
 * @throws RangeError for `most` below 1
 */
export function spreadLevels(values: ArrayLike<number>, most: number): DemandLevel[] {
  if (!(Number.isInteger(most) && most >= 1)) throw new RangeError(`there cannot be ${most} levels`);
  const rows = Array.from(values).flatMap((value, row) => (Number.isNaN(value) ? [] : [{ value, row }]));
  const counts = new Map<number, number>();
  for (const { value } of rows) counts.set(value, (counts.get(value) ?? 0) + 1);
  const alone =
    counts.size <= most
      ? [...counts.keys()]
      : [...counts].flatMap(([value, count]) => (count * most >= rows.length ? [value] : []));
  const others = Float64Array.from(
    rows.flatMap(({ value }) => (alone.includes(value) ? [] : [value])),
  ).sort();
  const bins = Math.max(1, most - alone.length);
  const edges =
    others.length === 0 ? [] : Array.from({ length: bins }, (_, bin) => quantile(others, (bin + 1) / bins));
  /** The same for the values of one level. */
  const levelOf = (value: number) => {
    const below = alone.filter((each) => each < value).length;
    return alone.includes(value) ? `alone ${value}` : `${below} ${edges.findIndex((edge) => value <= edge)}`;
  };
  const levels = new Map<string, { value: number; row: number }[]>();
  for (const each of rows) {
    const level = levelOf(each.value);
    const own = levels.get(level);
    if (own === undefined) levels.set(level, [each]);
    else own.push(each);
  }
  return [...levels.values()]
    .map((level) => ({
      lower: level.reduce((least, { value }) => Math.min(least, value), Infinity),
      upper: level.reduce((largest, { value }) => Math.max(largest, value), -Infinity),
      rows: level.map(({ row }) => row),
    }))
    .sort((one, other) => one.lower - other.lower);
}
