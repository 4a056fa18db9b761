/**
 * Reads the text of a file, piece by piece, and its lines. The file is UTF-8, with or without a byte order mark, plain
 * or compressed by gzip. UTF-16 is refused.
 */
import { CSV_TEXT } from '../../module/table-problems.ts';
import { FileError } from '../file-error.ts';
import { type ReadLimits, UnpackedSize } from './read-options.ts';
import { tableError } from './table-error.ts';
import type { TableFile } from './table-file.ts';

/** The name of a text format in messages, and how to save it as UTF-8. */
const KINDS = {
  csv: CSV_TEXT,
  json: { textFile: 'JSON in UTF-8', save: 'Save it as UTF-8, the one encoding of JSON' },
} as const;

/** @throws FileError when the file is not text, not UTF-8, or compressed and damaged. */
export async function* textPieces(
  file: TableFile,
  kind: keyof typeof KINDS = 'csv',
): AsyncGenerator<string, void, void> {
  const { textFile, save } = KINDS[kind];
  const table = file.name;
  const text = new StrictText(file.name, save);
  let isFirst = true;
  for await (const bytes of file.pieces()) {
    if (isFirst && isUtf16(bytes)) throw tableError('utf16', { table, save });
    if (isFirst && bytes.includes(0)) throw tableError('binary', { table, textFile });
    isFirst = false;
    const piece = text.decode(bytes);
    if (piece !== '') yield piece;
  }
  text.end();
}

/**
 * Decodes pieces of UTF-8, and refuses invalid bytes with their line. If they were replaced instead, names that differ
 * only there would become one level.
 */
class StrictText {
  readonly #name: string;
  readonly #save: string;
  readonly #strict = new TextDecoder('utf-8', { fatal: true });
  /** If the strict decoder fails, this one shows how far it got. */
  readonly #lenient = new TextDecoder();
  #lineEnd: string | null = null;
  #line = 1;

  constructor(name: string, save: string) {
    this.#name = name;
    this.#save = save;
  }

  decode(bytes: Uint8Array): string {
    const text = this.#lenient.decode(bytes, { stream: true });
    this.#lineEnd ??= findLineEnd(text);
    try {
      this.#strict.decode(bytes, { stream: true });
    } catch {
      this.#count(text.slice(0, text.indexOf('\ufffd')), this.#lineEnd);
      this.#refuse();
    }
    this.#count(text, this.#lineEnd);
    return text;
  }

  end(): void {
    try {
      this.#strict.decode();
    } catch {
      this.#refuse();
    }
  }

  #count(text: string, lineEnd: string): void {
    for (let at = text.indexOf(lineEnd); at >= 0; at = text.indexOf(lineEnd, at + 1)) this.#line++;
  }

  #refuse(): never {
    throw tableError('notUtf8', { table: this.#name, row: this.#line, save: this.#save });
  }
}

/** Whether the bytes begin like gzip. */
export function isGzipped(start: Uint8Array): boolean {
  return start[0] === 0x1f && start[1] === 0x8b;
}

/** The contents of a file compressed by gzip; unpacked anew for each reading, and never kept whole. */
export async function gunzipped(file: TableFile, limits: ReadLimits = {}): Promise<TableFile> {
  const [{ Readable, pipeline }, { createGunzip }] = await Promise.all([
    import('node:stream'),
    import('node:zlib'),
  ]);
  async function* pieces(): AsyncGenerator<Uint8Array, void, void> {
    const unpacking = createGunzip();
    const unpacked = new UnpackedSize(file.name, file.size, limits);
    // An error on either side ends `unpacking`, and is thrown to its reader.
    pipeline(Readable.from(file.pieces()), unpacking, () => undefined);
    try {
      for await (const piece of unpacking) {
        unpacked.add(piece.length);
        yield piece;
      }
      // Padding zeros may follow. Node treats anything that begins with a zero as padding.
      const rest = await file.slice(unpacking.bytesWritten, file.size);
      if (rest.some((byte) => byte !== 0)) throw packedBadly(file.name);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error;
      throw packedBadly(file.name);
    }
  }
  return {
    name: file.name,
    size: Number.NaN,
    slice: async (begin, end) => {
      const kept: Uint8Array[] = [];
      let length = 0;
      for await (const piece of pieces()) {
        kept.push(piece);
        length += piece.length;
        if (length >= end) break;
      }
      return new Uint8Array(Buffer.concat(kept)).subarray(begin, end);
    },
    pieces,
  };
}

