/** Quotes the author's text in a message. */

const MAX_QUOTED = 40;

/**
 * The text between backticks, on one line, shortened if it is long, with control characters and lone surrogates
 * escaped.
 */
export function quote(text: string): string {
  const points = [...text];
  const shown = points.length > MAX_QUOTED ? [...points.slice(0, MAX_QUOTED), '…'] : points;
  return `\`${shown.map(visible).join('')}\``;
}

/** One code point in a form that is safe to show: invisible ones become `\u{…}`. */
export function visible(point: string): string {
  const code = point.codePointAt(0) ?? 0;
  const unseen =
    code < 0x20 ||
    (code >= 0x7f && code < 0xa0) ||
    (code >= 0xd800 && code < 0xe000) ||
    code === 0x61c ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0xfeff;
  return unseen ? `\\u{${code.toString(16)}}` : point;
}
