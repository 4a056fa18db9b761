/** Predicted probabilities of binary outcomes, or predicted shares, and their reliability: bins of equal width and consistency intervals. */
import { EvaluationError } from '../evaluation-error.ts';

/** Predicted probabilities and outcomes, one number each per row. */
export interface Predictions {
  /** The probability of a 1, or the expected share, in [0, 1]. */
  readonly probabilities: ArrayLike<number>;
  /** 0 or 1, or shares from 0 to 1. Rows with a missing outcome must have been left out. */
  readonly outcomes: ArrayLike<number>;
}

/**
 * Checks the predictions and returns their number of rows.
 *
 * @throws RangeError when the lengths differ
 * @throws EvaluationError when there are no rows, or a probability or an outcome is outside [0, 1]
 */
export function countRows({ probabilities, outcomes }: Predictions): number {
  const rows = outcomes.length;
  if (probabilities.length !== rows) {
    throw new RangeError(`${probabilities.length} probabilities do not belong to ${rows} outcomes`);
  }
  if (rows === 0) {
    throw new EvaluationError('There are no rows to score.', 'Give at least one row with an outcome.');
  }
  for (let row = 0; row < rows; row++) {
    const p = probabilities[row]!;
    if (!(p >= 0 && p <= 1)) {
      throw new EvaluationError(
        `The prediction of row ${row + 1} is ${p}, which is no probability.`,
        'Give numbers from 0 to 1.',
      );
    }
    const outcome = outcomes[row]!;
    if (!(outcome >= 0 && outcome <= 1)) {
      throw new EvaluationError(
        `The outcome of row ${row + 1} is ${outcome}, which is neither 0 nor 1, nor a share between.`,
        'Leave out rows without an outcome; only outcomes from 0 to 1 have these scores.',
      );
    }
  }
  return rows;
}

/** Whether all outcomes are 0 or 1, and none is a share between. */
export function areBinary(outcomes: ArrayLike<number>): boolean {
  return Array.from(outcomes).every((outcome) => outcome === 0 || outcome === 1);
}

/** The number of bins in the thesis on common sense, eq. 5.2. */
export const BINS = 10;

/** The rows whose prediction is in [lower, upper); the last bin includes 1. */
export interface Bin {
  readonly lower: number;
  readonly upper: number;
  readonly rows: number;
  /** Null for an empty bin, as is `successRate`. */
  readonly meanPrediction: number | null;
  readonly successRate: number | null;
  /** The sums over the bin's rows of (p − p̄)², and of (p − p̄)(o − ō). */
  readonly predictionSquares: number;
  readonly products: number;
}

/**
 * The index of the bin of a probability among `bins` bins of equal width. A prediction equal to an edge k/bins (in
 * double precision) belongs to the bin above; 1 belongs to the last.
 */
export function binOf(probability: number, bins: number): number {
  let bin = Math.min(bins - 1, Math.floor(probability * bins));
  // The product is rounded: 0.29 · 100 is below 29.
  if (bin + 1 < bins && probability >= (bin + 1) / bins) bin++;
  if (probability < bin / bins) bin--;
  return bin;
}

/**
 * All bins in order, including empty ones.
 *
 * @param bins their number, a positive whole number
 *
 * @throws RangeError for another number of bins; otherwise as `countRows`
 */
export function binPredictions(predictions: Predictions, bins: number = BINS): Bin[] {
  if (!(Number.isInteger(bins) && bins >= 1)) throw new RangeError(`there cannot be ${bins} bins`);
  const { probabilities, outcomes } = predictions;
  const members: number[][] = Array.from({ length: bins }, () => []);
  const rows = countRows(predictions);
  for (let row = 0; row < rows; row++) members[binOf(probabilities[row]!, bins)]!.push(row);
  return members.map((inBin, bin) => {
    const edges = { lower: bin / bins, upper: (bin + 1) / bins, rows: inBin.length };
    if (inBin.length === 0) {
      return { ...edges, meanPrediction: null, successRate: null, predictionSquares: 0, products: 0 };
    }
    const meanOf = (values: ArrayLike<number>) =>
      inBin.reduce((sum, row) => sum + values[row]!, 0) / inBin.length;
    const meanPrediction = meanOf(probabilities);
    const successRate = meanOf(outcomes);
    let predictionSquares = 0;
    let products = 0;
    for (const row of inBin) {
      const distance = probabilities[row]! - meanPrediction;
      predictionSquares += distance * distance;
      products += distance * (outcomes[row]! - successRate);
    }
    return { ...edges, meanPrediction, successRate, predictionSquares, products };
  });
}

/** Smaller probabilities in the tails are dropped; the total lost is far below a printed digit. */
const NEGLIGIBLE = 1e-18;

/**
 * The Poisson binomial distribution: the probability of each number of successes in independent trials with these
 * probabilities, computed trial by trial. `first` is the smallest number with a probability that is not negligible.
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
 * Quantiles of the rate of success if outcomes are drawn with the predicted probabilities. If the predictions are
 * right, the observed rate is outside with a probability of at most 1 − `mass`. These are the consistency bars of
 * Bröcker & Smith (2007), Increasing the reliability of reliability diagrams, Weather and Forecasting 22, 651–661,
 * computed exactly for the predictions in the bin; theirs also resample the predictions.
 *
 * @param probabilities those of the rows of a bin, at least one
 * @param mass in (0, 1)
 * @throws RangeError for other numbers
 */
export function consistencyInterval(
  probabilities: ArrayLike<number>,
  mass = 0.95,
): [lower: number, upper: number] {
  const rows = probabilities.length;
  if (rows === 0) throw new RangeError('there are no rows');
  if (!(mass > 0 && mass < 1)) throw new RangeError(`the mass of an interval lies in (0, 1), not ${mass}`);
  const { first, masses } = successDistribution(probabilities);
  const tail = (1 - mass) / 2;
  let lower = 0;
  for (let below = masses[0]!; below <= tail && lower < masses.length - 1; ) below += masses[++lower]!;
  let upper = masses.length - 1;
  for (let above = masses[upper]!; above <= tail && upper > 0; ) above += masses[--upper]!;
  return [(first + lower) / rows, (first + upper) / rows];
}
