/** Reads a column of one Parquet row group, page by page. */
import { crc32 } from 'node:zlib';
import type { ColumnMetaData, SchemaElement } from 'hyparquet';
import type { Pace } from '../pace.ts';
import type { UnpackedSize } from '../read-options.ts';
import { unpack } from '../unpack.ts';
import type { Codec } from '../unpack-at-once.ts';
import { PageBytes } from './bytes.ts';
import { type Cells, kept, readCells, type ValueType, withNulls } from './cells.ts';
import { readRunLengths } from './packed-integers.ts';
import {
  type DataPage,
  type DataPage2,
  type DictionaryPage,
  ENCODING,
  readPageHeader,
} from './page-header.ts';

/** A column chunk, and its required contents. */
export interface ChunkWanted {
  readonly element: SchemaElement;
  readonly metadata: ColumnMetaData;
  readonly rows: number;
  /** Whether the writer pads the values of each page with zeros. */
  readonly isFilledUp: boolean;
  readonly unpacked: UnpackedSize;
  readonly pace: Pace;
}

/** The size of a cell with a value, in bytes. */
export const CELL = 8;

/**
 * The cells of each page, in order; their total is the number of rows.
 *
 * @param bytes the bytes of the chunk, from its first page on
 * @throws Error when the chunk holds another number of rows, or a page is damaged; FileError when it unpacks to too
 * much
 */
export async function* readColumnChunk(
  bytes: Uint8Array,
  wanted: ChunkWanted,
): AsyncGenerator<Cells, void, void> {
  const { element, rows, isFilledUp, unpacked, pace } = wanted;
  const codec = wanted.metadata.codec;
  const isOptional = element.repetition_type === 'OPTIONAL';
  const type: ValueType = { element, isFilledUp, pace, count: (size) => unpacked.add(size) };
  let dictionary: Cells | null = null;
  let isFirst = true;
  let found = 0;
  let nulls = 0;
  for (let at = 0; found < rows; isFirst = false) {
    const { header, begin } = readPageHeader(bytes, at);
    at = begin + header.packed;
    if (header.kind === 'other') continue;
    const packed = bytes.subarray(begin, at);
    checkSum(packed, header);
    // The values of data pages have already been counted as cells.
    const counted = header.kind === 'dictionary' ? 0 : CELL * header.values;
    unpacked.add(Math.max(0, header.unpacked - counted));
    if (header.kind === 'dictionary') unpacked.add(CELL * header.values);
    if (header.kind === 'dictionary') {
      if (!isFirst) throw new Error('a dictionary is not at its place');
      dictionary = await readDictionary(await unpackPage(packed, header.unpacked, codec, pace), header, type);
      continue;
    }
    found += header.values;
    if (found > rows) throw wrongCount(element);
    const cells =
      header.kind === 'data'
        ? await readPage(
            await unpackPage(packed, header.unpacked, codec, pace),
            header,
            type,
            isOptional,
            dictionary,
          )
        : await readPage2(packed, header, type, isOptional, dictionary, codec);
    nulls += cells.nulls;
    yield cells;
  }
  const declared = wanted.metadata.statistics?.null_count;
  if (declared !== undefined && Number(declared) !== nulls)
    throw new Error(`the column \`${element.name}\` has another number of nulls than it declares`);
}

function wrongCount({ name }: SchemaElement): Error {
  return new Error(`the column \`${name}\` has more values than there are rows`);
}

function checkSum(packed: Uint8Array, { checksum }: DataPage | DataPage2 | DictionaryPage): void {
  if (checksum !== null && crc32(packed) !== checksum) throw new Error('a page has another checksum');
}

async function unpackPage(
  packed: Uint8Array,
  length: number,
  codec: ColumnMetaData['codec'],
  pace: Pace,
): Promise<Uint8Array> {
  if (packed.length === 0 && length === 0) return packed;
  if (codec !== 'UNCOMPRESSED') return unpack(codec as Codec, packed, length, pace);
  if (packed.length !== length) throw new Error('a page does not have the length that it should');
  if (pace.isDue(length)) await pace.turn();
  return packed;
}

async function readDictionary(page: Uint8Array, header: DictionaryPage, type: ValueType): Promise<Cells> {
  const { encoding, values } = header;
  if (encoding !== ENCODING.plain && encoding !== ENCODING.plainDictionary)
    throw new Error('a dictionary is written in an encoding that is not read');
  return kept(await readCells(page, values, ENCODING.plain, type, null), type.pace);
}

async function readPage(
  page: Uint8Array,
  { values, encoding, levelEncoding }: DataPage,
  type: ValueType,
  isOptional: boolean,
  dictionary: Cells | null,
): Promise<Cells> {
  if (!isOptional) return readCells(page, values, encoding, type, dictionary);
  if (levelEncoding !== ENCODING.runLength)
    throw new Error('a page is written in an encoding that is not read');
  const from = new PageBytes(page);
  const levels = await readLevels(from.take(from.uint32()), values, type.pace);
  const rest = from.take(from.left);
  return withNulls(await readCells(rest, sumOf(levels), encoding, type, dictionary), levels);
}

async function readPage2(
  packed: Uint8Array,
  header: DataPage2,
  type: ValueType,
  isOptional: boolean,
  dictionary: Cells | null,
  codec: ColumnMetaData['codec'],
): Promise<Cells> {
  const { values, rows, nulls, encoding, definitionBytes, repetitionBytes, isPacked, unpacked } = header;
  if (rows !== values || repetitionBytes > 0 || (definitionBytes > 0 && !isOptional))
    throw new Error('a page has levels that its column does not have');
  const from = new PageBytes(packed);
  const levelBytes = from.take(definitionBytes);
  const levels = isOptional ? await readLevels(levelBytes, values, type.pace) : null;
  const present = levels === null ? values : sumOf(levels);
  if (present + nulls !== values) throw new Error('a page has another number of nulls than it declares');
  const rest = from.take(from.left);
  const length = unpacked - definitionBytes;
  const page = await unpackPage(rest, length, isPacked ? codec : 'UNCOMPRESSED', type.pace);
  const cells = await readCells(page, present, encoding, type, dictionary);
  return levels === null ? cells : withNulls(cells, levels);
}

/** For each row 1 if it has a value, otherwise 0. */
async function readLevels(bytes: Uint8Array, rows: number, pace: Pace): Promise<Uint32Array> {
  const from = new PageBytes(bytes);
  const levels = await readRunLengths(from, 1, rows, 2, pace);
  from.checkEnd();
  return levels;
}

function sumOf(levels: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < levels.length; i++) sum += levels[i]!;
  return sum;
}
