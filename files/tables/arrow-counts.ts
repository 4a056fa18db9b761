/**
 * Checks the counts in Arrow's metadata against the available bytes. From a damaged count the library would make
 * billions of objects before it noticed, and from a damaged offset it would read wrong values.
 */
import { type DataType, type Schema, Type, UnionMode } from '@uwdata/flechette';

/** Arrow's type numbers of message contents, and of the union type. */
const SCHEMA = 1;
const DICTIONARY = 2;
const RECORDS = 3;
const UNION = 14;

/** The number that the format uses for version 5. */
const NEWEST_VERSION = 4;

/** The size of an element of each kind of vector, in bytes. */
const OFFSET = 4;
const BLOCK = 24;
const PAIR = 16;

/** The mark that ends a file, and the footer's length before it. */
const FILE_END = 10;

/** A compressed buffer: its position in the file, and its unpacked size. */
export interface PackedBuffer {
  /** The position of its packed bytes, after their length. */
  readonly at: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly codec: 'LZ4_FRAME' | 'ZSTD';
}

/** The contents of the messages of a file or a stream. */
export interface ArrowContents {
  /** The rows of each batch, in the order of the messages. */
  readonly rows: readonly number[];
  readonly buffers: readonly PackedBuffer[];
  /** One for every message of rows or of a dictionary. */
  readonly shapes: readonly MessageShape[];
  /** The position of the schema that a file repeats from its footer, as most do; null for a stream. */
  readonly schema: readonly [begin: number, end: number] | null;
}

/** The state while the messages are read. */
interface Found {
  readonly rows: number[];
  readonly buffers: PackedBuffer[];
  readonly shapes: MessageShape[];
  /** Whether a schema message has been read. */
  hasSchema: boolean;
}

/** A file's mark at its beginning, padded to eight bytes. */
const FILE_BEGIN = 8;

/**
 * Checks every vector in the metadata of a file or a stream, and all messages from first to last.
 *
 * @param isFile whether it is a file, whose footer has the positions of the messages
 * @throws Error when a vector counts more than its bytes hold, when the messages end within one or before the bytes do,
 * or when the footer lists other messages; RangeError when a position is outside the bytes
 */
export function checkCounts(bytes: Uint8Array, isFile: boolean): ArrowContents {
  const whole = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Found = { rows: [], buffers: [], shapes: [], hasSchema: false };
  if (!isFile) {
    checkStream(whole, found);
    if (!found.hasSchema) throw new Error('it does not begin with its columns');
    return { ...found, schema: null };
  }
  const end = whole.byteLength - FILE_END;
  const begin = end - whole.getInt32(end, true);
  if (!(begin >= FILE_BEGIN && begin <= end)) throw new Error('its footer is not at its place');
  const footer = tableAt(whole, begin);
  checkSchema(whole, footer(6), { fields: whole.byteLength });
  elements(whole, footer(12), OFFSET);
  const view = new DataView(whole.buffer, whole.byteOffset, begin);
  const blocks = [...blocksIn(whole, footer(8), DICTIONARY), ...blocksIn(whole, footer(10), RECORDS)].sort(
    (a, b) => a.begin - b.begin,
  );
  // Most writers also put the schema at the beginning; some write something else there, or nothing.
  const start = blocks[0]?.begin ?? begin;
  const hasSchema = start >= FILE_BEGIN + 4 && view.getInt32(FILE_BEGIN, true) === -1;
  const first = hasSchema ? checkMessage(view, FILE_BEGIN, true, found, SCHEMA) : null;
  let at = first ?? start;
  for (const { begin: block, end: blockEnd, type } of blocks) {
    if (block !== at || checkMessage(view, at, false, found, type) !== blockEnd)
      throw new Error('its footer lists other parts than there are');
    at = blockEnd;
  }
  if (first !== null || blocks.length > 0) {
    const isMarked = first !== null || view.getInt32(start, true) === -1;
    // Files without an end mark are older than the continuation mark; flechette writes the end mark twice.
    checkEnd(view, at, isMarked, isMarked ? 1 : 0, 2);
  }
  return { ...found, schema: first === null ? null : [FILE_BEGIN, first] };
}

/** The begins and ends of messages of a type according to the footer, in order. */
function blocksIn(view: DataView, at: number, type: number) {
  const blocks = elements(view, at, BLOCK).map((block) => {
    const begin = Number(view.getBigInt64(block, true));
    const size = view.getInt32(block + 8, true) + Number(view.getBigInt64(block + 16, true));
    return { type, begin, end: begin + size };
  });
  if (blocks.some(({ begin }, index) => index > 0 && begin < blocks[index - 1]!.end))
    throw new Error('its footer has its parts in another order');
  return blocks;
}

