/** The values of a page of Parquet as cells of a table. */
import type { SchemaElement } from 'hyparquet';
import type { Pace } from '../pace.ts';
import type { Cell } from '../table-visitor.ts';
import { PageBytes } from './bytes.ts';
import { readDeltas, readRunLengths } from './packed-integers.ts';
import { ENCODING } from './page-header.ts';

/** Cells that are made on demand, so that no page is stored as objects. */
export interface Cells {
  readonly length: number;
  at(index: number): Cell;
  /** The number of bytes that they represent. */
  readonly bytes: number;
  /** The number of nulls. */
  readonly nulls: number;
}

/** How values of a type are to be read. */
export interface ValueType {
  readonly element: SchemaElement;
  /** Counts bytes of text assembled from parts, before memory is allocated. */
  readonly count: (bytes: number) => void;
  /** Whether the writer pads the values of each page with zeros. */
  readonly isFilledUp: boolean;
  readonly pace: Pace;
}

const NO_CELLS: Cells = { length: 0, at: () => null, bytes: 0, nulls: 0 };

/**
 * Reads a number of values, which must use all bytes.
 *
 * @param dictionary the dictionary that they may index; null if the column chunk has none
 * @throws Error when the bytes hold another number of values, or use an unsupported encoding
 */
export async function readCells(
  page: Uint8Array,
  count: number,
  encoding: number,
  type: ValueType,
  dictionary: Cells | null,
): Promise<Cells> {
  const from = new PageBytes(page);
  const cells = await valuesOf(from, count, encoding, type, dictionary);
  // Zeros after plain values could be the end of shifted values.
  if (encoding === ENCODING.plain && from.left > 0 && !type.isFilledUp)
    throw new Error('a page holds more than it tells of');
  from.checkEnd();
  return cells;
}

async function valuesOf(
  from: PageBytes,
  count: number,
  encoding: number,
  type: ValueType,
  dictionary: Cells | null,
): Promise<Cells> {
  const { element, pace } = type;
  switch (encoding) {
    case ENCODING.plain:
      return plainCells(from, count, type);
    case ENCODING.dictionary:
    case ENCODING.plainDictionary: {
      if (dictionary === null) throw new Error('a page refers to a dictionary that does not exist');
      // A page of nulls may be empty.
      if (count === 0 && from.left === 0) return NO_CELLS;
      const places = await readRunLengths(from, from.byte(), count, dictionary.length, pace);
      return {
        length: count,
        at: (index) => dictionary.at(places[index]!),
        bytes: count * Math.ceil(dictionary.bytes / Math.max(1, dictionary.length)),
        nulls: 0,
      };
    }
    case ENCODING.runLength: {
      if (element.type !== 'BOOLEAN') break;
      const length = from.uint32();
      const runs = new PageBytes(from.take(length));
      const bits = await readRunLengths(runs, 1, count, 2, pace);
      runs.checkEnd();
      return { length: count, at: (index) => bits[index] === 1, bytes: count, nulls: 0 };
    }
    case ENCODING.deltaBinary: {
      if (element.type !== 'INT32' && element.type !== 'INT64') break;
      const values = await readDeltas(from, count, element.type === 'INT32' ? 32 : 64, pace);
      const whole = wholeNumber(element);
      return { length: count, at: (index) => whole(values[index]!), bytes: 8 * count, nulls: 0 };
    }
    case ENCODING.deltaLength: {
      const lengths = await textLengths(from, count, pace);
      const bytes = from.take(lengths.reduce((sum, length) => sum + length, 0));
      return textCells(bytes, endsOf(lengths), element);
    }
    case ENCODING.deltaBytes: {
      const prefixes = await textLengths(from, count, pace);
      const suffixes = await textLengths(from, count, pace);
      return joinedTexts(from, prefixes, suffixes, type);
    }
    case ENCODING.byteStreamSplit: {
      const width = widthOf(element);
      return plainCells(new PageBytes(await unsplit(from.take(width * count), width, pace)), count, type);
    }
  }
  throw new Error('a page is written in an encoding that is not read');
}

