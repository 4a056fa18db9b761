/** How far an expected number is from what is there, measured as the logarithm of a density is: for shapes of any size. */
import { log } from './log';
import { log1p } from './log1p';

/** Up to here the series for t - ln(1 + t) is summed. */
const NEAR: f64 = 0.4;

/** t - ln(1 + t) for t > -1, with full relative precision near 0. */
export function log1pShortfall(t: f64): f64 {
  if (!(abs<f64>(t) <= NEAR)) return t - log1p(t);
  // ln(1 + t) = 2 artanh s = 2s + 2s³(1/3 + s²/5 + …) with s = t/(2 + t), and t - 2s = ts.
  const s = t / (2 + t);
  const z = s * s;
  let series = 1.0 / 29.0;
  for (let odd: f64 = 27; odd > 1; odd -= 2) series = 1 / odd + z * series;
  return s * (t - 2 * z * series);
}

/**
 * o ln(o/e) + e - o, which is never below 0, where `excess` is e - o: the saddle-point form of Loader (2000), Fast and accurate
 * computation of binomial probabilities.
 */
export function deviance(o: f64, e: f64, excess: f64): f64 {
  if (o == 0) return e;
  return abs<f64>(excess) <= NEAR * o ? o * log1pShortfall(excess / o) : excess - o * (log(e) - log(o));
}

/** ln(e/o), where `excess` is e - o. */
export function logOfRatio(o: f64, e: f64, excess: f64): f64 {
  return abs<f64>(excess) < 0.5 * o ? log1p(excess / o) : log(e) - log(o);
}
