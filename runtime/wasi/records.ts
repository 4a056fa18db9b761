/**
 * Splits a stream of CSV into records: UTF-8 with or without a byte order mark, lines ended by LF, CRLF or only CR,
 * fields quoted or not (RFC 4180). The rules are the same as those of the `theodolite` command (files/tables/csv.ts).
 */
import { readTableBytes } from './input';
import { List, append, itemAt, openList, reserve } from './storage';
import { BAD_INPUT, forgetProblems, raise } from './problems';
import { takeRecord } from './read-table';
import { tellBinary, tellLongRecord, tellNotUtf8, tellUnmatchedQuotes, tellUtf16 } from './sentences';
import { Sink, openText, putByte } from './sink';
import { afterSpaces, beforeSpaces } from './text';
import { beginDecoding, codePointAt, decode, endDecoding, invalidAfterLines } from './utf8';

/** Bytes read at once. The first piece decides whether the table is text, and what separates its fields. */
const PIECE: i32 = 1 << 16;

const LINE_FEED: i32 = 10;
const RETURN: i32 = 13;
const QUOTE: i32 = 34;
const COMMA: i32 = 44;
const SEMICOLON: i32 = 59;
const TAB: i32 = 9;
const BAR: i32 = 124;
const BLANK: i32 = 32;

/** The parser's state: in an unquoted field, in a quoted field, or after a quote that may have ended the field. */
const PLAIN: i32 = 0;
const QUOTED: i32 = 1;
const BEHIND: i32 = 2;

let delimiter: i32 = -1;
/** The line end. If it is LF, a CR before it is treated as a blank. */
let lineEnd: i32 = LINE_FEED;
let state: i32 = PLAIN;
/** Whether an odd number of quotes has been read. */
let isInside: bool = false;
/** Whether anything besides blanks, such as a CR, has followed a quote that may have ended the field. */
let isEnded: bool = false;
let line: u64 = 1;
let begins: u64 = 1;

/** The maximum size of a record in bytes, and the size of the current one (files/tables/read-options.ts). */
const MIB: u64 = 1 << 20;
let limit: u64 = 16 * MIB;
let recordBytes: u64 = 0;

/** The fields of the current record, one after another, and the start of the current field. */
let fields = changetype<Sink>(0);
let fieldStart: i32 = 0;
/** The start and end of each field. */
let starts = changetype<List>(0);
let ends = changetype<List>(0);

/** The number of fields in the record. */
export function fieldCount(): i32 {
  return starts.length;
}

/** A field of the record, trimmed. */
export function fieldAt(index: i32): usize {
  return fields.at + itemAt(starts, index);
}

export function fieldLength(index: i32): i32 {
  return <i32>(itemAt(ends, index) - itemAt(starts, index));
}

/** Sets the separator, an ASCII byte; otherwise the most frequent one in the first line is used. */
export function separateBy(byte: i32): void {
  delimiter = byte;
}

/** Sets the maximum size of a record in MiB. */
export function limitRecords(mib: i32): void {
  limit = <u64>mib * MIB;
}

/** Reads the whole table, and passes every record that is not empty to `takeRecord`. */
export function readRecords(): void {
  fields = openText();
  starts = openList();
  ends = openList();
  const raw = reserve(PIECE);
  const text = reserve(3 * PIECE + 16);
  let bytes = 0;
  for (let read = -1; read != 0 && bytes < PIECE; bytes += read) {
    read = readTableBytes(raw + <usize>bytes, PIECE - bytes);
  }
  let isFirst = true;
  beginDecoding();
  while (bytes > 0) {
    const length = decode(raw, bytes, text);
    const end = text + <usize>length;
    let start = text;
    if (isFirst) {
      if (isUtf16(raw, bytes)) refuseUtf16();
      refuseBinary(raw, bytes);
      if (length >= 3 && codePointAt(text) == 0xfeff) start += 3;
      findLineEnd(start, end);
      lookAtFirst(start, end);
      isFirst = false;
    }
    refuseInvalid();
    take(start, end);
    bytes = readTableBytes(raw, PIECE);
  }
  endDecoding(text);
  refuseInvalid();
  endTable();
}

/**
 * Determines the line end as files/tables/text-pieces.ts does: CR if the first piece contains one and no LF, ignoring
 * quoted fields and its last byte.
 */
function findLineEnd(at: usize, end: usize): void {
  let quoted = false;
  let returns = false;
  for (let next = at; next < end; next++) {
    const byte = <i32>load<u8>(next);
    if (byte == QUOTE) quoted = !quoted;
    if (quoted) continue;
    if (byte == LINE_FEED) return;
    if (byte == RETURN && next + 1 < end) returns = true;
  }
  if (returns) lineEnd = RETURN;
}

/**
 * Determines the separator: the most frequent one in the first line that is not empty, outside of quotes
 * (files/tables/csv-fields.ts).
 */