/** The cells of a dictionary, or of a page without one. */
function plainCells(from: PageBytes, count: number, { element }: ValueType): Cells {
  switch (element.type) {
    case 'BOOLEAN': {
      const bits = from.take(Math.ceil(count / 8));
      return {
        length: count,
        at: (index) => ((bits[index >> 3]! >> (index & 7)) & 1) === 1,
        bytes: count,
        nulls: 0,
      };
    }
    case 'FLOAT':
    case 'DOUBLE':
    case 'INT32':
    case 'INT64': {
      const width = widthOf(element);
      const bytes = from.take(width * count);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return { length: count, at: numberAt(view, element), bytes: width * count, nulls: 0 };
    }
    case 'BYTE_ARRAY': {
      const begin = from.at;
      const ends = new Float64Array(count);
      const starts = new Float64Array(count);
      for (let i = 0; i < count; i++) {
        const length = from.uint32();
        starts[i] = from.at - begin;
        from.take(length);
        ends[i] = from.at - begin;
      }
      const bytes = from.bytes.subarray(begin, from.at);
      return {
        length: count,
        at: (index) => textOf(bytes.subarray(starts[index], ends[index]), element),
        bytes: bytes.length,
        nulls: 0,
      };
    }
    case 'FIXED_LEN_BYTE_ARRAY': {
      const width = widthOf(element);
      const bytes = from.take(width * count);
      return {
        length: count,
        at: (index) => fixedCell(bytes.subarray(width * index, width * (index + 1)), element),
        bytes: bytes.length,
        nulls: 0,
      };
    }
  }
  throw new Error('a column is of a type that is not read');
}

/** The size of a value of a fixed-size type, in bytes. */
function widthOf({ type, type_length }: SchemaElement): number {
  if (type === 'INT32' || type === 'FLOAT') return 4;
  if (type === 'INT64' || type === 'DOUBLE') return 8;
  if (type === 'FIXED_LEN_BYTE_ARRAY' && type_length !== undefined && type_length > 0) return type_length;
  throw new Error('a column is of a type that is not read');
}

function numberAt(view: DataView, element: SchemaElement): (index: number) => Cell {
  switch (element.type) {
    case 'FLOAT':
      return (index) => view.getFloat32(4 * index, true);
    case 'DOUBLE':
      return (index) => view.getFloat64(8 * index, true);
    case 'INT32':
      return isUnsigned(element)
        ? (index) => view.getUint32(4 * index, true)
        : (index) => view.getInt32(4 * index, true);
    default:
      return isUnsigned(element)
        ? (index) => view.getBigUint64(8 * index, true)
        : (index) => view.getBigInt64(8 * index, true);
  }
}

function wholeNumber(element: SchemaElement): (value: bigint) => Cell {
  const bits = element.type === 'INT32' ? 32 : 64;
  const whole = (value: bigint) => (isUnsigned(element) ? BigInt.asUintN(bits, value) : value);
  return bits === 32 ? (value) => Number(whole(value)) : whole;
}

function isUnsigned({ converted_type, logical_type }: SchemaElement): boolean {
  if (logical_type?.type === 'INTEGER') return !logical_type.isSigned;
  return converted_type?.startsWith('UINT_') ?? false;
}

async function textLengths(from: PageBytes, count: number, pace: Pace): Promise<Float64Array> {
  const lengths = Float64Array.from(await readDeltas(from, count, 32, pace), Number);
  if (lengths.some((length) => length < 0)) throw new Error('a text in a page has a length below 0');
  return lengths;
}

function endsOf(lengths: Float64Array): Float64Array {
  let end = 0;
  return lengths.map((length) => {
    end += length;
    return end;
  });
}

function textCells(bytes: Uint8Array, ends: Float64Array, element: SchemaElement): Cells {
  return {
    length: ends.length,
    at: (index) => textOf(bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index]), element),
    bytes: bytes.length,
    nulls: 0,
  };
}

