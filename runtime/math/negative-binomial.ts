/**
 * What the negative binomial log mass with mean m and dispersion d, whose variance is m + d m², has besides a Poisson's.
 * Each function is precise also for a d near 0, where the distribution nears a Poisson, and for counts of any size.
 */
import { both } from './constant';
import { log1pShortfall, log1pShortfallOf } from './deviance';
import { digammaRiseBeyondLog, fallOfRest, SERIES_FROM } from './gamma-differences';
import { log1p, log1pPair } from './log';

/** Up to this t two terms of a series suffice. */
const NEAR: f64 = 1e-8;
/** Above this a product is continued as a logarithm. */
const LARGE: f64 = 1e150;

/** ln(1 + t)/t for t ≥ 0, which is 1 at 0. */
export function log1pRatio(t: f64): f64 {
  if (t < NEAR) return t >= 0 ? 1 - 0.5 * t : NaN;
  return t < Infinity ? log1p(t) / t : t == Infinity ? 0 : NaN;
}

/** Its derivative, which is −½ at 0. */
export function log1pRatioSlope(t: f64): f64 {
  if (t < 1) return t >= 0 ? shortfallRatio(t) - 1 / (1 + t) : NaN;
  return t < Infinity ? (1 / (1 + t) - log1p(t) / t) / t : t == Infinity ? 0 : NaN;
}

/** (t − ln(1 + t))/t² for t ≥ 0, which is ½ at 0. */
function shortfallRatio(t: f64): f64 {
  return t < NEAR ? 0.5 - t / 3 : log1pShortfall(t) / t / t;
}

/**
 * Σ ln(1 + i d), i from 0 to y − 1, which is ln Γ(y + 1/d) − ln Γ(1/d) + y ln d, for a whole y ≥ 0 and d > 0. The first
 * terms are multiplied; the sum of the others is taken from Stirling's series at 1/d, all of whose large terms cancel
 * on paper.
 */
export function logRise(y: f64, d: f64): f64 {
  if (!(d > 0 && d < Infinity && y >= 0)) return NaN;
  const steps = stepsUntilSeries(y, d);
  let sum = 0.0;
  // The product so far is 1 + excess, which no subtraction makes imprecise near 1.
  let excess = 0.0;
  for (let i = 0.0; i < steps; i += 1) {
    const next = i * d;
    if (next > LARGE || excess > LARGE) {
      sum += log1p(excess);
      excess = 0;
    }
    excess += next * (1 + excess);
  }
  sum += log1p(excess);
  const left = y - steps;
  return left == 0 ? sum : sum + (left * log1p(steps * d) + riseFrom(left, d / (1 + steps * d)));
}

/** Its derivative with respect to d, Σ i/(1 + i d). */
export function logRiseSlope(y: f64, d: f64): f64 {
  if (!(d > 0 && d < Infinity && y >= 0)) return NaN;
  const steps = stepsUntilSeries(y, d);
  let sum = 0.0;
  for (let i = 0.0; i < steps; i += 1) sum += i / (1 + i * d);
  const left = y - steps;
  if (left == 0) return sum;
  // With i = steps + j the terms are (steps + j)/(base (1 + j d/base)).
  const base = 1 + steps * d;
  return sum + (steps * left + riseSlopeFrom(left, d / base) / base) / base;
}

/** How many terms to take one by one: those below which 1/d + i is too small for the series. */
function stepsUntilSeries(y: f64, d: f64): f64 {
  return min(y, max(0, -floor(1 / d - SERIES_FROM)));
}

/** Σ ln(1 + i d), i from 0 to y − 1, for 1/d ≥ 10: (y − ½) ln(1 + yd) − (yd − ln(1 + yd))/d, and what Stirling's formula leaves. */
function riseFrom(y: f64, d: f64): f64 {
  const t = y * d;
  return (y - 0.5) * log1p(t) - y * t * shortfallRatio(t) - fallOfRest(1 / d, y);
}

/** Its derivative with respect to d. */
function riseSlopeFrom(y: f64, d: f64): f64 {
  const t = y * d;
  const x = 1 / d;
  // Of what Stirling's formula leaves: ψ(x + y) − ψ(x) − ln(1 + y/x) less what ½ ln x has of it, times x².
  const rest = x < LARGE ? x * x * (digammaRiseBeyondLog(x, y) - 0.5 * (y / (x + y)) * d) : 0;
  return y * y * shortfallRatio(t) - 0.5 * (y / (1 + t)) - rest;
}

/** The last pair of arguments, none of which is 0, and its logarithms: a loop asks for the ratio and for its slope one after the other. */
// @ts-ignore: decorator
@inline
const LAST = memory.data(32, 16);

/** ln(1 + t) in each lane, neither of which is 0. */
function logsOf(t: v128): v128 {
  if (both(f64x2.eq(t, v128.load(LAST)))) return v128.load(LAST, 16);
  const logs = log1pPair(t);
  v128.store(LAST, t);
  v128.store(LAST, logs, 16);
  return logs;
}

/** Whether neither lane is next to 0, infinite or NaN. */
function isPlain(t: v128): bool {
  return both(v128.and(f64x2.ge(t, f64x2.splat(NEAR)), f64x2.lt(t, f64x2.splat(Infinity))));
}

/** `log1pRatio` in each lane. */
export function log1pRatioPair(t: v128): v128 {
  if (isPlain(t)) return f64x2.div(logsOf(t), t);
  const first = log1pRatio(f64x2.extract_lane(t, 0));
  const second = log1pRatio(f64x2.extract_lane(t, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `log1pRatioSlope` in each lane. */
export function log1pRatioSlopePair(t: v128): v128 {
  if (isPlain(t)) {
    const logs = logsOf(t);
    const inverse = f64x2.div(f64x2.splat(1), f64x2.add(f64x2.splat(1), t));
    const near = f64x2.sub(f64x2.div(f64x2.div(log1pShortfallOf(t, logs), t), t), inverse);
    const far = f64x2.div(f64x2.sub(inverse, f64x2.div(logs, t)), t);
    return v128.bitselect(near, far, f64x2.lt(t, f64x2.splat(1)));
  }
  const first = log1pRatioSlope(f64x2.extract_lane(t, 0));
  const second = log1pRatioSlope(f64x2.extract_lane(t, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `logRise` in each lane. */
export function logRisePair(y: v128, d: v128): v128 {
  const first = logRise(f64x2.extract_lane(y, 0), f64x2.extract_lane(d, 0));
  const second = logRise(f64x2.extract_lane(y, 1), f64x2.extract_lane(d, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `logRiseSlope` in each lane. */
export function logRiseSlopePair(y: v128, d: v128): v128 {
  const first = logRiseSlope(f64x2.extract_lane(y, 0), f64x2.extract_lane(d, 0));
  const second = logRiseSlope(f64x2.extract_lane(y, 1), f64x2.extract_lane(d, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}
