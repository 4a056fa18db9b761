/** A decimal number in text. */

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The number a text holds, or null: stricter than `Number`, for which an empty text is 0 and `0x10` is 16. */
export function readNumber(text: string): number | null {
  return NUMBER.test(text) ? Number(text) : null;
}
