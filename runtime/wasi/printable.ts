/** Text that is not the program's own as a terminal may show it: a table's cell must not command the terminal. */
import { Sink, put, putByte, putBytes } from './sink';
import { Text } from './text';
import { codePointAt, pointWidth } from './utf8';

/** Puts a text with escapes for control and formatting characters and separators of lines, by the rule of host/printable.ts. */
export function putPrintable(to: Sink, at: usize, length: i32): void {
  const end = at + <usize>length;
  for (let next = at; next < end; ) {
    const point = codePointAt(next);
    const width = pointWidth();
    if (isHidden(point)) putEscape(to, point);
    else putBytes(to, next, width);
    next += <usize>width;
  }
}

/** The same of a text. */
export function putText(to: Sink, text: Text): void {
  putPrintable(to, text.at, text.length);
}

/** The same between backticks. */
export function putName(to: Sink, text: Text): void {
  put(to, '`');
  putText(to, text);
  put(to, '`');
}

function putEscape(to: Sink, point: i32): void {
  put(to, '\\u{');
  let digits = 1;
  while (point >> (4 * digits) != 0) digits++;
  for (let i = digits - 1; i >= 0; i--) {
    const digit = (point >> (4 * i)) & 15;
    putByte(to, digit < 10 ? 48 + digit : 87 + digit);
  }
  put(to, '}');
}

/** The categories Cc and Cf of Unicode 15.1, and the separators of lines and paragraphs. */
function isHidden(point: i32): bool {
  if (point < 0x600) return point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0xad;
  if (point < 0x2000) {
    return (
      point <= 0x605 ||
      point == 0x61c ||
      point == 0x6dd ||
      point == 0x70f ||
      point == 0x890 ||
      point == 0x891 ||
      point == 0x8e2 ||
      point == 0x180e
    );
  }
  if (point < 0x1_0000) {
    return (
      (point >= 0x200b && point <= 0x200f) ||
      (point >= 0x2028 && point <= 0x202e) ||
      (point >= 0x2060 && point <= 0x2064) ||
      (point >= 0x2066 && point <= 0x206f) ||
      point == 0xfeff ||
      (point >= 0xfff9 && point <= 0xfffb)
    );
  }
  return (
    point == 0x110bd ||
    point == 0x110cd ||
    (point >= 0x13430 && point <= 0x1343f) ||
    (point >= 0x1bca0 && point <= 0x1bca3) ||
    (point >= 0x1d173 && point <= 0x1d17a) ||
    point == 0xe0001 ||
    (point >= 0xe0020 && point <= 0xe007f)
  );
}
