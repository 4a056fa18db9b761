/** Observed and predicted rates of success by demand: at each level of one demand, or over a grid of two. */
import { variance } from '../../../statistics/moments.ts';
import { quantile } from '../../../statistics/quantile.ts';

/** Default maximum number of levels of a demand. With fewer distinct values, each is a level. */
const MAX_LEVELS = 10;

/**
 * Divides a demand into levels. With at most `most` distinct values, each is a level. Otherwise each frequent value (in
 * at least 1/`most` of the rows) is a level, and the other rows are divided by quantiles into the remaining number of
 * bins, at least one; a bin is split at a frequent value inside it. So a battery in which most rows have the easiest
 * value still shows its other values, where quantiles of all rows would leave few bins. Levels ascend; each has its
 * smallest and largest value and its rows in order. Rows without the demand (NaN) are in no level.
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
  /** A key that is equal for values of the same level. */
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

/** An observed rate this many standard deviations from what is expected lies beyond it: 3 leave a third of a per cent to chance. */
export const BEYOND = 3;

/**
 * Whether an observed rate of success lies beyond what a fit expects of so many rows, whose chances are taken as all alike.
 *
 * @param expected the mean of the expected rate
 * @param sd its standard deviation over the draws; 0 for a point estimate
 */
export function isBeyond(observed: number, rows: number, expected: number, sd: number): boolean {
  return Math.abs(observed - expected) > BEYOND * Math.sqrt(sd ** 2 + (expected * (1 - expected)) / rows);
}

/** The rows of one level of a demand that have an outcome; there is at least one. */
interface PredictedLevel {
  readonly lower: number;
  readonly upper: number;
  /** The mean of the demand over the rows, in its unit. */
  readonly meanDemand: number;
  readonly rows: number;
  readonly successes: number;
  /** Posterior mean and equal-tailed interval of the mean probability of success over the rows. */
  readonly expected: number;
  readonly expectedSd: number;
  readonly expectedInterval: readonly [lower: number, upper: number];
}

/**
 * The posterior of the expected rate at each level: for each draw, the probabilities averaged over the level's rows. It
 * does not include the sampling variation of the observed rate.
 *
 *
 * @param outcomes 0 or 1, NaN where missing
 *
 * @param values the probability of success, row by row, with all draws of a row in order
 * @param mass the probability of the interval
 * @throws RangeError when the lengths do not match
 */
export function predictedByLevel(
  demand: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  values: Float64Array,
  mass = 0.95,
): PredictedLevel[] {
  const rows = outcomes.length;
  const draws = values.length / rows;
  if (demand.length !== rows || !(Number.isInteger(draws) && draws >= 1)) {
    throw new RangeError(
      `a demand of ${demand.length} rows and ${values.length} values do not fit ${rows} rows`,
    );
  }
  return spreadLevels(demand, MAX_LEVELS).flatMap(({ lower, upper, rows: inLevel }) => {
    const own = inLevel.filter((row) => !Number.isNaN(outcomes[row]!));
    if (own.length === 0) return [];
    const sum = (numbers: ArrayLike<number>) => own.reduce((total, row) => total + numbers[row]!, 0);
    const expected = new Float64Array(draws);
    for (const row of own) {
      for (let draw = 0; draw < draws; draw++) expected[draw]! += values[row * draws + draw]! / own.length;
    }
    const sorted = expected.sort();
    return [
      {
        ...{ lower, upper, meanDemand: sum(demand) / own.length, rows: own.length, successes: sum(outcomes) },
        expected: sorted.reduce((total, each) => total + each, 0) / draws,
        expectedSd: draws === 1 ? 0 : Math.sqrt(variance(sorted)),
        expectedInterval: [quantile(sorted, (1 - mass) / 2), quantile(sorted, (1 + mass) / 2)] as const,
      },
    ];
  });
}

/** The rows in one level of the first demand and one of the second. */
interface GridCell {
  /** The indices of the levels of the two demands. */
  readonly first: number;
  readonly second: number;
  /** The number of rows that have an outcome. */
  readonly rows: number;
  /** Null if there are no rows, as is `meanPrediction`. */
  readonly successRate: number | null;
  readonly meanPrediction: number | null;
}

interface SuccessGrid {
  readonly first: readonly DemandLevel[];
  readonly second: readonly DemandLevel[];
  /** One per pair of levels, ordered by the second demand, then by the first. */
  readonly cells: readonly GridCell[];
}

/**
 * After Burnell et al. (2022), Not a number: identifying instance features for capability-oriented evaluation, IJCAI:
 * rates of success on a grid of two features. Levels are those of `spreadLevels`; rows without an outcome are left out.
 *
 * @param outcomes 0 or 1, NaN where missing
 * @param predictions the predicted probabilities of the same rows
 * @throws RangeError when lengths differ
 */
