/** Tables in every format to be damaged, and what is silent in each. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { couldBeSeen, isChanged, type Read } from './damage.ts';
import { buffersIn, pagesOf, schemaOf } from './unprotected-parts.ts';
import { FIXTURES } from './walls.ts';

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(name, FIXTURES)));
const csv = fixture('table.csv');
const records = parse(Buffer.from(csv), { columns: true }) as Record<string, string>[];
const objects = records.map(({ team, height, dark, tries, split, success }) => ({
  ...{ team, height: height === '' ? null : Number(height), dark: dark === '1', tries: Number(tries), split },
  success: success === '' ? null : Number(success),
}));
const encoded = (text: string) => new TextEncoder().encode(text);
const lines = encoded(objects.map((row) => `${JSON.stringify(row)}\n`).join(''));
const list = encoded(JSON.stringify(objects));

const MEMBER = gzipSync(csv.subarray(0, 500));

/** How many damaged copies of each table the fast tests make, and from which seed; `test/slow/files` has a hundred times as many. */
export const DAMAGE_RUNS = 300;
export const DAMAGE_SEED = 14;

interface DamageCase {
  readonly bytes: Uint8Array;
  readonly isSilent: (found: Read, whole: Read, bytes: Uint8Array) => boolean;
}

/**
 * CSV has nothing beside its fields: what another parser finds in the damaged text is what it says, and a row with another number of
 * fields is told to be wrong.
 */
function differsFromParser(found: Read, _: Read, bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  let rows: string[][];
  try {
    // A stray quote inside a field is text to both.
    rows = parse(text, {
      ...{ bom: true, relax_column_count: true, relax_quotes: true, trim: true },
      skip_empty_lines: true,
      delimiter: delimiterOf(found, text),
      record_delimiter: text.includes('\n') ? ['\r\n', '\n'] : '\r',
    }) as string[][];
  } catch {
    // What the other refuses, for the quotes, is not compared.
    return false;
  }
  const trimmed = rows
    .map((row) => row.map((cell) => cell.trim()))
    .filter((row) => row.length > 1 || row[0] !== '');
  const [header = [], ...rest] = trimmed;
  const whole = rest.filter((row) => row.length === header.length);
  return (
    JSON.stringify(found.header) !== JSON.stringify(header) ||
    found.rows.length + found.flaws !== rest.length ||
    JSON.stringify(found.rows) !== JSON.stringify(whole)
  );
}

function delimiterOf({ header }: Read, text: string): string {
  const start = text.slice(0, text.indexOf('\n'));
  return header.length > 1 ? (/[,;|\t]/.exec(start.replace(/"[^"]*"/g, ''))?.[0] ?? ',') : ',';
}

/** Each line, or each element, says what JSON.parse makes of it: rows are as many, and none has a key that is lost. */
function differsFromJson(found: Read, _: Read, bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes).replace(/^\ufeff/, '');
  const isList = text.trimStart().startsWith('[');
  const texts = isList ? [text] : text.split('\n').filter((line) => line.trim() !== '');
  const parsed = texts.flatMap((each): unknown[] => {
    try {
      return isList ? (JSON.parse(each) as unknown[]) : [JSON.parse(each)];
    } catch {
      return [null];
    }
  });
  const rows = parsed.filter(
    (row) => typeof row === 'object' && row !== null && !Array.isArray(row),
  ) as Record<string, unknown>[];
  const cells = rows.map((row) =>
    found.header.map((name) => {
      const cell = Object.hasOwn(row, name) ? row[name] : null;
      return cell === null ? null : typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
    }),
  );
  // A row with a key twice is told to be wrong, and JSON.parse takes it.
  const told = new Set(found.rows.map((row) => JSON.stringify(row)));
  const untold = cells.filter((row) => !told.has(JSON.stringify(row)));
  return found.rows.length + found.flaws !== parsed.length || untold.length > found.flaws;
}

export const DAMAGE_CASES: Readonly<Record<string, DamageCase>> = {
  'table.csv': { bytes: csv, isSilent: differsFromParser },
  'table.jsonl': { bytes: lines, isSilent: differsFromJson },
  'table.json': { bytes: list, isSilent: differsFromJson },
  'table.csv.gz': { bytes: gzipSync(csv), isSilent: isChanged },
  'table.jsonl.gz': { bytes: gzipSync(lines), isSilent: isChanged },
  'members.csv.gz': {
    bytes: Buffer.concat([MEMBER, gzipSync(csv.subarray(500))]),
    // A file that is cut off where a member ends is a whole file of gzip.
    isSilent: (_found, _whole, bytes) => !MEMBER.equals(bytes),
  },
  ...Object.fromEntries(
    [
      ...['snappy', 'gzip', 'brotli', 'zstd', 'lz4', 'uncompressed', 'groups', 'checksums', 'version-2'].map(
        (name) => `${name}.parquet`,
      ),
      ...['uncompressed', 'lz4', 'zstd'].map((name) => `${name}.feather`),
      'stream.arrows',
    ].map((name) => {
      const bytes = fixture(name);
      const parts = name.endsWith('.parquet') ? pagesOf(bytes) : buffersIn(bytes);
      return [
        name,
        { bytes, isSilent: couldBeSeen(bytes, parts, name.endsWith('.arrows') ? schemaOf(bytes) : null) },
      ];
    }),
  ),
};
