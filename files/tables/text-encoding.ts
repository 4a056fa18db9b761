/** Whether bytes are text in UTF-16, which spreadsheets and shells of Windows write, and which no reader here takes. */

/**
 * Whether a file begins as one in UTF-16 does: with its mark, or else with two characters of ASCII beside which every other byte is 0
 * (as RFC 4627, section 3, tells it of JSON; the header of a table and the first word of a layout begin so too).
 */
export function isUtf16(start: Uint8Array): boolean {
  const [a, b, c, d] = start;
  if (a === 0xff && b === 0xfe) return c !== 0 || d !== 0;
  if (a === 0xfe && b === 0xff) return true;
  return (isAscii(a) && b === 0 && isAscii(c) && d === 0) || (a === 0 && isAscii(b) && c === 0 && isAscii(d));
}

/** Whether a byte is a character of ASCII that texts begin with. */
function isAscii(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x20 && byte < 0x7f) || (byte >= 9 && byte <= 13));
}
