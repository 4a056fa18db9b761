/** Elementary functions to some forty digits in whole-number arithmetic, and how far an f64 is from such a value. */

/** The real `mantissa · 2^exponent`. */
export interface Real {
  readonly mantissa: bigint;
  readonly exponent: number;
}

/** Bits after the point of a fixed-point number: a bigint `v` below means `v / 2^BITS`. */
const BITS = 220;
const SHIFT = BigInt(BITS);
const ONE = 1n << SHIFT;

const LN2 = (() => {
  // 2 artanh(1/3)
  let sum = 0n;
  let term = (2n * ONE) / 3n;
  for (let odd = 1n; term > 0n; odd += 2n, term /= 9n) sum += term / odd;
  return sum;
})();

const PI = (() => {
  const arctanOfInverse = (x: bigint) => {
    let sum = 0n;
    let term = ONE / x;
    for (let odd = 1n; term !== 0n; odd += 2n, term /= -x * x) sum += term / odd;
    return sum;
  };
  return 16n * arctanOfInverse(5n) - 4n * arctanOfInverse(239n);
})();

/** The exact value of an f64, an infinite one as 2^1024: the step after the largest. */
export function real(x: number): Real {
  if (Math.abs(x) === Number.POSITIVE_INFINITY) return { mantissa: x > 0 ? 1n : -1n, exponent: 1024 };
  const bits = new BigUint64Array(Float64Array.of(x).buffer)[0]!;
  const field = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const size = field === 0 ? fraction : fraction | (1n << 52n);
  return { mantissa: x < 0 ? -size : size, exponent: Math.max(field, 1) - 1075 };
}

function shifted(value: bigint, by: number): bigint {
  return by >= 0 ? value << BigInt(by) : value >> BigInt(-by);
}

function fixed(x: Real): bigint {
  return shifted(x.mantissa, x.exponent + BITS);
}

function times(a: bigint, b: bigint): bigint {
  return (a * b) >> SHIFT;
}

function bitLength(x: bigint): number {
  return (x < 0n ? -x : x).toString(2).length;
}

/** e^x. */
export function exactExp(x: Real): Real {
  const argument = fixed(x);
  const n = (2n * argument + LN2) / (2n * LN2);
  const halvings = 12n;
  const r = (argument - n * LN2) >> halvings;
  let sum = ONE;
  let term = ONE;
  for (let i = 1n; term !== 0n; i++) {
    term = times(term, r) / i;
    sum += term;
  }
  for (let i = 0n; i < halvings; i++) sum = times(sum, sum);
  return { mantissa: sum, exponent: Number(n) - BITS };
}

/** ln x for x > 0. */
export function exactLog(x: Real): Real {
  const k = bitLength(x.mantissa) + x.exponent;
  const m = shifted(x.mantissa, BITS - bitLength(x.mantissa));
  return { mantissa: logOfFixed(m) + BigInt(k) * LN2, exponent: -BITS };
}

/** ln of a fixed-point number near 1: what an f64 estimate e leaves, ln(m e^-e), is a series in a very small number. */
function logOfFixed(m: bigint): bigint {
  const estimate = real(Math.log(Number(m) / 2 ** BITS));
  const inverse = exactExp({ mantissa: -estimate.mantissa, exponent: estimate.exponent });
  const d = times(m, fixed(inverse)) - ONE;
  const d2 = times(d, d);
  return fixed(estimate) + d - d2 / 2n + times(d2, d) / 3n - times(d2, d2) / 4n;
}

/** ln(1 + x) for x > -1. */
export function exactLog1p(x: Real): Real {
  if (x.mantissa === 0n) return x;
  if (bitLength(x.mantissa) + x.exponent > -60)
    return exactLog({ mantissa: ONE + fixed(x), exponent: -BITS });
  const f = fixed(x);
  const f2 = times(f, f);
  return { mantissa: x.mantissa * (ONE - f / 2n + f2 / 3n - times(f2, f) / 4n), exponent: x.exponent - BITS };
}

/** e^x - 1. */
export function exactExpm1(x: Real): Real {
  if (x.mantissa === 0n) return x;
  if (bitLength(x.mantissa) + x.exponent > -60)
    return { mantissa: fixed(exactExp(x)) - ONE, exponent: -BITS };
  const f = fixed(x);
  return {
    mantissa: x.mantissa * (ONE + f / 2n + times(f, f) / 6n),
    exponent: x.exponent - BITS,
  };
}

/** 1 / (1 + e^-x). */
export function exactLogistic(x: number): Real {
  const decay = exactExp(real(-Math.abs(x)));
  const denominator = ONE + fixed(decay);
  if (x >= 0) return { mantissa: (ONE << SHIFT) / denominator, exponent: -BITS };
  return { mantissa: (decay.mantissa << SHIFT) / denominator, exponent: decay.exponent };
}

/** -ln(1 + e^-x). */
export function exactLogLogistic(x: number): Real {
  const rest = exactLog1p(exactExp(real(-Math.abs(x))));
  if (x >= 0) return { mantissa: -rest.mantissa, exponent: rest.exponent };
  return { mantissa: fixed(real(x)) - fixed(rest), exponent: -BITS };
}

