/**
 * Options for reading a table: its format, and the limits beyond which a table is refused. All limits are here except
 * the nesting depth of JSON.
 */
import { sizeText } from '../../module/problem-text.ts';
import { FileError } from '../file-error.ts';
import type { RecordCache } from './record-cache.ts';
import { tableError } from './table-error.ts';

const MIB = 1 << 20;

/** The maximum size of a record, in bytes: a line of CSV including quoted line ends, or a JSON object. */
export const RECORD_LIMIT = 16 * MIB;

/** The highest possible limit for a record: engines do not support much longer texts. */
export const LONGEST_RECORD = 500 * MIB;

/** The maximum unpacked size in bytes, or this multiple of the packed size if that is more. */
export const UNPACKED_LIMIT = 1024 * MIB;
const UNPACKED_TIMES = 200;

/** Limits that a caller may raise. */
export interface ReadLimits {
  /** The maximum size of one record in bytes; 16 MiB by default, at most 500 MiB. */
  readonly maxRecordBytes?: number;
  /** The maximum unpacked size in bytes; by default 1 GiB, or 200 times the packed size if that is more. */
  readonly maxUnpackedBytes?: number;
}

/** The maximum size of a record, in bytes. */
export function recordLimit({ maxRecordBytes = RECORD_LIMIT }: ReadLimits): number {
  return Math.min(maxRecordBytes, LONGEST_RECORD);
}

/** The problem of a record that is too long; `mayBe` is another possible cause. */
export function recordTooLong(
  place: { readonly table: string; readonly record: 'line' | 'row' | 'sample'; readonly row: number },
  limit: number,
  mayBe: string,
): FileError {
  return tableError('longRecord', { ...place, limit, mayBe, recordLimit: '`maxRecordBytes`' });
}

/** Guards the unpacked size so far, of a file or a part of it. */
export class UnpackedSize {
  readonly #name: string;
  readonly #limit: number;
  #bytes = 0;

  /** @param packed the size of the file in bytes */
  constructor(name: string, packed: number, { maxUnpackedBytes }: ReadLimits) {
    this.#name = name;
    this.#limit = maxUnpackedBytes ?? Math.max(UNPACKED_LIMIT, UNPACKED_TIMES * packed);
  }

  /** Counts more bytes, before memory is allocated. @throws FileError when there are too many */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.#limit) return;
    throw new FileError(
      `${this.#name} holds more than ${sizeText(this.#limit)} once it is unpacked.`,
      'Check where it comes from; where it is meant to be that large, raise the limit with `maxUnpackedBytes`.',
    );
  }
}

/** The error for a pipe with more data than may be kept in memory. */
export function pipeTooLarge(name: string, limit: number): FileError {
  return new FileError(
    `${name} is no file, and holds more than ${sizeText(limit)}.`,
    'Write the table to a file, which is not held in memory; or raise the limit with `maxUnpackedBytes`.',
  );
}

/**
 * `jsonl` is one object on each line, `json` one list of objects, `arrow` the file or the stream of Arrow's IPC, which
 * Feather is too. The last four are logs of programs that evaluate language models.
 */
export const TABLE_FORMATS = [
  ...(['csv', 'jsonl', 'json', 'parquet', 'arrow'] as const),
  ...(['inspect', 'lm-eval', 'helm', 'openai-evals'] as const),
] as const;

export type TableFormat = (typeof TABLE_FORMATS)[number];

/** How to read a file, where this is not detected from the file itself. */
export interface TableOptions extends ReadLimits {
  readonly format?: TableFormat;
  /** The one character between fields of CSV. */
  readonly delimiter?: string;
  /** Ends the reading within a fraction of a second. */
  readonly signal?: AbortSignal;
  /** The records of CSV tables that were read before, for whoever reads one table for each of many fits. */
  readonly cache?: RecordCache;
}
