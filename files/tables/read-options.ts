/** How a table is read: its format, and how much a reader takes before it says that a table is no ordinary one. Limits are here, but for how deep JSON may lie in itself. */
import { sizeText } from '../../module/problem-text.ts';
import { FileError } from '../file-error.ts';
import { tableError } from './table-error.ts';

const MIB = 1 << 20;

/** Bytes that one record may have: a line of CSV with its quoted line ends, or an object of JSON. */
export const RECORD_LIMIT = 16 * MIB;

/** What the limit of a record can be raised to: an engine holds no text that is much longer. */
export const LONGEST_RECORD = 500 * MIB;

/** Bytes that what is packed may have once it is unpacked, or so many times its packed size where that is more. */
export const UNPACKED_LIMIT = 1024 * MIB;
const UNPACKED_TIMES = 200;

/** Limits that a caller may raise. */
export interface ReadLimits {
  /** Bytes of one record at most; 16 MiB by default, and never more than 500 MiB. */
  readonly maxRecordBytes?: number;
  /** Bytes that packed data may unpack to; 1 GiB by default, or 200 times their packed size where that is more. */
  readonly maxUnpackedBytes?: number;
}

/** Bytes that a record may have. */
export function recordLimit({ maxRecordBytes = RECORD_LIMIT }: ReadLimits): number {
  return Math.min(maxRecordBytes, LONGEST_RECORD);
}

/** What is said of a record that is too long: `mayBe` says what else it may be than long. */
export function recordTooLong(
  place: { readonly table: string; readonly record: 'line' | 'row'; readonly row: number },
  limit: number,
  mayBe: string,
): FileError {
  return tableError('longRecord', { ...place, limit, mayBe, recordLimit: '`maxRecordBytes`' });
}

/** Guards how much has been unpacked of a file, or of a part of it. */
export class UnpackedSize {
  readonly #name: string;
  readonly #limit: number;
  #bytes = 0;

  /** @param packed bytes of the file */
  constructor(name: string, packed: number, { maxUnpackedBytes }: ReadLimits) {
    this.#name = name;
    this.#limit = maxUnpackedBytes ?? Math.max(UNPACKED_LIMIT, UNPACKED_TIMES * packed);
  }

  /** Counts more bytes, before room is made for them. @throws FileError where they are too many */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.#limit) return;
    throw new FileError(
      `${this.#name} holds more than ${sizeText(this.#limit)} once it is unpacked.`,
      'Check where it comes from; where it is meant to be that large, raise the limit with `maxUnpackedBytes`.',
    );
  }
}

/** What is said of a pipe that holds more than may be held in memory. */
export function pipeTooLarge(name: string, limit: number): FileError {
  return new FileError(
    `${name} is no file, and holds more than ${sizeText(limit)}.`,
    'Write the table to a file, which is not held in memory; or raise the limit with `maxUnpackedBytes`.',
  );
}

/** `jsonl` is one object on each line, `json` one list of objects, `arrow` the file or the stream of Arrow's IPC, which Feather is too. */
export const TABLE_FORMATS = ['csv', 'jsonl', 'json', 'parquet', 'arrow'] as const;

export type TableFormat = (typeof TABLE_FORMATS)[number];

/** How to read a file, where that is not to be found out from it. */
export interface TableOptions extends ReadLimits {
  readonly format?: TableFormat;
  /** The one character between fields of CSV. */
  readonly delimiter?: string;
  /** Ends the reading, within a fraction of a second wherever it is. */
  readonly signal?: AbortSignal;
}