/** x^y for x > 0. */
export function exactPower(x: number, y: number): Real {
  const logarithm = exactLog(real(x));
  const exponent = real(y);
  return exactExp({
    mantissa: logarithm.mantissa * exponent.mantissa,
    exponent: logarithm.exponent + exponent.exponent,
  });
}

/** B₂, B₄, … as fractions, by the recurrence Σ C(n + 1, k) Bₖ = 0. */
const BERNOULLI = (() => {
  const all: [bigint, bigint][] = [[1n, 1n]];
  for (let n = 1n; n <= 60n; n++) {
    let numerator = 0n;
    let denominator = 1n;
    let binomial = 1n;
    for (let k = 0n; k < n; k++) {
      const [p, q] = all[Number(k)]!;
      numerator = numerator * q + binomial * p * denominator;
      denominator *= q;
      binomial = (binomial * (n + 1n - k)) / (k + 1n);
    }
    let [a, b] = [numerator < 0n ? -numerator : numerator, denominator * (n + 1n)];
    const whole = b;
    while (b !== 0n) [a, b] = [b, a % b];
    all.push([-numerator / a, whole / a]);
  }
  return all.filter((_, n) => n >= 2 && n % 2 === 0);
})();

/** Σ B₂ₖ / (2k (2k - 1) x^(2k-1)), or Σ B₂ₖ / (2k x^2k) for the derivative, in fixed point. */
function stirlingSeries(x: bigint, derivative: boolean): bigint {
  let sum = 0n;
  let power = derivative ? times(x, x) : x;
  BERNOULLI.forEach(([p, q], index) => {
    const n = 2n * BigInt(index + 1);
    sum += (p * ONE * ONE) / (q * (derivative ? n : n * (n - 1n)) * power);
    power = times(power, times(x, x));
  });
  return sum;
}

const SERIES_FROM = 40n * ONE;

/** ln Γ(x) for x > 0, to an absolute precision of some forty digits. */
export function exactLogGamma(x: number): Real {
  let y = fixed(real(x));
  let product = ONE;
  for (; y < SERIES_FROM; y += ONE) product = times(product, y);
  const log = (v: bigint) => exactLog({ mantissa: v, exponent: -BITS }).mantissa;
  const sum = times(y - ONE / 2n, log(y)) - y + log(2n * PI) / 2n + stirlingSeries(y, false) - log(product);
  return { mantissa: sum, exponent: -BITS };
}

/** The derivative of ln Γ at x > 0, to an absolute precision of some forty digits. */
export function exactDigamma(x: number): Real {
  let y = fixed(real(x));
  let steps = 0n;
  for (; y < SERIES_FROM; y += ONE) steps += (ONE * ONE) / y;
  const log = exactLog({ mantissa: y, exponent: -BITS }).mantissa;
  return { mantissa: log - (ONE * ONE) / (2n * y) - stirlingSeries(y, true) - steps, exponent: -BITS };
}

/** Φ(x): ½ less a series that converges for every x, far from 0 the tail's continued fraction (DLMF 7.6.2 and 7.9.2). */
export function exactNormalCdf(x: number): Real {
  const { mantissa, exponent } = real(Math.abs(x));
  const decay = exactExp({ mantissa: -mantissa * mantissa, exponent: 2 * exponent - 1 });
  const height = exactExp({ mantissa: -logOfFixed(2n * PI) / 2n, exponent: -BITS });
  const t = fixed(real(Math.abs(x)));
  let tail: Real;
  if (Math.abs(x) < 8) {
    let sum = 0n;
    let term = t;
    for (let odd = 3n; term > 0n; odd += 2n) {
      sum += term;
      term = times(term, times(t, t)) / odd;
    }
    tail = { mantissa: ONE / 2n - times(times(fixed(height), fixed(decay)), sum), exponent: -BITS };
  } else {
    let denominator = t;
    for (let k = 60n; k > 0n; k--) denominator = t + (k * ONE * ONE) / denominator;
    const ratio = (fixed(height) << SHIFT) / denominator;
    tail = { mantissa: decay.mantissa * ratio, exponent: decay.exponent - BITS };
  }
  return x < 0 ? tail : { mantissa: ONE - fixed(tail), exponent: -BITS };
}

/** `computed - exact` in units of 2^unit. */
function difference(computed: number, exact: Real, unit: number): number {
  const { mantissa, exponent } = real(computed);
  const lowest = Math.min(exponent, exact.exponent);
  const count = shifted(mantissa, exponent - lowest) - shifted(exact.mantissa, exact.exponent - lowest);
  return Number(count) * 2 ** (lowest - unit);
}

/** By how many units in the last place of the exact value `computed` is off; past the largest f64, Infinity is exact. */
export function ulps(computed: number, exact: Real): number {
  if (Number.isNaN(computed)) return Number.POSITIVE_INFINITY;
  const length = bitLength(exact.mantissa) + exact.exponent;
  if (length > 1024 && Math.abs(computed) === Number.POSITIVE_INFINITY) return 0;
  return Math.abs(difference(computed, exact, Math.max(length - 53, -1074)));
}

/** `|computed - exact| / max(1, |exact|)`. */
export function mixedError(computed: number, exact: Real): number {
  const size = Math.abs(Number(exact.mantissa) * 2 ** exact.exponent);
  return Math.abs(difference(computed, exact, 0)) / Math.max(1, size);
}
