/** Rates of success of rows that lie near each other on a plane of two demands, as they are drawn over a surface. */

/** The rows of one square, of which there is at least one. */
export interface RateOnPlane {
  /** The means of the demands over the rows. */
  readonly first: number;
  readonly second: number;
  readonly rows: number;
  readonly successRate: number;
}

export interface RatesOnPlane {
  readonly rates: readonly RateOnPlane[];
  /** How many rows lie beside the plane. */
  readonly beside: number;
}

/**
 * Divides the plane from `from` to `to` along both demands into squares, `across` to a side, and takes the rows of each together. A row on an
 * edge belongs to the square above it, and one at `to` to the last. Rows without an outcome are in none.
 *
 * @param outcomes 0 or 1, NaN where missing
 * @throws RangeError when lengths differ, or there is no plane
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
