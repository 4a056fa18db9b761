/** Ranks of truths among posterior draws, which are uniform where fits are calibrated. */
import { gammaTails } from '../../../compiler/interpret/incomplete-functions.ts';

/**
 * How many of the draws are below the truth, from 0 to their number (Talts, Betancourt, Simpson, Vehtari & Gelman 2018,
 * Validating Bayesian inference algorithms with simulation-based calibration). The draws are to be as good as independent. Of
 * draws that equal the truth, as those of a discrete quantity may, `tied`, uniform on [0, 1), says how many count as below.
 */
export function rankAmongDraws(truth: number, draws: ArrayLike<number>, tied: number): number {
  let below = 0;
  let equal = 0;
  for (let draw = 0; draw < draws.length; draw++) {
    if (draws[draw]! < truth) below++;
    else if (draws[draw] === truth) equal++;
  }
  return below + Math.floor(tied * (equal + 1));
}

export interface RecoveredRanks {
  /** How many ranks are in each cell of equally many ranks, from the lowest. */
  readonly counts: readonly number[];
  /** How many each cell would have on average. */
  readonly expected: number;
  /** Pearson's Σ (count − expected)²/expected. */
  readonly chiSquare: number;
  /** How probable one as large is of uniform ranks, for cells that expect at least five. */
  readonly pValue: number;
}

/**
 * @param ranks one a simulation, whole numbers from 0 to `draws`
 * @param cells how many, from 2; it divides draws + 1
 * @throws RangeError for other numbers, or without ranks
 */
export function countRecoveredRanks(ranks: ArrayLike<number>, draws: number, cells: number): RecoveredRanks {
  if (!(Number.isInteger(cells) && cells >= 2 && (draws + 1) % cells === 0)) {
    throw new RangeError(`${draws + 1} ranks are not divided evenly into ${cells} cells`);
  }
  if (ranks.length === 0) throw new RangeError('there are no ranks');
  const counts = new Array<number>(cells).fill(0);
  for (const rank of Array.from(ranks)) {
    if (!(Number.isInteger(rank) && rank >= 0 && rank <= draws)) {
      throw new RangeError(`${rank} is no rank among ${draws} draws`);
    }
    counts[Math.floor((rank * cells) / (draws + 1))]! += 1;
  }
  const expected = ranks.length / cells;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  return { counts, expected, chiSquare, pValue: chiSquareTail(chiSquare, cells - 1) };
}

/** The probability that a chi-squared variable is larger. */
function chiSquareTail(value: number, degrees: number): number {
  return value === 0 ? 1 : Math.exp(gammaTails(degrees / 2, value / 2).above);
}
