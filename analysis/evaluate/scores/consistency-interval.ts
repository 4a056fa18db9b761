/** Where the success rate of rows would lie if their predictions were right: consistency bars of a reliability diagram. */

/** Tails of the distribution are dropped where they are below this; what is lost in all is far below a printed digit. */
const NEGLIGIBLE = 1e-18;

/**
 * The probability of each number of successes among independent tries with these probabilities: the Poisson binomial distribution,
 * try after try. Returned from the first number that is not negligible on.
 */
export function successDistribution(probabilities: ArrayLike<number>): {
  readonly first: number;
  readonly masses: readonly number[];
} {
  let first = 0;
  let masses = [1];
  for (let place = 0; place < probabilities.length; place++) {
    const p = probabilities[place]!;
    if (!(p >= 0 && p <= 1)) throw new RangeError(`${p} is no probability`);
    const next = Array.from(
      { length: masses.length + 1 },
      (_, count) => (masses[count] ?? 0) * (1 - p) + (count === 0 ? 0 : masses[count - 1]! * p),
    );
    let begin = 0;
    let end = next.length;
    while (begin < end - 1 && next[begin]! < NEGLIGIBLE) begin++;
    while (end > begin + 1 && next[end - 1]! < NEGLIGIBLE) end--;
    first += begin;
    masses = next.slice(begin, end);
  }
  return { first, masses };
}

/**
 * Quantiles of the rate of success among rows whose outcomes are drawn with the probabilities that were predicted: the rate observed is
 * outside with a probability of at most 1 − `mass` if predictions are right. These are the consistency bars of Bröcker & Smith (2007),
 * Increasing the reliability of reliability diagrams, Weather and Forecasting 22, 651–661, exact for the predictions in the bin,
 * where theirs resample predictions too.
 *
 * @param probabilities of the rows of a bin, at least one
 * @param mass in (0, 1)
 * @throws RangeError for numbers that are not so
 */
export function consistencyInterval(
  probabilities: ArrayLike<number>,
  mass = 0.95,
): [lower: number, upper: number] {
  const rows = probabilities.length;
  if (rows === 0) throw new RangeError('no rows have no rate');
  if (!(mass > 0 && mass < 1)) throw new RangeError(`the mass of an interval lies in (0, 1), not ${mass}`);
  const { first, masses } = successDistribution(probabilities);
  const tail = (1 - mass) / 2;
  let lower = 0;
  for (let below = masses[0]!; below <= tail && lower < masses.length - 1; ) below += masses[++lower]!;
  let upper = masses.length - 1;
  for (let above = masses[upper]!; above <= tail && upper > 0; ) above += masses[--upper]!;
  return [(first + lower) / rows, (first + upper) / rows];
}
