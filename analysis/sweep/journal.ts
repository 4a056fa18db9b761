/** A journal of finished results: one line of JSON per result, with a checksum. */

import { mismatchOf, type Shape } from '../../files/fits/shape.ts';
import { crc32 } from '../../module/checksum.ts';
import { JsonError, parseJson } from '../../module/parse-json.ts';

/** An entry of a journal. */
export interface Journalled {
  /** Unique in the journal. */
  readonly key: string;
}

/** The content of a journal. The process that wrote it may have been killed while writing. */
export interface Journal<Entry> {
  /** By their keys. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** The length of all complete lines in bytes. The rest was cut off and should be dropped. */
  readonly wholeBytes: number;
}

/** A journal has a line that was changed, or that other work wrote. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  /** Counted from 1. */
  readonly line: number;
  /** Whether the line was changed, or belongs to other work. */
  readonly reason: 'damaged' | 'foreign';
  /** What is wrong with it, as part of a sentence. */
  readonly detail: string;

  constructor(line: number, reason: 'damaged' | 'foreign', detail: string) {
    super(`line ${line} of the journal is ${reason}: ${detail}`);
    this.line = line;
    this.reason = reason;
    this.detail = detail;
  }
}

const NEWLINE = 10;

/** A line: the entry without its last brace, and the checksum of the whole entry. */
const LINE = /^(\{.*),"crc32":"([0-9a-f]{8})"\}$/s;

/**
 * Reads a journal. Duplicate entries, as from two simultaneous runs, count once. An incomplete last line, as a killed
 * writer leaves it, is dropped. Any other incomplete line was changed later, and is an error.
 *
 *
 * @param keys the keys of all results of this work
 * @param shape the shape of an entry
 *
 * @throws JournalError when a complete line was changed, or does not belong to this work
 */
export function readJournal<Entry extends Journalled>(
  bytes: Uint8Array,
  keys: readonly string[],
  shape: Shape<Entry>,
): Journal<Entry> {
  const wholeBytes = bytes.lastIndexOf(NEWLINE) + 1;
  const known = new Set(keys);
  const entries = new Map<string, Entry>();
  const text = new TextDecoder().decode(bytes.subarray(0, wholeBytes));
  for (const [index, line] of text.split('\n').slice(0, -1).entries()) {
    const entry = entryOf(line, index + 1, shape);
    if (!known.has(entry.key))
      throw new JournalError(index + 1, 'foreign', 'its key does not belong to this work');
    if (!entries.has(entry.key)) entries.set(entry.key, entry);
  }
  return { entries, wholeBytes };
}

/** @throws JournalError */
function entryOf<Entry>(line: string, number: number, shape: Shape<Entry>): Entry {
  const [, begun, checksum] = LINE.exec(line) ?? [];
  if (begun === undefined) throw new JournalError(number, 'damaged', 'it has no checksum at its end');
  const text = `${begun}}`;
  if (checksumOf(text) !== checksum) {
    throw new JournalError(number, 'damaged', 'its checksum says that it was changed');
  }
  const entry = entryValue(text, number);
  const wrong = mismatchOf(shape, entry);
  if (wrong === null) return entry as Entry;
  throw new JournalError(number, 'damaged', wrong);
}

/** @throws JournalError */
function entryValue(text: string, number: number): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw error instanceof JsonError ? new JournalError(number, 'damaged', error.message) : error;
  }
}

/** The line of an entry. It ends with a checksum, so that later changes are detected. */
export function journalLine(entry: Journalled): string {
  const text = JSON.stringify(entry);
  return `${text.slice(0, -1)},"crc32":"${checksumOf(text)}"}\n`;
}

/** Eight hexadecimal digits. */
function checksumOf(text: string): string {
  return crc32(new TextEncoder().encode(text)).toString(16).padStart(8, '0');
}

/** The journal with all entries in the order of the keys: the same text however often the work was interrupted. */
export function sortedJournal(keys: readonly string[], entries: ReadonlyMap<string, Journalled>): string {
  return keys
    .flatMap((key) => entries.get(key) ?? [])
    .map(journalLine)
    .join('');
}
