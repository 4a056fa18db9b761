/** A piece of the author's text inside a message. */

const MAX_QUOTED = 40;

/** The text between backticks, on one line and cut when it is long; control characters and lone surrogates escaped. */
export function quote(text: string): string {
  const points = [...text];
  const shown = points.length > MAX_QUOTED ? [...points.slice(0, MAX_QUOTED), '…'] : points;
  return `\`${shown.map(visible).join('')}\``;
}

/** One code point as it can safely be shown: those with no picture of their own as `\u{…}`. */
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