/**
 * The messages of a stream: the schema, then dictionaries and batches, and the end mark, with nothing after it. The
 * format allows a stream without the end mark. But every writer that is closed writes it, and a file that was cut off
 * between two batches lacks it.
 */
function checkStream(view: DataView, found: Found): void {
  for (let at = 0; at < view.byteLength; ) {
    const next = checkMessage(view, at, at === 0, found);
    // The end mark: four bytes, or eight in current streams.
    if (next === null) {
      checkEnd(view, at, view.getInt32(0, true) === -1, 1, 1);
      return;
    }
    at = next;
  }
  throw new Error('it has no mark of its end');
}

/**
 * Checks that only the end mark follows, `least` to `most` times. The end mark is that of a message of length 0, so
 * shifted values or zeros could be taken for another one.
 *
 * @param isMarked whether messages begin with the continuation mark, as in current files
 */
function checkEnd(view: DataView, from: number, isMarked: boolean, least: number, most: number): void {
  const size = isMarked ? 8 : 4;
  const times = (view.byteLength - from) / size;
  if (!(Number.isInteger(times) && times >= least && times <= most))
    throw new Error('it does not end with a single mark of its end');
  for (let at = from; at < view.byteLength; at += size) {
    if ((isMarked && view.getInt32(at, true) !== -1) || view.getInt32(at + size - 4, true) !== 0)
      throw new Error('it goes on behind its end');
  }
}

/**
 * Checks the message at a position; returns the position of the next one, or null for the end mark.
 *
 * @param wanted the required type, if known
 */
function checkMessage(
  view: DataView,
  start: number,
  isFirst: boolean,
  found: Found,
  wanted?: number,
): number | null {
  if (start + 4 > view.byteLength) throw cutOff();
  const isMarked = view.getInt32(start, true) === -1;
  if (isMarked && start + 8 > view.byteLength) throw cutOff();
  const at = start + (isMarked ? 8 : 4);
  const length = view.getInt32(at - 4, true);
  if (length === 0) return null;
  if (length < 0 || at + length > view.byteLength) throw cutOff();
  const head = new DataView(view.buffer, view.byteOffset + at, length);
  const message = tableAt(head, 0);
  const version = message(4) === 0 ? 0 : head.getInt16(message(4), true);
  if (version < 0 || version > NEWEST_VERSION) throw new Error('it has a version that does not exist');
  const type = message(6) === 0 ? 0 : head.getUint8(message(6));
  const size = message(10) === 0 ? 0 : Number(head.getBigInt64(message(10), true));
  if (!(size >= 0 && at + length + size <= view.byteLength)) throw cutOff();
  if (
    wanted !== undefined
      ? type !== wanted
      : type === SCHEMA
        ? !isFirst
        : type !== RECORDS && type !== DICTIONARY
  )
    throw new Error('it has a message in a place where there should be none');
  if (message(8) === 0) throw new Error('it has a message without contents');
  const body = new DataView(view.buffer, view.byteOffset + at + length, size);
  if (type === SCHEMA) {
    found.hasSchema = true;
    checkSchema(head, message(8), { fields: length });
  } else {
    const dictionary = type === RECORDS ? null : tableAt(head, message(8));
    const records = dictionary === null ? message(8) : dictionary(6);
    const id =
      dictionary === null ? null : dictionary(4) === 0 ? 0 : Number(head.getBigInt64(dictionary(4), true));
    const rows = checkRecords(head, records, version, id, body, at + length, found);
    if (type === RECORDS) found.rows.push(rows);
  }
  return at + length + size;
}

function cutOff(): Error {
  return new Error('it ends inside one of its parts');
}

/** @param left the maximum number of further fields, because a field that is its own child would otherwise never end */
function checkSchema(view: DataView, at: number, left: { fields: number }): void {
  if (at === 0) return;
  const schema = tableAt(view, at);
  for (const field of elements(view, schema(6), OFFSET)) {
    if (tableAt(view, field)(4) === 0) throw new Error('one of its columns has no name');
    checkField(view, field, left);
  }
  elements(view, schema(8), OFFSET);
}

