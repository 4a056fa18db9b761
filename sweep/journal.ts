/** Results as they come: one line of JSON for each. */

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
  /** Whether the line is no entry of any such journal, or one of other work. */
  readonly reason: 'damaged' | 'foreign';

  constructor(line: number, reason: 'damaged' | 'foreign') {
    super(`line ${line} of the journal is ${reason}`);
    this.line = line;
    this.reason = reason;
  }
}

const NEWLINE = 10;

/**
 * Reads a journal. What stands there twice, as after two runs at once, counts once.
 *
 * @param keys those of all that is to be done
 * @param isEntry whether what a line holds is what is kept
 * @throws JournalError when a whole line is none of it.
 */
export function readJournal<Entry extends Journalled>(
  bytes: Uint8Array,
  keys: readonly string[],
  isEntry: (value: unknown) => value is Entry,
): Journal<Entry> {
  const wholeBytes = bytes.lastIndexOf(NEWLINE) + 1;
  const known = new Set(keys);
  const entries = new Map<string, Entry>();
  const text = new TextDecoder().decode(bytes.subarray(0, wholeBytes));
  for (const [index, line] of text.split('\n').slice(0, -1).entries()) {
    const entry = parsed(line);
    if (!isEntry(entry)) throw new JournalError(index + 1, 'damaged');
    if (!known.has(entry.key)) throw new JournalError(index + 1, 'foreign');
    if (!entries.has(entry.key)) entries.set(entry.key, entry);
  }
  return { entries, wholeBytes };
}

export function journalLine(entry: Journalled): string {
  return `${JSON.stringify(entry)}\n`;
}

/** All entries in the order of the keys, as the journal of work that was never killed and was done one by one. */
export function sortedJournal(keys: readonly string[], entries: ReadonlyMap<string, Journalled>): string {
  return keys
    .flatMap((key) => entries.get(key) ?? [])
    .map(journalLine)
    .join('');
}

/** Whether a value is an object of JSON with these fields of these types, `object` for one that is not null. */
export function hasFields(
  value: unknown,
  fields: Readonly<Record<string, 'string' | 'number' | 'object'>>,
): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(fields).every(([name, type]) => {
    const field: unknown = Reflect.get(value, name);
    return typeof field === type && field !== null;
  });
}

/** Undefined, which no line holds, where it is no JSON. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
