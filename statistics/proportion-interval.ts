/** A confidence interval for a probability, from the number of successes in a number of trials. */
import { normalQuantile } from './distribution-quantiles.ts';

/**
 * The score interval of Wilson (1927), Probable inference, the law of succession, and statistical inference, Journal of
 * the American Statistical Association 22, 209–212: all probabilities that a score test of the observed proportion does
 * not reject. It lies within [0, 1], and has positive width even for no successes or only successes.
 *
 * @param successes a whole number from 0 to `tries`
 * @param tries from 1
 * @param confidence in (0, 1)
 * @throws RangeError for other numbers
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
  // The formula gives exactly 0 and 1 here, but its floating-point value may not.
  return [successes === 0 ? 0 : middle - half, successes === tries ? 1 : middle + half];
}
