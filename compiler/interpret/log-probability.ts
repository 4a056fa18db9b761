/** Probabilities as pairs (ln p, ln(1 − p)), and the operations of the language on them. */

/**
 * A probability p. Neither p nor 1 − p underflows or loses digits near 0 or 1; p = 0 and p = 1 are exact. The logarithm
 * of the smaller of the two is rounded like any number, which gives that one a relative error of about |ln p|·1e-16;
 * the other logarithm, which may be near 0, has that relative error itself.
 */
export interface LogProbability {
  /** ln p, in [−∞, 0]. */
  readonly lnP: number;
  /** ln(1 − p), in [−∞, 0]. */
  readonly lnComplement: number;
}

/**
 * The pair from two logarithms with small absolute errors. At most one of them is near 0, where its relative error is
 * not small: that one is computed again from the other, which is at most about −ln 2.
 */
function pair(lnP: number, lnComplement: number): LogProbability {
  return lnP < lnComplement
    ? { lnP, lnComplement: lnOneMinusExp(lnP) }
    : { lnP: lnOneMinusExp(lnComplement), lnComplement };
}

/** ln(1 − e^x) for x ≤ −ln 2. Adding 0 turns −0 into 0. */
function lnOneMinusExp(x: number): number {
  return Math.log1p(-Math.exp(x)) + 0;
}

/** ln(e^x + e^y) without overflow or underflow. */
export function logSumOfTwo(x: number, y: number): number {
  const larger = Math.max(x, y);
  return Number.isFinite(larger) ? larger + Math.log1p(Math.exp(Math.min(x, y) - larger)) : larger;
}

/** The probability p in [0, 1]; pass the complement if it is known more precisely than 1 − p. NaN outside [0, 1]. */
export function probability(p: number, complement = 1 - p): LogProbability {
  return {
    lnP: p < complement ? Math.log(p) : Math.log1p(-complement) + 0,
    lnComplement: p < complement ? Math.log1p(-p) + 0 : Math.log(complement),
  };
}

/** p as a plain number, which rounds to 1 within about 1e-16 of it. */
export function linear(p: LogProbability): number {
  return p.lnP < p.lnComplement ? Math.exp(p.lnP) : -Math.expm1(p.lnComplement);
}

/** σ(x) = 1/(1 + e^−x), with 1 − σ(x) = σ(−x). */
export function logistic(x: number): LogProbability {
  const ln1pExp = Math.log1p(Math.exp(-Math.abs(x)));
  const near = -ln1pExp + 0;
  const far = -Math.abs(x) - ln1pExp;
  return x < 0 ? { lnP: far, lnComplement: near } : { lnP: near, lnComplement: far };
}

/** 1 − p: the swapped pair. */
export function not(p: LogProbability): LogProbability {
  return { lnP: p.lnComplement, lnComplement: p.lnP };
}

/** Π pᵢ, with the complement accumulated from the left as q = q₁ + p₁q₂; the empty product is 1. */
export function and(probabilities: readonly LogProbability[]): LogProbability {
  return probabilities.reduce(
    (a, b) => pair(a.lnP + b.lnP, logSumOfTwo(a.lnComplement, a.lnP + b.lnComplement)),
    { lnP: 0, lnComplement: -Infinity },
  );
}

/** 1 − Π(1 − pᵢ), by de Morgan's law; 0 for no probabilities. */
export function or(probabilities: readonly LogProbability[]): LogProbability {
  return not(and(probabilities.map(not)));
}

/** The one with the smaller p. The logarithm of the smaller of p and 1 − p tells them apart however near 0 or 1 they are. */
export function lesser(a: LogProbability, b: LogProbability): LogProbability {
  if (a.lnP !== b.lnP && Math.max(a.lnP, b.lnP) < -1e-3) return a.lnP < b.lnP ? a : b;
  return a.lnComplement >= b.lnComplement ? a : b;
}

/** (1 − w)p + wq, whose complement is (1 − w)(1 − p) + w(1 − q). */
export function mix(w: LogProbability, p: LogProbability, q: LogProbability): LogProbability {
  return pair(
    logSumOfTwo(w.lnComplement + p.lnP, w.lnP + q.lnP),
    logSumOfTwo(w.lnComplement + p.lnComplement, w.lnP + q.lnComplement),
  );
}

/**
 * (Σ pᵢ^r / n)^(1/r), or (Π pᵢ)^(1/n) for r = 0. Near 1 it is computed from the mean of 1 − pᵢ^r, elsewhere from the
 * mean of pᵢ^r, so that no digits are lost.
 */
export function powerMean(exponent: number, probabilities: readonly LogProbability[]): LogProbability {
  const logs = probabilities.map(({ lnP }) => lnP);
  const n = logs.length;
  const mean = (terms: readonly number[]) => terms.reduce((sum, term) => sum + term, 0) / n;
  const excess = mean(logs.map((ln) => Math.expm1(exponent * ln)));
  const elsewhere = (logs.map((ln) => exponent * ln).reduce(logSumOfTwo) - Math.log(n)) / exponent;
  const isNearOne = Math.abs(excess) <= 0.5;
  const lnP = exponent === 0 ? mean(logs) : isNearOne ? Math.log1p(excess) / exponent : elsewhere;
  return { lnP, lnComplement: Math.log(-Math.expm1(lnP)) };
}
