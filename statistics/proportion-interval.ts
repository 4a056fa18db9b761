/** An interval for a probability of which successes among tries are known. */
import { normalQuantile } from './normal-quantile.ts';

/**
 * The score interval of Wilson (1927), Probable inference, the law of succession, and statistical inference, Journal of the American
 * Statistical Association 22, 209–212: all probabilities that a test of the observed proportion by its normal approximation does not
 * reject. It lies within [0, 1], and is no point where nobody succeeds or everybody.
 *
 * @param successes a whole number from 0 to `tries`
 * @param tries from 1
 * @param confidence in (0, 1)
 * @throws RangeError for numbers that are not so
 */
export function wilsonInterval(
  successes: number,
  tries: number,
  confidence = 0.95,
): [lower: number, upper: number] {
  if (!(Number.isInteger(tries) && tries >= 1 && Number.isInteger(successes))) {
    throw new RangeError(`${successes} of ${tries} is no number of successes`);
  }
  if (!(successes >= 0 && successes <= tries)) {
    throw new RangeError(`there cannot be ${successes} successes in ${tries} tries`);
  }
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`${confidence} is no confidence`);
  const z = normalQuantile((1 + confidence) / 2);
  const rate = successes / tries;
  const square = (z * z) / tries;
  const middle = (rate + square / 2) / (1 + square);
  const half = (z / (1 + square)) * Math.sqrt((rate * (1 - rate)) / tries + square / (4 * tries));
  // Exactly so by the formula, and not to the last bit by its arithmetic.
  return [successes === 0 ? 0 : middle - half, successes === tries ? 1 : middle + half];
}