function checkField(view: DataView, at: number, left: { fields: number }): void {
  if (--left.fields < 0) throw tooMany();
  const field = tableAt(view, at);
  checkText(view, field(4));
  const type = field(8) === 0 ? 0 : view.getUint8(field(8));
  if (type === UNION && field(10) !== 0) elements(view, tableAt(view, field(10))(6), OFFSET);
  for (const child of elements(view, field(14), OFFSET)) checkField(view, child, left);
  elements(view, field(16), OFFSET);
}

/**
 * Each value takes at least one bit of the unpacked buffers. Types without buffers cannot be checked. Returns the
 * number of rows.
 *
 * @param dictionary the dictionary to which the entries belong; null for rows
 * @param place the position of the body in the file
 */
function checkRecords(
  view: DataView,
  at: number,
  version: number,
  dictionary: number | null,
  body: DataView,
  place: number,
  found: Found,
): number {
  if (at === 0) throw new Error('it has a message without contents');
  const records = tableAt(view, at);
  const nodes = elements(view, records(6), PAIR);
  // Before version 4 of the format (number 3), each buffer also had its page.
  const page = version < 3 ? 8 : 0;
  const regions = elements(view, records(8), PAIR + page).map((buffer) => ({
    at: Number(view.getBigInt64(buffer + page, true)),
    size: Number(view.getBigInt64(buffer + page + 8, true)),
  }));
  checkPlaces(regions, body.byteLength);
  const views = elements(view, records(12), 8).map((count) => Number(view.getBigInt64(count, true)));
  found.shapes.push({ dictionary, nodes: nodes.length, buffers: regions.length, views, version });
  const compression = records(10) === 0 ? null : tableAt(view, records(10));
  const codec = compression === null ? null : codecOf(view, compression(4));
  const sizes = regions.map((region) => {
    if (codec === null || region.size === 0) return region.size;
    if (region.size < 8) throw tooMany();
    const unpacked = Number(body.getBigInt64(region.at, true));
    const packed = region.size - 8;
    if (unpacked === -1) return packed;
    if (unpacked < 0 || unpacked > (codec === 'ZSTD' ? ZSTD_TIMES : LZ4_TIMES) * region.size) throw tooMany();
    found.buffers.push({ at: place + region.at + 8, packed, unpacked, codec });
    return unpacked;
  });
  const rows = records(4) === 0 ? 0n : view.getBigInt64(records(4), true);
  const bits = 8 * sizes.reduce((sum, size) => sum + size, 0);
  for (const node of nodes) {
    const [length, nulls] = [view.getBigInt64(node, true), view.getBigInt64(node + 8, true)];
    if (length < 0 || nulls < 0 || nulls > length || (regions.length > 0 && length > bits)) throw tooMany();
  }
  if (rows < 0 || rows > MAX_ROWS || (regions.length > 0 && rows > bits)) throw tooMany();
  return Number(rows);
}

/** An upper limit for the number of rows of any table. */
const MAX_ROWS = 2 ** 40;

/** The alignments of buffers that writers use. */
const ALIGNMENTS: readonly number[] = [8, 16, 32, 64, 128];

/**
 * Buffers follow one another, each padded to the same alignment. A buffer at a slightly different position would have
 * another's values.
 */
function checkPlaces(
  regions: readonly { readonly at: number; readonly size: number }[],
  bytes: number,
): void {
  const filled = regions.filter(({ size }) => size !== 0);
  if (filled.some(({ at, size }) => size < 0 || at < 0 || at + size > bytes)) throw cutOff();
  const fits = ALIGNMENTS.some((alignment) => {
    let end = 0;
    return filled.every(({ at, size }) => {
      const isNext = at === Math.ceil(end / alignment) * alignment;
      end = at + size;
      return isNext;
    });
  });
  if (!fits) throw new Error('its parts do not follow one another');
}

/**
 * The maximum number of bytes that one compressed byte can represent: for LZ4, and for Zstandard, whose blocks of 128
 * kB take at least four bytes.
 */
const LZ4_TIMES = 255;
const ZSTD_TIMES = 2 ** 15;

/** In the format, LZ4 is number 0 and Zstandard number 1. */
function codecOf(view: DataView, at: number): PackedBuffer['codec'] {
  const codec = at === 0 ? 0 : view.getInt8(at);
  if (codec !== 0 && codec !== 1) throw new Error('it is compressed by an unknown method');
  return codec === 0 ? 'LZ4_FRAME' : 'ZSTD';
}

/** The position of a slot's entry in a Flatbuffers table; 0 if it is absent. */
function tableAt(view: DataView, at: number): (slot: number) => number {
  const start = at + view.getInt32(at, true);
  const slots = start - view.getInt32(start, true);
  const size = view.getInt16(slots, true);
  return (slot) => {
    const offset = slot < size ? view.getInt16(slots + slot, true) : 0;
    return offset === 0 ? 0 : start + offset;
  };
}

