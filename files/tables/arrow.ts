/** Reads Arrow IPC, as a file (including Feather version 2) or as a stream, by flechette. */
import type { Batch, DataType, Field } from '@uwdata/flechette';
import { FileError } from '../file-error.ts';
import { checkBatch } from './arrow-batches.ts';
import { checkCounts, checkShapes, type PackedBuffer } from './arrow-counts.ts';
import { Pace } from './pace.ts';
import { type TableOptions, UnpackedSize } from './read-options.ts';
import { damaged, damagedBy } from './table-error.ts';
import type { TableFile } from './table-file.ts';
import type { Cell, TableForm, TableVisitor } from './table-visitor.ts';
import { unpack } from './unpack.ts';

const FORM: TableForm = { isText: false, record: 'row', field: 'column' };

/** The number of rows that are handed on at a time. */
const ROWS_AT_ONCE = 1 << 12;

/** The number of bytes that a cell represents. */
const CELL = 16;

/**
 * Reads an Arrow table, uncompressed or compressed by LZ4 or Zstandard. The whole file is in memory; uncompressed
 * columns are views of it.
 *
 * @throws FileError when the file is damaged or cut off, a requested column holds neither numbers nor text, or it
 * unpacks to too much.
 */
export async function readArrow(
  file: TableFile,
  visitor: TableVisitor,
  options: TableOptions = {},
  pace = new Pace(options.signal),
): Promise<void> {
  const { tableFromIPC } = await loadFlechette();
  const bytes = aligned(await file.slice(0, file.size));
  const isFile = checkEnd(file.name, bytes);
  const undamaged = async <T>(read: () => T | Promise<T>): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      throw damagedBy(file.name, error, pace.signal);
    }
  };
  const { rows, buffers, shapes, schema } = await undamaged(() => checkCounts(bytes, isFile));
  const size = new UnpackedSize(file.name, file.size, options);
  await undamaged(() => unpackBuffers(bytes, buffers, size, pace));
  // A file contains a stream, whose schema is repeated in the footer.
  const table = await undamaged(() => tableFromIPC(bytes, { useBigInt: true }));
  await undamaged(() => checkShapes(table.schema, shapes));
  if (schema !== null) {
    const stream = await undamaged(() => tableFromIPC(bytes.subarray(...schema)));
    if (textOf(stream.schema.fields) !== textOf(table.schema.fields))
      throw damaged(file.name, 'its footer lists other columns than its beginning');
  }
  const { fields } = table.schema;
  const wanted = [
    ...new Set(
      visitor.begin(
        fields.map(({ name }) => name),
        FORM,
      ),
    ),
  ];
  for (const position of wanted) checkHolds(file.name, fields[position]!.name, fields[position]!.type);
  const all = fields.map((_, position) => table.getChildAt(position).data);
  size.add(CELL * Math.max(1, wanted.length) * rows.reduce((sum, each) => sum + each, 0));
  let first = 1;
  for (const [index, count] of rows.entries()) {
    if (all.some((batches) => batches[index]?.length !== count))
      throw damaged(file.name, 'one of its columns has other rows');
    const cells = wanted.map((position) => [position, all[position]![index]!] as const);
    for (const [, batch] of cells) await undamaged(() => checkBatch(batch, count, pace));
    for (let begin = 0; begin < count; begin += ROWS_AT_ONCE) {
      const end = Math.min(count, begin + ROWS_AT_ONCE);
      tellRows(file.name, cells, begin, end, first, visitor);
      if (pace.isDue(CELL * (1 + cells.length) * (end - begin))) await pace.turn();
    }
    first += count;
  }
}

/**
 * A file ends with the mark with which it begins; otherwise the library would look for the schema elsewhere. Returns
 * whether it is a file rather than a stream.
 */
function checkEnd(name: string, bytes: Uint8Array): boolean {
  const mark = [...'ARROW1'].map((character) => character.charCodeAt(0));
  const holds = (at: number) => mark.every((byte, index) => bytes[at + index] === byte);
  if (holds(0) && (bytes.length < 2 * mark.length || !holds(bytes.length - mark.length))) {
    throw damaged(name, 'its end is missing');
  }
  return holds(0);
}

