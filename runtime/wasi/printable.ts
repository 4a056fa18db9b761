/** Escapes foreign text for a terminal, so that a table's cell cannot send it commands. */
import { List, itemAt } from './storage';
import { Sink, openText, put, putByte, putBytes, putWhole } from './sink';
import { Text, putOnOneLine, textOf } from './text';
import { codePointAt, pointWidth } from './utf8';

/**
 * Writes a text with control characters, formatting characters and line separators escaped, as host/printable.ts does.
 */
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

/** `putPrintable` of a `Text`. */
export function putText(to: Sink, text: Text): void {
  putPrintable(to, text.at, text.length);
}

/** Maximum number of UTF-16 units shown of a cell, and of names listed (module/problem-text.ts). */
const SHOWN: i32 = 40;
const LISTED: i32 = 20;

/** A cell on one line, shortened if it is long. */
export function putShortened(to: Sink, cell: Text): void {
  const whole = openText();
  putOnOneLine(whole, cell.at, cell.length);
  const end = whole.at + <usize>whole.used;
  let units = 0;
  let cut = end;
  for (let next = whole.at; next < end; next += <usize>pointWidth()) {
    units += codePointAt(next) < 0x1_0000 ? 1 : 2;
    if (units < SHOWN) cut = next + <usize>pointWidth();
  }
  if (units <= SHOWN) putPrintable(to, whole.at, whole.used);
  else {
    putPrintable(to, whole.at, <i32>(cut - whole.at));
    put(to, '…');
  }
}

/** `a, b, c`, with at most twenty names; in backticks if `quoted`. */
export function listNames(names: List, quoted: bool): Text {
  const to = openText();
  for (let i = 0; i < min(names.length, LISTED); i++) {
    if (i > 0) put(to, ', ');
    const name = changetype<Text>(itemAt(names, i));
    if (quoted) putByte(to, 96);
    putBytes(to, name.at, name.length);
    if (quoted) putByte(to, 96);
  }
  if (names.length > LISTED) {
    put(to, ' and ');
    putWhole(to, names.length - LISTED);
    put(to, ' more');
  }
  return textOf(to.at, to.used);
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

/** Unicode 15.1 categories Cc and Cf, and the line and paragraph separators. */
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
