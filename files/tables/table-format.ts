/** Which format a table is in: by what its file begins with, by its name, or as the user says. */

import { FileError } from '../file-error.ts';
import type { TableFormat } from './read-options.ts';
import { isGzipped } from './text-pieces.ts';

export const TABLE_FORMATS: readonly TableFormat[] = ['csv', 'jsonl', 'json', 'parquet', 'arrow'];

/** What people call them. */
export const FORMAT_NAMES: Readonly<Record<TableFormat, string>> = {
  csv: 'CSV',
  jsonl: 'JSON lines',
  json: 'a JSON list',
  parquet: 'Parquet',
  arrow: 'Arrow',
};

const ENDINGS: readonly (readonly [RegExp, TableFormat])[] = [
  [/\.(?:csv|tsv|tab)$/i, 'csv'],
  [/\.(?:jsonl|ndjson)$/i, 'jsonl'],
  [/\.json$/i, 'json'],
  [/\.(?:parquet|pq)$/i, 'parquet'],
  [/\.(?:arrow|arrows|feather|ipc)$/i, 'arrow'],
];

/** The format that a file's name says, without an ending for compression; null where it says none. */
export function formatOfName(name: string): TableFormat | null {
  const plain = name.replace(/\.gz$/i, '');
  return ENDINGS.find(([ending]) => ending.test(plain))?.[1] ?? null;
}

/** How many bytes of a file `chooseFormat` wants. */
export const START_BYTES = 64;

/**
 * The format to read a table in. What its first bytes say for certain must agree with what its name, or the user, says.
 *
 * @param start the first bytes, unpacked
 * @throws FileError when they do not agree, or the file is of a kind that is not read
 */
export function chooseFormat(name: string, start: Uint8Array, said: TableFormat | undefined): TableFormat {
  refuseOthers(name, start);
  const held = binaryFormat(start) ?? jsonFormat(start);
  const wanted = said ?? formatOfName(name);
  if (wanted === null) return held ?? 'csv';
  const agrees =
    held === null
      ? !isBinary(wanted)
      : held === wanted || (!isBinary(held) && (isJson(wanted) || said === 'csv'));
  if (agrees) {
    // Both are written with either ending.
    return wanted === 'json' && held === 'jsonl' && said === undefined ? 'jsonl' : wanted;
  }
  const claim = said === undefined ? 'as its name says' : `as \`format: "${said}"\` says`;
  const remedy =
    held === null
      ? said === undefined
        ? 'Give the file itself, not a link to it or a page about it, or name it by what it holds.'
        : 'Leave out `format`, or give the file that was meant.'
      : said === undefined
        ? `Name it by what it holds, or say \`format: "${held}"\`.`
        : `Leave out \`format\`, or say \`format: "${held}"\`.`;
  throw new FileError(
    `${name} is not ${FORMAT_NAMES[wanted]}, ${claim}${held === null ? '' : `: it holds ${FORMAT_NAMES[held]}`}.`,
    remedy,
  );
}

function isBinary(format: TableFormat): boolean {
  return format === 'parquet' || format === 'arrow';
}

function isJson(format: TableFormat): boolean {
  return format === 'json' || format === 'jsonl';
}

function binaryFormat(start: Uint8Array): TableFormat | null {
  if (begins(start, 'PAR1')) return 'parquet';
  if (begins(start, 'ARROW1')) return 'arrow';
  // A message of Arrow's stream: the mark of continuation, and the length of what follows, of less than 16 MB here.
  const isMessage =
    start.length >= 8 && start.subarray(0, 4).every((byte) => byte === 0xff) && start[7] === 0;
  return isMessage ? 'arrow' : null;
}

/** Where text begins as JSON does, and no header of CSV would. */
function jsonFormat(start: Uint8Array): TableFormat | null {
  const text = new TextDecoder().decode(start).trimStart();
  if (/^\{\s*["}]/.test(text)) return 'jsonl';
  return /^\[\s*(?:[[{\]]|$)/.test(text) ? 'json' : null;
}

function refuseOthers(name: string, start: Uint8Array): void {
  for (const [mark, what, remedy] of REFUSED) {
    if (begins(start, mark)) throw new FileError(`${name} ${what}.`, remedy);
  }
  if (isGzipped(start)) {
    throw new FileError(`${name} is compressed by gzip twice.`, 'Unpack it once.');
  }
}

/** First bytes of what people have tables in that is not read, what it is, and what to do. */
const REFUSED: readonly (readonly [mark: string, what: string, remedy: string])[] = [
  ['FEA1', 'is Feather of version 1', 'Write it again as version 2, which `to_feather` of pandas does.'],
  ['PARE', 'is Parquet with an encrypted footer', 'Write it again without encryption.'],
  [
    'PK\x03\x04',
    'is a spreadsheet or another ZIP archive, not a table',
    'Export the table as CSV, or unpack the archive.',
  ],
  ['\x28\xb5\x2f\xfd', 'is compressed by Zstandard', 'Unpack it, or compress it by gzip.'],
  ['BZh', 'is compressed by bzip2', 'Unpack it, or compress it by gzip.'],
  ['\xfd7zXZ', 'is compressed by xz', 'Unpack it, or compress it by gzip.'],
  ['SQLite format 3\0', 'is a database of SQLite', 'Export the table as CSV.'],
];

function begins(start: Uint8Array, mark: string): boolean {
  return (
    start.length >= mark.length && [...mark].every((character, at) => start[at] === character.charCodeAt(0))
  );
}
