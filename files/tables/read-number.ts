/** A decimal number in text. */

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The number a text holds, or null: stricter than `Number`, for which an empty text is 0 and `0x10` is 16. */
export function readNumber(text: string): number | null {
  return NUMBER.test(text) ? Number(text) : null;
}

/** Fewer digits than this every double holds. */
const MANY_DIGITS = 16;

/** More digits than the largest double has. */
export const MAX_DIGITS = 400;

/** Whether some double is this whole number. */
export function isHeld(whole: bigint): boolean {
  const held = Number(whole);
  return Number.isFinite(held) && BigInt(held) === whole;
}

/**
 * The whole number that a text writes out in digits alone, where no double holds it; null for any other text. One with a point or an
 * exponent is not written out: it is a real number, of which a double holds the nearest. Of more than `MAX_DIGITS` digits the first
 * ones are read.
 */
export function unheldWhole(text: string): bigint | null {
  if (text.length < MANY_DIGITS) return null;
  const [, sign, digits] = /^([+-]?)0*(\d+)$/.exec(text) ?? [];
  if (digits === undefined || digits.length < MANY_DIGITS) return null;
  // A number of millions of digits would take the square of their time.
  const whole = BigInt(digits.slice(0, MAX_DIGITS));
  if (isHeld(whole)) return null;
  return sign === '-' ? -whole : whole;
}
