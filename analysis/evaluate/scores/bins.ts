/** Predictions in bins of equal width, with what came in each: a reliability diagram as numbers. */
import { countRows, type Predictions } from './predictions.ts';

/** As the documents have it (thesis on common sense, eq. 5.2). */
export const BINS = 10;

/** The rows whose prediction is in [lower, upper), or in the last bin in [lower, 1]. */
export interface Bin {
  readonly lower: number;
  readonly upper: number;
  readonly rows: number;
  /** Null in an empty bin, as are the two below. */
  readonly meanPrediction: number | null;
  readonly successRate: number | null;
  /** The sums over the bin's rows of (p − p̄)², and of (p − p̄)(o − ō). */
  readonly predictionSquares: number;
  readonly products: number;
}

/**
 * The bin of a probability among `bins` of equal width. A prediction that equals an edge k/bins, as a number of double
 * precision, belongs to the bin above it, and 1 to the last.
 */
export function binOf(probability: number, bins: number): number {
  let bin = Math.min(bins - 1, Math.floor(probability * bins));
  // The product is rounded: 0.29 · 100 is below 29.
  if (bin + 1 < bins && probability >= (bin + 1) / bins) bin++;
  if (probability < bin / bins) bin--;
  return bin;
}

/**
 * The bins in order, empty ones too.
 *
 * @param bins how many, a whole number from 1
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
