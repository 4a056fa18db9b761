/** Results as they come: one line of JSON for each. */

import { mismatchOf, type Shape } from '../../files/fits/shape.ts';
import { crc32 } from '../../module/checksum.ts';
import { JsonError, parseJson } from '../../module/parse-json.ts';

/** What a journal holds lines of. */
export interface Journalled {
  /** What tells it from the others. */
  readonly key: string;
}

/** What a journal holds, of work that may have been killed while it wrote. */
export interface Journal<Entry> {
  /** By their keys. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** How many of the bytes are whole lines; what comes after them was cut off, and is to be dropped. */
  readonly wholeBytes: number;
}

/** Raised when a journal holds what this work did not write. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  /** Counted from 1. */
  readonly line: number;
  /** Whether the line is not as it was written, or is of other work. */
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
 * Reads a journal. What stands there twice, as after two runs at once, counts once. A line that is cut off is dropped where it is the
 * last and has no end, as a writer that is killed leaves it; one in the midst, or with an end, was changed since, and is refused.
 *
 * @param keys those of all that is to be done
 * @param shape of what a line holds
 * @throws JournalError when a whole line is not as it was written, or is none of this work
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
      throw new JournalError(index + 1, 'foreign', 'nothing of this work has its key');
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

/** A line ends with a checksum of all before it, by which one that was changed is known. */
export function journalLine(entry: Journalled): string {
  const text = JSON.stringify(entry);
  return `${text.slice(0, -1)},"crc32":"${checksumOf(text)}"}\n`;
}

/** Eight hexadecimal digits. */
function checksumOf(text: string): string {
  return crc32(new TextEncoder().encode(text)).toString(16).padStart(8, '0');
}

/** All entries in the order of the keys, as the journal of work that was never killed and was done one by one. */
export function sortedJournal(keys: readonly string[], entries: ReadonlyMap<string, Journalled>): string {
  return keys
    .flatMap((key) => entries.get(key) ?? [])
    .map(journalLine)
    .join('');
}
