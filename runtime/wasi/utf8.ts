/** UTF-8: reading code points of valid text, and finding out whether bytes are such. */

let width: i32 = 0;

/** How many bytes the code point took that was read last. */
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

/** Where the code point begins that ends before an address. */
export function pointBefore(at: usize): usize {
  let start = at - 1;
  while ((load<u8>(start) & 0xc0) == 0x80) start--;
  return start;
}

/** What a decoder has seen of a sequence that is not complete: its bytes, how many are missing, and what the next may be. */
let seen: u32 = 0;
let seenBytes: i32 = 0;
let missing: i32 = 0;
let least: i32 = 0x80;
let most: i32 = 0xbf;

/** How many LF and CR came before the first bytes that were not UTF-8; -1 where all were so far. */
let feedsBeforeInvalid: i64 = -1;
let returnsBeforeInvalid: i64 = -1;
let feedsDecoded: i64 = 0;
let returnsDecoded: i64 = 0;

/** How many lines ended before the first bytes that were not UTF-8, where CR or LF ends them; -1 where all were so far. */
export function invalidAfterLines(endedByReturn: bool): i64 {
  return endedByReturn ? returnsBeforeInvalid : feedsBeforeInvalid;
}

/** Begins a text: what was decoded before it, such as arguments, is none of its lines. */
export function beginDecoding(): void {
  feedsBeforeInvalid = -1;
  returnsBeforeInvalid = -1;
  feedsDecoded = 0;
  returnsDecoded = 0;
}

/**
 * Copies bytes, with U+FFFD for each longest piece that is not UTF-8 (Encoding Standard, UTF-8 decoder). A sequence may go on
 * in the next bytes. Returns how many bytes were put: at most three times as many, and two.
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

/** Puts U+FFFD where the text ends inside a sequence; returns where it goes on. */
export function endDecoding(to: usize): usize {
  if (missing == 0) return to;
  missing = 0;
  return putReplacement(to);
}

function begin(lead: i32): void {
  seen = lead;
  seenBytes = 1;
  missing = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
  // No longer form of a shorter sequence, no surrogate, nothing beyond U+10FFFF.
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
