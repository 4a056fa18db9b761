/**
 * The natural logarithm and exponential of `runtime/math` in TypeScript. They return the same bits as a compiled layout
 * on every engine, which `Math.log` and `Math.exp` need not, since they use only + − × ÷, whose rounding IEEE 754
 * fixes.
 */

/** ln 2 as a sum of two parts; the first has 42 bits, so that its product with an exponent is exact. */
const LN2_HIGH = 0.6931471805598903;
const LN2_LOW = 5.497923018708371e-14;
const SMALLEST_NORMAL = 2.2250738585072014e-308;

const bits = new DataView(new ArrayBuffer(8));

/** ln x; −Infinity for 0, NaN below. For the algorithm see `logWithTailPair` in `runtime/math/log.ts`. */
export function log(x: number): number {
  if (!(x > 0) || x === Infinity) return x === 0 ? -Infinity : x === Infinity ? x : Number.NaN;
  const isSubnormal = x < SMALLEST_NORMAL;
  bits.setFloat64(0, isSubnormal ? x * 2 ** 54 : x);
  const high = bits.getUint32(0);
  let k = (high >>> 20) - 1023 - (isSubnormal ? 54 : 0);
  bits.setUint32(0, (high & 0xfffff) | 0x3ff00000);
  let mantissa = bits.getFloat64(0);
  if (mantissa >= Math.SQRT2) {
    mantissa /= 2;
    k++;
  }
  const f = mantissa - 1;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const r01 = 0.6666666666666735 + z * 0.3999999999940935;
  const r23 = 0.2857142874368662 + z * 0.22222198428956555;
  const r45 = 0.18183572356397032 + z * 0.15313832115983914;
  const r = z * (r01 + w * r23 + w * w * (r45 + w * 0.14798259418158136));
  const halfSquare = 0.5 * (f * f);
  return k * LN2_HIGH - (halfSquare - (s * (halfSquare + r) + k * LN2_LOW) - f);
}

/** e^x. For the algorithm see `expOfSumPair` in `runtime/math/exp.ts`. */
export function exp(x: number): number {
  if (!(x >= -746)) return x < -746 ? 0 : Number.NaN;
  if (x > 710) return Infinity;
  const n = nearestWhole(x * Math.LOG2E);
  const high = x - n * LN2_HIGH;
  const low = n * LN2_LOW;
  const r = high - low;
  const z = r * r;
  const w = z * z;
  const p01 = 0.1666666666666666 + z * -0.0027777777777561142;
  const p23 = 6.613756469998891e-5 + z * -1.6534057515757058e-6;
  const c = r - z * (p01 + w * (p23 + w * 4.143646749194716e-8));
  const quotient = (r * c) / (2 - c);
  // The rounding error of 1 + high is added back with the small parts.
  const start = 1 + high;
  const lost = high - (start - 1);
  const mantissa = start + (lost + (quotient - low));
  // Two factors, each a normal number: the result is rounded only once, and only if it is subnormal.
  const half = nearestWhole(n / 2);
  return mantissa * powerOfTwo(half) * powerOfTwo(n - half);
}

/** Adding 1.5 · 2^52 leaves no bits for a fraction. */
function nearestWhole(x: number): number {
  return x + 6755399441055744 - 6755399441055744;
}

/** 2^n as a normal number. */
function powerOfTwo(n: number): number {
  bits.setUint32(0, (n + 1023) << 20);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}
