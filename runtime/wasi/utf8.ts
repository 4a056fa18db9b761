/** UTF-8: reads code points of valid text, and decodes and validates bytes. */

let width: i32 = 0;

/** The number of bytes of the code point read last. */
export function pointWidth(): i32 {
  return width;
}

/** The code point at an address of valid text. */
export function codePointAt(at: usize): i32 {
  const lead = <i32>load<u8>(at);
  if (lead < 0x80) {
    width = 1;
    return lead;
  }
  width = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  let point = lead & (0x7f >> width);
  for (let i = 1; i < width; i++) point = (point << 6) | (<i32>load<u8>(at + <usize>i) & 0x3f);
  return point;
}

/** The start of the code point that ends before an address. */
export function pointBefore(at: usize): usize {
  let start = at - 1;
  while ((load<u8>(start) & 0xc0) == 0x80) start--;
  return start;
}

/** The decoder's state in an incomplete sequence: its bytes, how many are missing, and the range of the next one. */
let seen: u32 = 0;
let seenBytes: i32 = 0;
let missing: i32 = 0;
let least: i32 = 0x80;
let most: i32 = 0xbf;

/** The number of LFs and of CRs before the first invalid bytes; −1 if there were none so far. */
let feedsBeforeInvalid: i64 = -1;
let returnsBeforeInvalid: i64 = -1;
let feedsDecoded: i64 = 0;
let returnsDecoded: i64 = 0;

/** The number of lines before the first invalid bytes, which end in CR or LF; −1 if there were none so far. */
export function invalidAfterLines(endedByReturn: bool): i64 {
  return endedByReturn ? returnsBeforeInvalid : feedsBeforeInvalid;
}

/** Begins a text, so that anything decoded before it, such as arguments, does not count towards its lines. */
export function beginDecoding(): void {
  feedsBeforeInvalid = -1;
  returnsBeforeInvalid = -1;
  feedsDecoded = 0;
  returnsDecoded = 0;
}

/**
 * Copies bytes, replacing each maximal invalid part by U+FFFD (Encoding Standard, UTF-8 decoder). A sequence may
 * continue in the next call. Returns the number of bytes written: at most three per byte, plus two.
 */
export function decode(from: usize, bytes: i32, to: usize): i32 {
  let put = to;
  for (let i = 0; i < bytes; i++) {
    const byte = <i32>load<u8>(from + <usize>i);
    if (missing > 0) {
      if (byte >= least && byte <= most) {
        least = 0x80;
        most = 0xbf;
        seen |= <u32>byte << (seenBytes << 3);
        seenBytes++;
        if (--missing == 0) {
          for (let k = 0; k < seenBytes; k++) store<u8>(put++, <u8>(seen >> (k << 3)));
        }
        continue;
      }
      put = endDecoding(put);
    }
    if (byte < 0x80) {
      if (byte == 10) feedsDecoded++;
      if (byte == 13) returnsDecoded++;
      store<u8>(put++, <u8>byte);
    }
    else if (byte < 0xc2 || byte > 0xf4) put = putReplacement(put);
    else begin(byte);
  }
  return <i32>(put - to);
}

/** Writes U+FFFD if the text ends inside a sequence; returns the new end. */
export function endDecoding(to: usize): usize {
  if (missing == 0) return to;
  missing = 0;
  return putReplacement(to);
}

function begin(lead: i32): void {
  seen = lead;
  seenBytes = 1;
  missing = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
  // Excludes overlong forms, surrogates, and code points beyond U+10FFFF.
  least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
}

function putReplacement(to: usize): usize {
  if (feedsBeforeInvalid < 0) {
    feedsBeforeInvalid = feedsDecoded;
    returnsBeforeInvalid = returnsDecoded;
  }
  store<u8>(to, 0xef);
  store<u8>(to, 0xbf, 1);
  store<u8>(to, 0xbd, 2);
  return to + 3;
}
