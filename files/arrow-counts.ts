/**
 * The counts in Arrow's metadata, held against the bytes that there are: from a damaged count the library would make objects by the
 * thousand million before it found nothing to read. What else is damaged, it finds itself.
 */

/** What Arrow calls a message's content, and the type of a union. */
const SCHEMA = 1;
const DICTIONARY = 2;
const RECORDS = 3;
const UNION = 14;

/** Bytes of an element of each kind of vector. */
const OFFSET = 4;
const BLOCK = 24;
const PAIR = 16;

/** The mark that ends a file, and the footer's length before it. */
const FILE_END = 10;

/**
 * Looks at every vector that the metadata of a file or a stream holds.
 *
 * @param isFile whether it is a file, whose footer says where the messages are
 * @throws Error that says so where one counts more than its part of the bytes holds; RangeError where a place is outside of them
 */
export function checkCounts(bytes: Uint8Array, isFile: boolean): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isFile) {
    for (let at = 0; at >= 0; ) at = checkMessage(view, at);
    return;
  }
  const end = view.byteLength - FILE_END;
  const footer = tableAt(view, end - view.getInt32(end, true));
  checkSchema(view, footer(6), { fields: view.byteLength });
  for (const blocks of [footer(8), footer(10)]) {
    for (const block of elements(view, blocks, BLOCK))
      checkMessage(view, Number(view.getBigInt64(block, true)));
  }
  elements(view, footer(12), OFFSET);
}

/** Checks the message at a place; returns where the next one is, or -1 behind the last. */
function checkMessage(view: DataView, start: number): number {
  if (start + 4 > view.byteLength) return -1;
  const isMarked = view.getInt32(start, true) === -1;
  if (isMarked && start + 8 > view.byteLength) return -1;
  const at = start + (isMarked ? 8 : 4);
  const length = view.getInt32(at - 4, true);
  if (length === 0) return -1;
  const head = new DataView(view.buffer, view.byteOffset + at, length);
  const message = tableAt(head, 0);
  const version = message(4) === 0 ? 0 : head.getInt16(message(4), true);
  const type = message(6) === 0 ? 0 : head.getUint8(message(6));
  const next = at + length + (message(10) === 0 ? 0 : Number(head.getBigInt64(message(10), true)));
  // Where more than the file is told of, the library says so.
  const body = new DataView(view.buffer, view.byteOffset + at + length);
  if (type === SCHEMA) checkSchema(head, message(8), { fields: length });
  if (type === RECORDS) checkRecords(head, message(8), version, body);
  if (type === DICTIONARY && message(8) !== 0)
    checkRecords(head, tableAt(head, message(8))(6), version, body);
  return next;
}

/** @param left how many more fields there can be: one that is its own child would otherwise be met for ever */
function checkSchema(view: DataView, at: number, left: { fields: number }): void {
  if (at === 0) return;
  const schema = tableAt(view, at);
  for (const field of elements(view, schema(6), OFFSET)) checkField(view, field, left);
  elements(view, schema(8), OFFSET);
}

function checkField(view: DataView, at: number, left: { fields: number }): void {
  if (--left.fields < 0) throw tooMany();
  const field = tableAt(view, at);
  const type = field(8) === 0 ? 0 : view.getUint8(field(8));
  if (type === UNION && field(10) !== 0) elements(view, tableAt(view, field(10))(6), OFFSET);
  for (const child of elements(view, field(14), OFFSET)) checkField(view, child, left);
  elements(view, field(16), OFFSET);
}

/** Values take a bit each at least, of what the body's buffers hold unpacked; those of a type that has no buffers are not told. */
function checkRecords(view: DataView, at: number, version: number, body: DataView): void {
  if (at === 0) return;
  const records = tableAt(view, at);
  const nodes = elements(view, records(6), PAIR);
  // Before version 4 of the format, its number 3, each buffer told its page too.
  const page = version < 3 ? 8 : 0;
  const buffers = elements(view, records(8), PAIR + page);
  elements(view, records(12), 8);
  const ratio = records(10) === 0 ? null : unpackedAtMost(view, tableAt(view, records(10))(4));
  const sizes = buffers.map((buffer) => {
    const size = Number(view.getBigInt64(buffer + page + 8, true));
    if (ratio === null || size < 8) return size;
    const unpacked = Number(body.getBigInt64(Number(view.getBigInt64(buffer + page, true)), true));
    if (unpacked > ratio * size) throw tooMany();
    return unpacked < 0 ? size - 8 : unpacked;
  });
  if (buffers.length === 0) return;
  const bits = 8 * sizes.reduce((sum, size) => sum + size, 0);
  const lengths = [...(records(4) === 0 ? [] : [records(4)]), ...nodes].map((place) =>
    view.getBigInt64(place, true),
  );
  if (lengths.some((count) => count < 0 || count > bits)) throw tooMany();
}

/** How many bytes one of LZ4, the codec 0, can stand for, or one of Zstandard, whose blocks of 128 kB take four at least. */
function unpackedAtMost(view: DataView, codec: number): number {
  return codec === 0 || view.getInt8(codec) === 0 ? 255 : 2 ** 15;
}

/** Where a table of Flatbuffers has the entry of a slot; 0 where it lacks it. */
function tableAt(view: DataView, at: number): (slot: number) => number {
  const start = at + view.getInt32(at, true);
  const slots = start - view.getInt32(start, true);
  const size = view.getInt16(slots, true);
  return (slot) => {
    const offset = slot < size ? view.getInt16(slots + slot, true) : 0;
    return offset === 0 ? 0 : start + offset;
  };
}

/** Where the elements of a vector are, none of one that is lacking. @throws Error where there are fewer bytes than it counts */
function elements(view: DataView, at: number, size: number): readonly number[] {
  if (at === 0) return [];
  const start = at + view.getInt32(at, true);
  const count = view.getInt32(start, true);
  if (start + 4 + count * size > view.byteLength) throw tooMany();
  return Array.from({ length: count }, (_, index) => start + 4 + index * size);
}

function tooMany(): Error {
  return new Error('it counts more than it holds');
}
