/** The beta-binomial log mass and its derivative, for shapes and counts of any size, and the binomial coefficient. */
import { deviance, logOfRatio } from './deviance';
import { productDifference } from './exact';
import { digammaRiseBeyondLog, digammaRise, fallOfRest, logGammaPeak, SERIES_FROM } from './gamma-differences';
import { log, logProbability, log1p } from './log';

const HALF_LOG_TWO_PI: f64 = 0.9189385332046728;
/** Above this a product of shapes and counts may overflow. */
const HUGE: f64 = 1e150;
/** Below this a product of probabilities is continued as a logarithm. */
const SMALL: f64 = 1e-200;

/** ln C(n, k); −Infinity for k outside 0 … n. */
export function logChoose(n: f64, k: f64): f64 {
  const rest = n - k;
  if (!(k >= 0 && rest >= 0)) return isNaN(n) || isNaN(k) ? NaN : -Infinity;
  if (k == 0 || rest == 0) return 0;
  const fewer = min<f64>(k, rest);
  if (fewer == 1) return log(n);
  const more = max<f64>(k, rest);
  // ln m! = m ln m − m + ln m − logGammaPeak(m). All the large terms are positive.
  const large = fewer * log(n / fewer) - more * log1p(-fewer / n);
  return large + (log(n / more / fewer) + (logGammaPeak(more) + logGammaPeak(fewer) - logGammaPeak(n)));
}

/**
 * ln C(n, k) + ln B(k + a, n − k + b) − ln B(a, b), for k successes in n trials. The counts k, n − k and the shapes a,
 * b form a 2 × 2 table. The leading terms x ln x of Stirling's series, for its cells and margins, add up to the table's
 * deviance from independence; what remains is small. NaN if a shape is not positive or k is not in 0 … n.
 *
 * The result is never above 0: for k = 0 or n all summands are ≤ 0; otherwise the probability is at most ½, and
 * rounding adds less than a millionth to ln ½.
 */
export function logBetaBinomial(n: f64, k: f64, a: f64, b: f64): f64 {
  const rest = n - k;
  if (!(a > 0 && b > 0 && k >= 0 && rest >= 0)) return NaN;
  if (k == 0) return logNone(b, a, n);
  if (rest == 0) return logNone(a, b, n);
  const before = a + b;
  const after = before + n;
  const excess = excessOf(n, k, a, b);
  const successes = (a + k) / after;
  const failures = (b + rest) / after;
  const ofTrials = deviance(k, n * successes, -excess) + deviance(rest, n * failures, excess);
  const table = ofTrials + deviance(a, before * successes, excess) + deviance(b, before * failures, -excess);
  const ofCounts = logGammaPeak(k) + logGammaPeak(rest) - logGammaPeak(n) + log(n / k / rest);
  const ofShapes =
    logGammaPeak(a) - logGammaPeak(a + k) + (logGammaPeak(b) - logGammaPeak(b + rest)) +
    (logGammaPeak(after) - logGammaPeak(before));
  return ofCounts + ofShapes - table;
}

/** Its derivative with respect to a. The one with respect to b follows by exchanging a with b and k with n − k. */
export function betaBinomialSlope(n: f64, k: f64, a: f64, b: f64): f64 {
  const rest = n - k;
  if (!(a > 0 && b > 0 && k >= 0 && rest >= 0)) return NaN;
  const before = a + b;
  if (k == 0) return -digammaRise(before, n);
  const excess = excessOf(n, k, a, b);
  const ofTable = logOfRatio(a, before * ((a + k) / (before + n)), excess);
  // ψ at the table's corners a, a + k, a + b and a + b + n. Differences along the shorter sides are smaller and more
  // precise.
  const near = b < k ? digammaRiseBeyondLog(a, b) : digammaRiseBeyondLog(a, k);
  const far = b < k ? digammaRiseBeyondLog(a + k, b + rest) : digammaRiseBeyondLog(before, n);
  return ofTable + (near - far);
}

/** (k b − (n − k) a)/(a + b + n): k minus its expected value under independence of the table's rows and columns. */
function excessOf(n: f64, k: f64, a: f64, b: f64): f64 {
  const after = a + b + n;
  return after < HUGE ? productDifference(k, b, n - k, a) / after : k * (b / after) - (n - k) * (a / after);
}

/**
 * ln B(a, b + n) − ln B(a, b) = −Σ ln(1 + a/(b + i)), i from 0 to n − 1: the log probability of no success in n trials.
 */
function logNone(b: f64, a: f64, n: f64): f64 {
  // The probability and its complement, both computed without subtraction.
  let none = 1.0;
  let some = 0.0;
  let logSmall = 0.0;
  for (; n > 0 && b < SERIES_FROM; n -= 1, b += 1) {
    const share = b / (a + b);
    if (none * share < SMALL) {
      logSmall += log(none) + (share > SMALL ? log(share) : log(b) - log(a + b));
      none = 1;
      some = 0;
      continue;
    }
    some += none * (a / (a + b));
    none *= share;
  }
  const sofar = logSmall + logProbability(none, some);
  if (n == 0) return sofar;
  const before = a + b;
  const after = before + n;
  // As above, for the table with cells 0, n, a and b, in separate terms, none of which is above 0.
  const excess = -n * (a / after);
  const failures = (b + n) / after;
  const ofTrials = -excess + deviance(n, n * failures, excess);
  const table = ofTrials + deviance(a, before * (a / after), excess) + deviance(b, before * failures, -excess);
  const roots = 0.5 * log1p((excess / before) * (after / (b + n)));
  return sofar + (roots + (fallOfRest(b + n, a) - fallOfRest(b, a)) - table);
}

/** `logChoose` in each lane. */
export function logChoosePair(n: v128, k: v128): v128 {
  const first = logChoose(f64x2.extract_lane(n, 0), f64x2.extract_lane(k, 0));
  const second = logChoose(f64x2.extract_lane(n, 1), f64x2.extract_lane(k, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `logBetaBinomial` in each lane. */
export function logBetaBinomialPair(n: v128, k: v128, a: v128, b: v128): v128 {
  const first = logBetaBinomial(f64x2.extract_lane(n, 0), f64x2.extract_lane(k, 0), f64x2.extract_lane(a, 0), f64x2.extract_lane(b, 0));
  const second = logBetaBinomial(f64x2.extract_lane(n, 1), f64x2.extract_lane(k, 1), f64x2.extract_lane(a, 1), f64x2.extract_lane(b, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `betaBinomialSlope` in each lane. */
export function betaBinomialSlopePair(n: v128, k: v128, a: v128, b: v128): v128 {
  const first = betaBinomialSlope(f64x2.extract_lane(n, 0), f64x2.extract_lane(k, 0), f64x2.extract_lane(a, 0), f64x2.extract_lane(b, 0));
  const second = betaBinomialSlope(f64x2.extract_lane(n, 1), f64x2.extract_lane(k, 1), f64x2.extract_lane(a, 1), f64x2.extract_lane(b, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}