/** Texts each of which shares a prefix of a given length with the previous one. */
async function joinedTexts(
  from: PageBytes,
  prefixes: Float64Array,
  suffixes: Float64Array,
  { element, count, pace }: ValueType,
): Promise<Cells> {
  const ends = endsOf(prefixes.map((length, index) => length + suffixes[index]!));
  const size = ends.at(-1) ?? 0;
  count(size);
  const bytes = new Uint8Array(size);
  for (const [index, prefix] of prefixes.entries()) {
    const begin = index === 0 ? 0 : ends[index - 1]!;
    const before = index > 1 ? ends[index - 2]! : 0;
    if (prefix > begin - before) throw new Error('a text in a page begins like no text before it');
    bytes.copyWithin(begin, before, before + prefix);
    bytes.set(from.take(suffixes[index]!), begin + prefix);
    if (pace.isDue(ends[index]! - begin)) await pace.turn();
  }
  return element.type === 'FIXED_LEN_BYTE_ARRAY'
    ? fixedTexts(bytes, ends, element)
    : textCells(bytes, ends, element);
}

function fixedTexts(bytes: Uint8Array, ends: Float64Array, element: SchemaElement): Cells {
  const width = widthOf(element);
  if (ends.some((end, index) => end !== width * (index + 1))) throw new Error('a value has another length');
  return plainCells(new PageBytes(bytes), ends.length, { element } as ValueType);
}

/** Values stored as all first bytes, then all second bytes, and so on. */
async function unsplit(bytes: Uint8Array, width: number, pace: Pace): Promise<Uint8Array> {
  const joined = new Uint8Array(bytes.length);
  const count = bytes.length / width;
  for (let place = 0; place < width; place++) {
    for (let i = 0; i < count; i++) joined[width * i + place] = bytes[count * place + i]!;
    if (pace.isDue(count)) await pace.turn();
  }
  return joined;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array, element: SchemaElement): Cell {
  if (element.type === 'FIXED_LEN_BYTE_ARRAY') return fixedCell(bytes, element);
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new Error(`the column \`${element.name}\` holds text that is not in UTF-8`);
  }
}

/** A UUID as text, or a number of half precision. */
function fixedCell(bytes: Uint8Array, { logical_type }: SchemaElement): Cell {
  if (logical_type?.type === 'FLOAT16') return halfNumber(bytes);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.*)$/, '$1-$2-$3-$4-$5');
}

/** IEEE 754 binary16. */
function halfNumber(bytes: Uint8Array): number {
  if (bytes.length !== 2) throw new Error('a number of half precision has another length');
  const word = bytes[0]! | (bytes[1]! << 8);
  const sign = word & 0x8000 ? -1 : 1;
  const exponent = (word >> 10) & 31;
  const fraction = (word & 1023) / 1024;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * 2 ** -14 * fraction : sign * 2 ** (exponent - 15) * (1 + fraction);
}

/** Cells with null where there is no value. */
export function withNulls(values: Cells, isThere: Uint32Array): Cells {
  const places = new Uint32Array(isThere.length);
  let next = 0;
  for (let i = 0; i < isThere.length; i++) {
    places[i] = next;
    next += isThere[i]!;
  }
  return {
    length: isThere.length,
    at: (index) => (isThere[index] === 1 ? values.at(places[index]!) : null),
    bytes: values.bytes,
    nulls: isThere.length - next,
  };
}

/** Makes all cells once, as for the entries of a dictionary. */
export async function kept(cells: Cells, pace: Pace): Promise<Cells> {
  const made: Cell[] = [];
  for (let i = 0; i < cells.length; i++) {
    made.push(cells.at(i));
    if (pace.isDue(8 + cells.bytes / cells.length)) await pace.turn();
  }
  return { length: made.length, at: (index) => made[index]!, bytes: cells.bytes, nulls: 0 };
}