function packedBadly(name: string): FileError {
  return new FileError(
    `${name} is compressed by gzip, and damaged or cut off.`,
    'Compress it again, or give the table as it is.',
  );
}

/**
 * The line end: a lone CR, as in "CSV (Macintosh)" from spreadsheets, or otherwise LF; a CR before LF is an ordinary
 * blank. Line ends between quotes do not count, nor does a CR at the end of a piece, because an LF may follow.
 *
 * @param start the text's first piece
 */
export function findLineEnd(start: string): '\n' | '\r' {
  if (!start.includes('\r')) return '\n';
  const unquoted = start.replace(/"[^"]*"?/g, '"');
  return !unquoted.includes('\n') && unquoted.slice(0, -1).includes('\r') ? '\r' : '\n';
}

/**
 * Whether a file begins like UTF-16: with its byte order mark, or with two ASCII characters that alternate with zero
 * bytes (RFC 4627, section 3, for JSON; the header of a table and the first word of a layout begin with ASCII too).
 */
export function isUtf16(start: Uint8Array): boolean {
  const [a, b, c, d] = start;
  if (a === 0xff && b === 0xfe) return c !== 0 || d !== 0;
  if (a === 0xfe && b === 0xff) return true;
  return (isAscii(a) && b === 0 && isAscii(c) && d === 0) || (a === 0 && isAscii(b) && c === 0 && isAscii(d));
}

/** Whether a byte is an ASCII character with which texts begin. */
function isAscii(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x20 && byte < 0x7f) || (byte >= 9 && byte <= 13));
}

/** Receives each line without its LF; `isWhole` is false for a last line without LF. An exception ends the reading. */
export type TakeLine = (text: string, line: number, isWhole: boolean) => void;

/** Splits a text that comes in pieces into lines. Each character is copied once, even in long lines. */
export class TextLines {
  readonly #take: TakeLine;
  readonly #tooLong: (line: number) => Error;
  readonly #limit: number;
  /** The part of the current line from earlier pieces. */
  #parts: string[] = [];
  #bytes = 0;
  #line = 1;
  /** The number of characters copied so far, for tests. */
  work = 0;

  /**
   * @param limit the maximum size of a line, in bytes
   * @param tooLong makes the error for a longer line
   */
  constructor(take: TakeLine, limit: number, tooLong: (line: number) => Error) {
    this.#take = take;
    this.#limit = limit;
    this.#tooLong = tooLong;
  }

  write(piece: string): void {
    let begin = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', begin)) {
      this.#add(piece.slice(begin, end));
      this.#end(true);
      begin = end + 1;
    }
    this.#add(piece.slice(begin));
  }

  /** Ends the text, and with it the last line, which may be empty. */
  end(): void {
    this.#end(false);
  }

  #add(part: string): void {
    if (part === '') return;
    this.#parts.push(part);
    this.work += part.length;
    this.#bytes += Buffer.byteLength(part);
    if (this.#bytes > this.#limit) throw this.#tooLong(this.#line);
  }

  #end(isWhole: boolean): void {
    const [only = ''] = this.#parts;
    const text = this.#parts.length > 1 ? this.#parts.join('') : only;
    this.work += text.length;
    this.#parts = [];
    this.#bytes = 0;
    this.#take(text, this.#line++, isWhole);
  }
}