/**
 * The positions of a vector's elements; empty for an absent vector. @throws Error when there are fewer bytes than it
 * counts
 */
function elements(view: DataView, at: number, size: number): readonly number[] {
  if (at === 0) return [];
  const start = at + view.getInt32(at, true);
  const count = view.getInt32(start, true);
  if (count < 0 || start + 4 + count * size > view.byteLength) throw tooMany();
  return Array.from({ length: count }, (_, index) => start + 4 + index * size);
}

/** A Flatbuffers text is UTF-8, followed by a zero after the bytes that it counts. */
function checkText(view: DataView, at: number): void {
  if (at === 0) return;
  const offset = view.getInt32(at, true);
  const start = at + offset;
  const size = view.getInt32(start, true);
  if (offset < OFFSET || size < 0 || view.getUint8(start + 4 + size) !== 0)
    throw new Error('a name does not end where it should');
  const bytes = new Uint8Array(view.buffer, view.byteOffset + start + 4, size);
  if (bytes.includes(0)) throw new Error('a name does not end where it should');
  try {
    UTF8.decode(bytes);
  } catch {
    throw new Error('a name is not in UTF-8');
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function tooMany(): Error {
  return new Error('it counts more than it holds');
}

/** The contents of a message of rows or of a dictionary. */
export interface MessageShape {
  /** The dictionary's id; null for a message of rows. */
  readonly dictionary: number | null;
  readonly nodes: number;
  readonly buffers: number;
  /** The number of text buffers of each column of views. */
  readonly views: readonly number[];
  /** The version number in the format, from 0. */
  readonly version: number;
}

/** Each type has these buffers, and one for nulls if it can have nulls. */
const BUFFERS: Readonly<Record<number, number>> = {
  [Type.Null]: 0,
  [Type.RunEndEncoded]: 0,
  [Type.Struct]: 1,
  [Type.FixedSizeList]: 1,
  [Type.Binary]: 3,
  [Type.LargeBinary]: 3,
  [Type.Utf8]: 3,
  [Type.LargeUtf8]: 3,
  [Type.ListView]: 3,
  [Type.LargeListView]: 3,
};
const OTHER_BUFFERS = 2;

/** The version from which on unions have no buffer for nulls. */
const UNION_VERSION = 4;

/**
 * @throws Error when a message's columns are not those of the schema, or it belongs to a dictionary that no column has
 */
export function checkShapes({ fields }: Schema, messages: readonly MessageShape[]): void {
  const columns = fields.map(({ type }) => type);
  const dictionaries = new Map<number, DataType>();
  for (const type of columns) findDictionaries(type, dictionaries);
  for (const { dictionary, nodes, buffers, views, version } of messages) {
    const type = dictionary === null ? undefined : dictionaries.get(dictionary);
    if (dictionary !== null && type === undefined)
      throw new Error('it has a dictionary that belongs to no column');
    const types = (type === undefined ? columns : [type]).flatMap(withChildren);
    const texts = views.reduce((sum, count) => sum + count, 0);
    const wanted = types.reduce((sum, each) => sum + buffersOf(each, version), texts);
    if (types.length !== nodes || wanted !== buffers || types.filter(isView).length !== views.length)
      throw new Error('its columns are of other types than its values');
  }
}

function childrenOf(type: DataType): readonly DataType[] {
  return 'children' in type ? type.children.map((child) => child.type) : [];
}

/** A type and its nested types, each of which has a node; the entries of a dictionary are in their own messages. */
function withChildren(type: DataType): readonly DataType[] {
  return [type, ...childrenOf(type).flatMap(withChildren)];
}

function findDictionaries(type: DataType, found: Map<number, DataType>): void {
  if (type.typeId === Type.Dictionary) {
    found.set(type.id, type.dictionary);
    findDictionaries(type.dictionary, found);
  }
  for (const child of childrenOf(type)) findDictionaries(child, found);
}

function isView({ typeId }: DataType): boolean {
  return typeId === Type.BinaryView || typeId === Type.Utf8View;
}

function buffersOf(type: DataType, version: number): number {
  if (type.typeId !== Type.Union) return BUFFERS[type.typeId] ?? OTHER_BUFFERS;
  return (type.mode === UnionMode.Sparse ? 1 : 2) + (version < UNION_VERSION ? 1 : 0);
}
