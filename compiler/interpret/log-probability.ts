/** A probability as the pair (ln p, ln(1 − p)), and the operations of the language on such pairs. */

/**
 * A probability p. The logarithm of the smaller of p and 1 − p is rounded like any number, so that one has a relative
 * error of about |ln p|·1e-16; the other logarithm, which may be close to 0, has that relative error itself. So
 * neither p nor 1 − p underflows or loses its digits however close p comes to 0 or to 1; p = 0 and p = 1 are exact.
 */
export interface LogProbability {
  /** ln p, in [−∞, 0]. */
  readonly lnP: number;
  /** ln(1 − p), in [−∞, 0]. */
  readonly lnComplement: number;
}

/**
 * The pair of two logarithms whose absolute error is small. At most one of them lies close to 0, where its relative error
 * is not: that one is computed anew from the other, which is at most about −ln 2.
 */
function pair(lnP: number, lnComplement: number): LogProbability {
  return lnP < lnComplement
    ? { lnP, lnComplement: lnOneMinusExp(lnP) }
    : { lnP: lnOneMinusExp(lnComplement), lnComplement };
}

/** ln(1 − e^x) for x ≤ −ln 2. The sum turns −0 into 0. */
function lnOneMinusExp(x: number): number {
  return Math.log1p(-Math.exp(x)) + 0;
}

/** ln(e^x + e^y) without overflow or underflow. */
function logSumExp(x: number, y: number): number {
  const larger = Math.max(x, y);
  return Number.isFinite(larger) ? larger + Math.log1p(Math.exp(Math.min(x, y) - larger)) : larger;
}

/** The probability p in [0, 1], with its complement where that is known better than 1 − p. NaN outside [0, 1]. */
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

/** 1 − p: the pair swapped. */
export function not(p: LogProbability): LogProbability {
  return { lnP: p.lnComplement, lnComplement: p.lnP };
}

/** Π pᵢ, with the complement q = q₁ + p₁q₂ taken from the left; 1 of nothing. */
export function and(probabilities: readonly LogProbability[]): LogProbability {
  return probabilities.reduce(
    (a, b) => pair(a.lnP + b.lnP, logSumExp(a.lnComplement, a.lnP + b.lnComplement)),
    { lnP: 0, lnComplement: -Infinity },
  );
}

/** 1 − Π(1 − pᵢ), by de Morgan's law; 0 of nothing. */
export function or(probabilities: readonly LogProbability[]): LogProbability {
  return not(and(probabilities.map(not)));
}

/** (1 − w)p + wq, whose complement is (1 − w)(1 − p) + w(1 − q). */
export function mix(w: LogProbability, p: LogProbability, q: LogProbability): LogProbability {
  return pair(
    logSumExp(w.lnComplement + p.lnP, w.lnP + q.lnP),
    logSumExp(w.lnComplement + p.lnComplement, w.lnP + q.lnComplement),
  );
}

/**
 * (Σ pᵢ^r / n)^(1/r), and (Π pᵢ)^(1/n) for r = 0. Near 1 the mean of 1 − pᵢ^r keeps its digits, and elsewhere so does the
 * mean of pᵢ^r.
 */
export function powerMean(exponent: number, probabilities: readonly LogProbability[]): LogProbability {
  const logs = probabilities.map(({ lnP }) => lnP);
  const n = logs.length;
  const mean = (terms: readonly number[]) => terms.reduce((sum, term) => sum + term, 0) / n;
  const excess = mean(logs.map((ln) => Math.expm1(exponent * ln)));
  const elsewhere = (logs.map((ln) => exponent * ln).reduce(logSumExp) - Math.log(n)) / exponent;
  const isNearOne = Math.abs(excess) <= 0.5;
  const lnP = exponent === 0 ? mean(logs) : isNearOne ? Math.log1p(excess) / exponent : elsewhere;
  return { lnP, lnComplement: Math.log(-Math.expm1(lnP)) };
}
