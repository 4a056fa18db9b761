/**
 * Non-negative integers of limited size, for converting decimals to doubles. A number is stored at an address: the
 * number of its limbs as an i32, and from byte 8 on its limbs, 32 bits each, the lowest first; the highest is not 0.
 */

/**
 * The longest arises when 800 digits are divided by a power of ten that brings them below the smallest double: 3805
 * bits.
 */
const MAX_LIMBS: usize = 128;

export const BIG_INTEGER_BYTES: usize = 8 + (MAX_LIMBS << 2);

// @ts-ignore: decorator
@inline
function limbAt(number: usize, index: i32): usize {
  return number + 8 + (<usize>index << 2);
}

// @ts-ignore: decorator
@inline
function limbCount(number: usize): i32 {
  return load<i32>(number);
}

export function setBig(number: usize, value: u64): void {
  store<u64>(number + 8, value);
  store<i32>(number, value == 0 ? 0 : value >> 32 == 0 ? 1 : 2);
}

export function isZero(number: usize): bool {
  return limbCount(number) == 0;
}

/** number · factor + addend, in place. */
export function multiplyAdd(number: usize, factor: u32, addend: u32): void {
  const limbs = limbCount(number);
  let carry: u64 = addend;
  for (let i = 0; i < limbs; i++) {
    carry += <u64>load<u32>(limbAt(number, i)) * <u64>factor;
    store<u32>(limbAt(number, i), <u32>carry);
    carry >>= 32;
  }
  if (carry == 0) return;
  store<u32>(limbAt(number, limbs), <u32>carry);
  store<i32>(number, limbs + 1);
}

/** number · 10^exponent, in place; the exponent is ≥ 0. */
export function multiplyByPowerOfTen(number: usize, exponent: i32): void {
  let left = exponent;
  for (; left >= 9; left -= 9) multiplyAdd(number, 1_000_000_000, 0);
  for (; left > 0; left--) multiplyAdd(number, 10, 0);
}

/** The number of bits; 0 for 0. */
export function bitLength(number: usize): i32 {
  const limbs = limbCount(number);
  return limbs == 0 ? 0 : (limbs << 5) - <i32>clz(load<u32>(limbAt(number, limbs - 1)));
}

/** The number of trailing 0 bits of a number that is not 0. */
export function trailingZeros(number: usize): i32 {
  let limb = 0;
  while (load<u32>(limbAt(number, limb)) == 0) limb++;
  const bits = load<u32>(limbAt(number, limb));
  return (limb << 5) + 31 - <i32>clz(bits & (~bits + 1));
}

/** number · 2^bits, in place. */
export function shiftLeft(number: usize, bits: i32): void {
  const limbs = limbCount(number);
  if (limbs == 0 || bits == 0) return;
  const whole = bits >> 5;
  const part = <u32>bits & 31;
  let high: u32 = 0;
  for (let i = limbs - 1; i >= 0; i--) {
    const limb = load<u32>(limbAt(number, i));
    store<u32>(limbAt(number, i + whole + 1), part == 0 ? high : (high << part) | (limb >> (32 - part)));
    high = limb;
  }
  store<u32>(limbAt(number, whole), high << part);
  memory.fill(limbAt(number, 0), 0, <usize>whole << 2);
  const top = limbs + whole;
  store<i32>(number, load<u32>(limbAt(number, top)) == 0 ? top : top + 1);
}

/** Whether a < b. */
export function isLess(a: usize, b: usize): bool {
  const limbs = limbCount(a);
  if (limbs != limbCount(b)) return limbs < limbCount(b);
  for (let i = limbs - 1; i >= 0; i--) {
    const left = load<u32>(limbAt(a, i));
    const right = load<u32>(limbAt(b, i));
    if (left != right) return left < right;
  }
  return false;
}

/** a − b in place of a, for a ≥ b. */
export function subtract(a: usize, b: usize): void {
  const limbs = limbCount(a);
  const subtrahend = limbCount(b);
  let borrow: u64 = 0;
  for (let i = 0; i < limbs; i++) {
    const taken = borrow + (i < subtrahend ? <u64>load<u32>(limbAt(b, i)) : 0);
    const difference = <u64>load<u32>(limbAt(a, i)) - taken;
    store<u32>(limbAt(a, i), <u32>difference);
    borrow = difference >> 63;
  }
  let top = limbs;
  while (top > 0 && load<u32>(limbAt(a, top - 1)) == 0) top--;
  store<i32>(a, top);
}

/** Shifts two non-zero numbers until 1 ≤ a / b < 2. Returns the power of 2 by which the ratio was divided. */
export function alignRatio(a: usize, b: usize): i32 {
  let exponent = bitLength(a) - bitLength(b);
  if (exponent < 0) shiftLeft(a, -exponent);
  else shiftLeft(b, exponent);
  if (isLess(a, b)) {
    shiftLeft(a, 1);
    exponent--;
  }
  return exponent;
}

/** The next 64 bits of a / b < 2, the first of which is the units bit. Leaves the remainder in a, for further bits. */
export function nextQuotientBits(a: usize, b: usize): u64 {
  let bits: u64 = 0;
  for (let i = 0; i < 64; i++) {
    bits <<= 1;
    if (!isLess(a, b)) {
      subtract(a, b);
      bits |= 1;
    }
    shiftLeft(a, 1);
  }
  return bits;
}