function lookAtFirst(at: usize, end: usize): void {
  if (delimiter >= 0) return;
  let commas = 0;
  let semicolons = 0;
  let tabs = 0;
  let bars = 0;
  let quoted = false;
  let first = at;
  while (first < end && isLineEnd(<i32>load<u8>(first))) first++;
  for (let next = first; next < end; next++) {
    const byte = <i32>load<u8>(next);
    if (byte == QUOTE) quoted = !quoted;
    if (quoted) continue;
    if (isLineEnd(byte)) break;
    if (byte == COMMA) commas++;
    if (byte == SEMICOLON) semicolons++;
    if (byte == TAB) tabs++;
    if (byte == BAR) bars++;
  }
  const most = max(max(commas, semicolons), max(tabs, bars));
  delimiter = commas == most ? COMMA : semicolons == most ? SEMICOLON : tabs == most ? TAB : BAR;
}

function isLineEnd(byte: i32): bool {
  return byte == LINE_FEED || byte == RETURN;
}

function take(at: usize, end: usize): void {
  for (let next = at; next < end; next++) {
    const byte = <i32>load<u8>(next);
    if (byte == lineEnd) line++;
    recordBytes++;
    if (state == QUOTED) {
      if (byte == QUOTE) {
        state = BEHIND;
        isEnded = false;
        isInside = !isInside;
      } else putByte(fields, byte);
    } else if (byte == delimiter) endField();
    else if (byte == lineEnd) {
      recordBytes--;
      endRecord();
    }
    else if (state == BEHIND) {
      if (byte == QUOTE && !isEnded) {
        // A doubled quote stands for one quote.
        putByte(fields, QUOTE);
        state = QUOTED;
        isInside = !isInside;
      } else if (byte >= LINE_FEED && byte <= RETURN) isEnded = true;
      else if (byte != BLANK && byte != TAB) refuseQuotes();
    } else if (byte == QUOTE) meetQuote();
    else putByte(fields, byte);
  }
  if (recordBytes > limit) refuseLength();
}

/**
 * Handles a quote in an unquoted field: after only blanks it opens a quoted field, otherwise it is an ordinary
 * character.
 */
function meetQuote(): void {
  if (!isInside) {
    while (fields.used > fieldStart && isBlank(<i32>load<u8>(fields.at + <usize>fields.used - 1))) fields.used--;
  }
  if (fields.used == fieldStart) state = QUOTED;
  else putByte(fields, QUOTE);
  isInside = !isInside;
}

function isBlank(byte: i32): bool {
  return byte == BLANK || byte == TAB;
}

function endField(): void {
  const end = fields.at + <usize>fields.used;
  const start = afterSpaces(fields.at + <usize>fieldStart, end);
  append(starts, start - fields.at);
  append(ends, beforeSpaces(start, end) - fields.at);
  fieldStart = fields.used;
  state = PLAIN;
}

function endRecord(): void {
  if (recordBytes > limit) refuseLength();
  recordBytes = 0;
  endField();
  if (starts.length > 1 || fieldLength(0) > 0) takeRecord(begins);
  fields.used = 0;
  fieldStart = 0;
  starts.length = 0;
  ends.length = 0;
  begins = line;
}

function endTable(): void {
  if (state == QUOTED) refuseQuotes();
  endRecord();
}

/** Whether the table begins like UTF-16 text (files/tables/text-pieces.ts). */
function isUtf16(at: usize, bytes: i32): bool {
  if (bytes < 2) return false;
  const a = <i32>load<u8>(at);
  const b = <i32>load<u8>(at, 1);
  const c = bytes > 2 ? <i32>load<u8>(at, 2) : -1;
  const d = bytes > 3 ? <i32>load<u8>(at, 3) : -1;
  if (a == 0xff && b == 0xfe) return c != 0 || d != 0;
  if (a == 0xfe && b == 0xff) return true;
  return (isAscii(a) && b == 0 && isAscii(c) && d == 0) || (a == 0 && isAscii(b) && c == 0 && isAscii(d));
}

/** Whether a byte is an ASCII character with which text may begin. */
function isAscii(byte: i32): bool {
  return (byte >= 0x20 && byte < 0x7f) || (byte >= 9 && byte <= 13);
}

function refuseUtf16(): void {
  forgetProblems();
  tellUtf16();
  raise(BAD_INPUT);
}

/** Reports a table whose first piece contains a NUL byte, which text does not. */
function refuseBinary(at: usize, bytes: i32): void {
  let next = 0;
  while (next < bytes && load<u8>(at + <usize>next) != 0) next++;
  if (next == bytes) return;
  forgetProblems();
  tellBinary();
  raise(BAD_INPUT);
}

/** Reports a table that is not UTF-8: names that differ only in invalid bytes would become one level. */
function refuseInvalid(): void {
  const lines = invalidAfterLines(lineEnd == RETURN);
  if (lines < 0) return;
  forgetProblems();
  tellNotUtf8(<u64>(lines + 1));
  raise(BAD_INPUT);
}

function refuseQuotes(): void {
  forgetProblems();
  tellUnmatchedQuotes(begins);
  raise(BAD_INPUT);
}

/** Reports a record that is too long, as after a quote that is never closed. */
function refuseLength(): void {
  forgetProblems();
  tellLongRecord(begins, limit);
  raise(BAD_INPUT);
}