/** Hands on the rows of a batch from `begin` to before `end`. */
function tellRows(
  name: string,
  cells: readonly (readonly [position: number, batch: Batch<unknown>])[],
  begin: number,
  end: number,
  first: number,
  visitor: TableVisitor,
): void {
  const row = new Array<Cell>(Math.max(-1, ...cells.map(([position]) => position)) + 1).fill(null);
  for (let index = begin; index < end; index++) {
    for (const [position, batch] of cells) {
      const cell = batch.at(index) as Cell | undefined;
      if (cell === undefined) throw damaged(name, 'one of its columns ends early');
      row[position] = cell;
    }
    visitor.row(row, first + index);
  }
}

/** The names and types of the columns in a schema. */
function textOf(fields: readonly Field[]): string {
  return JSON.stringify(fields, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

function checkHolds(name: string, column: string, type: DataType): void {
  const held = otherContent(type);
  if (held === null) return;
  throw new FileError(
    `${name}, column \`${column}\`: it holds ${held}, where numbers or text are wanted.`,
    held === 'nested values'
      ? 'Make columns of its nested values.'
      : 'Cast it to doubles before it is written, in the unit that the layout declares.',
  );
}

/** Arrow's type numbers for numbers, booleans, text and null. */
const PLAIN = new Set([1, 2, 3, 5, 6, 20, 24]);

const OTHERS: ReadonlyMap<number, string> = new Map([
  [4, 'bytes'],
  [7, 'decimals'],
  [8, 'dates'],
  [9, 'times'],
  [10, 'timestamps'],
  [11, 'intervals'],
  [15, 'bytes'],
  [18, 'durations'],
  [19, 'bytes'],
  [23, 'bytes'],
]);

/** The unsupported contents of a column, in words; null for numbers, booleans and text. */
function otherContent(type: DataType): string | null {
  // The cells of a dictionary are its entries.
  if ('dictionary' in type) return otherContent(type.dictionary);
  return PLAIN.has(type.typeId) ? null : (OTHERS.get(type.typeId) ?? 'nested values');
}

/** The unpacked buffers, by the file's memory and by their position in it. */
const UNPACKED = new WeakMap<ArrayBufferLike, Map<number, Uint8Array>>();

/** Loads flechette, and makes it use the unpacked buffers. */
async function loadFlechette(): Promise<typeof import('@uwdata/flechette')> {
  const flechette = await import('@uwdata/flechette');
  const { CompressionType, setCompressionCodec } = flechette;
  const codec = { encode: onlyRead, decode: found };
  setCompressionCodec(CompressionType.LZ4_FRAME, codec);
  setCompressionCodec(CompressionType.ZSTD, codec);
  return flechette;
}

/**
 * Unpacks the buffers of a file for the library, which itself would unpack all of them without a pause.
 *
 * @throws Error when one is damaged; FileError when they are too large; the signal's reason
 */
async function unpackBuffers(
  file: Uint8Array,
  buffers: readonly PackedBuffer[],
  size: UnpackedSize,
  pace: Pace,
): Promise<void> {
  const unpacked = new Map<number, Uint8Array>();
  for (const { unpacked: bytes } of buffers) size.add(bytes);
  for (const { at, packed, unpacked: length, codec } of buffers) {
    unpacked.set(file.byteOffset + at, await unpack(codec, file.subarray(at, at + packed), length, pace));
  }
  UNPACKED.set(file.buffer, unpacked);
}

function found(packed: Uint8Array, length: number): Uint8Array {
  const bytes = UNPACKED.get(packed.buffer)?.get(packed.byteOffset);
  if (bytes?.length === length) return aligned(bytes);
  throw new Error('a compressed part of it is not where it should be');
}

/** A copy of the bytes at an address that is aligned for doubles. */
function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}

function onlyRead(): never {
  throw new FileError('Compressed Arrow is read and not written.', 'Write it uncompressed.');
}
