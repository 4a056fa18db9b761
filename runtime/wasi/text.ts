/** Pieces of UTF-8 text, with operations like those of JavaScript's strings. */
import { isDigit } from './number/read-number';
import { reserve } from './storage';
import { Sink, encode, putByte, putBytes } from './sink';
import { codePointAt, pointBefore, pointWidth } from './utf8';

/** A range of bytes in memory. */
@unmanaged
export class Text {
  at: usize;
  length: i32;
}

export function textOf(at: usize, length: i32): Text {
  const text = changetype<Text>(reserve(offsetof<Text>()));
  text.at = at;
  text.length = length;
  return text;
}

/** A `String` of the program as UTF-8. */
export function ownText(text: String): Text {
  const encoded = encode(text);
  return textOf(encoded.at, encoded.used);
}

/** A copy of the text. */
export function keepText(at: usize, length: i32): Text {
  const copy = reserve(<usize>length);
  memory.copy(copy, at, <usize>length);
  return textOf(copy, length);
}

export function sameBytes(a: usize, aLength: i32, b: usize, bLength: i32): bool {
  return aLength == bLength && memory.compare(a, b, <usize>aLength) == 0;
}

export function sameText(a: Text, b: Text): bool {
  return sameBytes(a.at, a.length, b.at, b.length);
}

/** Whether ASCII text equals `small` without regard to case; `small` must be in lower case. */
export function sameLetters(at: usize, length: i32, small: Text): bool {
  if (length != small.length) return false;
  for (let i = 0; i < length; i++) {
    if (smallLetter(<i32>load<u8>(at + <usize>i)) != <i32>load<u8>(small.at + <usize>i)) return false;
  }
  return true;
}

/** An ASCII letter in lower case. */
export function smallLetter(byte: i32): i32 {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}

/** Whether a code point is white space or a line end, as for JavaScript's `trim`. */
export function isSpace(point: i32): bool {
  if (point <= 0x20) return point == 0x20 || (point >= 9 && point <= 13);
  if (point < 0xa0) return false;
  return (
    point == 0xa0 ||
    point == 0x1680 ||
    (point >= 0x2000 && point <= 0x200a) ||
    point == 0x2028 ||
    point == 0x2029 ||
    point == 0x202f ||
    point == 0x205f ||
    point == 0x3000 ||
    point == 0xfeff
  );
}

/** The start of a text after leading blanks. */
export function afterSpaces(at: usize, end: usize): usize {
  let start = at;
  while (start < end && isSpace(codePointAt(start))) start += <usize>pointWidth();
  return start;
}

/** The end of a text before trailing blanks. */
export function beforeSpaces(at: usize, end: usize): usize {
  let last = end;
  while (last > at) {
    const start = pointBefore(last);
    if (!isSpace(codePointAt(start))) break;
    last = start;
  }
  return last;
}

export function isWord(text: Text, word: String): bool {
  return sameText(text, ownText(word));
}

export function part(text: Text, from: i32, to: i32): Text {
  return textOf(text.at + <usize>from, to - from);
}

/** A part of a text, trimmed. */
export function trimmedPart(text: Text, from: i32, to: i32): Text {
  const start = afterSpaces(text.at + <usize>from, text.at + <usize>to);
  return textOf(start, <i32>(beforeSpaces(start, text.at + <usize>to) - start));
}

/** The first position of an ASCII character; −1 if it does not occur. */
export function placeOfSign(text: Text, sign: i32): i32 {
  for (let i = 0; i < text.length; i++) if (load<u8>(text.at + <usize>i) == sign) return i;
  return -1;
}

/**
 * Compares texts by their UTF-16 units: negative if the first is smaller, positive if the second is, 0 if they are
 * equal.
 */
export function compareText(a: usize, aLength: i32, b: usize, bLength: i32): i32 {
  const shorter = min(aLength, bLength);
  for (let i = 0; i < shorter; i++) {
    const left = <i32>load<u8>(a + <usize>i);
    const right = <i32>load<u8>(b + <usize>i);
    if (left != right) return unitRank(left) - unitRank(right);
  }
  return aLength - bLength;
}

/**
 * Like `compareText`, but a run of digits, of any length, counts as one whole number: `step2` comes before `step10`.
 * Texts that differ only in leading zeros are compared as texts.
 */
export function compareNaturally(a: usize, aLength: i32, b: usize, bLength: i32): i32 {
  let i = 0;
  let j = 0;
  while (i < aLength && j < bLength) {
    const left = <i32>load<u8>(a + <usize>i);
    const right = <i32>load<u8>(b + <usize>j);
    if (!isDigit(left) || !isDigit(right)) {
      // All bytes before these are equal, so they belong to the same position of a character.
      if (left != right) return unitRank(left) - unitRank(right);
      i++;
      j++;
      continue;
    }
    while (i < aLength && load<u8>(a + <usize>i) == 48) i++;
    while (j < bLength && load<u8>(b + <usize>j) == 48) j++;
    const iEnd = endOfDigits(a, i, aLength);
    const jEnd = endOfDigits(b, j, bLength);
    if (iEnd - i != jEnd - j) return iEnd - i - (jEnd - j);
    for (; i < iEnd; i++, j++) {
      const difference = <i32>load<u8>(a + <usize>i) - <i32>load<u8>(b + <usize>j);
      if (difference != 0) return difference;
    }
  }
  if (i < aLength) return 1;
  if (j < bLength) return -1;
  return compareText(a, aLength, b, bLength);
}

function endOfDigits(at: usize, from: i32, length: i32): i32 {
  while (from < length && isDigit(<i32>load<u8>(at + <usize>from))) from++;
  return from;
}

/**
 * In UTF-16 order, code points from U+10000 on (first byte 0xF0 or more), which are surrogate pairs, come before those
 * from U+E000 on.
 */
function unitRank(byte: i32): i32 {
  return byte == 0xee || byte == 0xef ? byte + 0x10 : byte;
}

/** Writes a text with each run of blanks as one space. */
export function putOnOneLine(to: Sink, at: usize, length: i32): void {
  const end = at + <usize>length;
  let wasSpace = false;
  for (let next = at; next < end; ) {
    const space = isSpace(codePointAt(next));
    const width = pointWidth();
    if (!space) putBytes(to, next, width);
    else if (!wasSpace) putByte(to, 32);
    wasSpace = space;
    next += <usize>width;
  }
}