export function successGrid(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  predictions: ArrayLike<number>,
  most: number,
): SuccessGrid {
  const rows = outcomes.length;
  if ([first, second, predictions].some(({ length }) => length !== rows)) {
    throw new RangeError('demands, outcomes and predictions are of different numbers of rows');
  }
  const [columns, lines] = [spreadLevels(first, most), spreadLevels(second, most)];
  const cells = lines.flatMap((line, secondPlace) => {
    const inLine = new Set(line.rows);
    return columns.map((column, firstPlace): GridCell => {
      const own = column.rows.filter((row) => inLine.has(row) && !Number.isNaN(outcomes[row]!));
      const meanOf = (values: ArrayLike<number>) =>
        own.length === 0 ? null : own.reduce((sum, row) => sum + values[row]!, 0) / own.length;
      return {
        ...{ first: firstPlace, second: secondPlace, rows: own.length },
        ...{ successRate: meanOf(outcomes), meanPrediction: meanOf(predictions) },
      };
    });
  });
  return { first: columns, second: lines, cells };
}

/** Rows with a demand in [lower, upper]; both are equal for a level of one value. */
export interface DemandLevel {
  readonly lower: number;
  readonly upper: number;
  /** The numbers of the rows, from 0, ascending. */
  readonly rows: readonly number[];
}

/**
 * Divides a demand into levels. With at most `most` distinct values, each is a level; otherwise quantiles divide the
 * rows into `most` bins of about equal size, or fewer if a frequent value fills several. A value on an edge belongs to
 * the bin below. Each level has its smallest and largest value, in the demand's unit. Rows without the demand (NaN) are
 * in no level.
 *
 * @throws RangeError for `most` below 1
 */
export function levelsOfDemand(values: ArrayLike<number>, most: number = MAX_LEVELS): DemandLevel[] {
  if (!(Number.isInteger(most) && most >= 1)) throw new RangeError(`there cannot be ${most} levels`);
  const sorted = Float64Array.from(values)
    .filter((value) => !Number.isNaN(value))
    .sort();
  if (sorted.length === 0) return [];
  const different = [...new Set(sorted)];
  const edges =
    different.length <= most
      ? different
      : Array.from({ length: most }, (_, bin) => quantile(sorted, (bin + 1) / most));
  const levels: number[][] = edges.map(() => []);
  for (let row = 0; row < values.length; row++) {
    const level = edges.findIndex((edge) => values[row]! <= edge);
    if (level >= 0) levels[level]!.push(row);
  }
  return levels
    .filter((rows) => rows.length > 0)
    .map((rows) => ({
      lower: rows.reduce((least, row) => Math.min(least, values[row]!), Infinity),
      upper: rows.reduce((largest, row) => Math.max(largest, values[row]!), -Infinity),
      rows,
    }));
}

/** The rows of one square; at least one. */
export interface RateOnPlane {
  /** The means of the demands over the rows. */
  readonly first: number;
  readonly second: number;
  readonly rows: number;
  readonly successRate: number;
}

export interface RatesOnPlane {
  readonly rates: readonly RateOnPlane[];
  /** The number of rows outside of the plane. */
  readonly beside: number;
}

/**
 * Divides the plane with both demands in [from, to] into `across` × `across` squares, and pools the rows of each
 * square. A row on an edge belongs to the next square, and one at `to` to the last. Rows without an outcome are left
 * out.
 *
 * @param outcomes 0 or 1, NaN where missing
 * @throws RangeError when the lengths differ, or the plane is empty
 */
export function ratesOnPlane(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  { from, to, across }: { readonly from: number; readonly to: number; readonly across: number },
): RatesOnPlane {
  const { length } = outcomes;
  if (first.length !== length || second.length !== length) {
    throw new RangeError('demands and outcomes are of different numbers of rows');
  }
  if (!(from < to && Number.isInteger(across) && across >= 1)) {
    throw new RangeError(`${across} squares from ${from} to ${to} are no plane`);
  }
  const placeOf = (value: number) =>
    Math.min(across - 1, Math.floor(((value - from) / (to - from)) * across));
  const isOn = (value: number) => value >= from && value <= to;
  const squares = new Map<number, { first: number; second: number; rows: number; successes: number }>();
  let beside = 0;
  for (let row = 0; row < length; row++) {
    const [x, y, outcome] = [first[row]!, second[row]!, outcomes[row]!];
    if (Number.isNaN(outcome)) continue;
    if (!isOn(x) || !isOn(y)) {
      beside++;
      continue;
    }
    const key = placeOf(y) * across + placeOf(x);
    const square = squares.get(key) ?? { first: 0, second: 0, rows: 0, successes: 0 };
    squares.set(key, square);
    square.first += x;
    square.second += y;
    square.rows++;
    square.successes += outcome;
  }
  const rates = [...squares.entries()].sort(([one], [other]) => one - other);
  return {
    rates: rates.map(([, { rows, successes, ...sums }]) => ({
      ...{ first: sums.first / rows, second: sums.second / rows, rows, successRate: successes / rows },
    })),
    beside,
  };
}
