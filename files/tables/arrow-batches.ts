/** Checks that the columns of an Arrow batch are consistent, because the library does not detect missing data. */
import type { Batch, Column } from '@uwdata/flechette';
import type { Pace } from './pace.ts';

/** Arrow's type numbers of variable-length texts, by the size of their offsets. */
const TEXT = 5;
const LARGE_TEXT = 20;
const TEXT_VIEW = 24;
const BOOLEAN = 6;
const NOTHING = 1;

/** A short text is stored in its view. */
const IN_VIEW = 12;
const VIEW = 16;

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A view of the bytes of a buffer. */
type Values = ArrayLike<number | bigint> & {
  readonly byteLength: number;
  readonly BYTES_PER_ELEMENT: number;
};

/** The library's representation of a batch. */
interface Parts {
  readonly length: number;
  readonly nullCount: number;
  readonly type: { readonly typeId: number };
  readonly validity?: Uint8Array;
  readonly values?: Values;
  readonly offsets?: Values;
  readonly data?: readonly Uint8Array[];
  readonly dictionary?: Column<unknown>;
}

/**
 * Checks a batch of a column.
 *
 * @param rows the number of rows of the batch
 * @throws Error when the number of rows differs, or nulls, offsets or numbers are impossible
 */
export async function checkBatch(batch: Batch<unknown>, rows: number, pace: Pace): Promise<void> {
  const parts = batch as unknown as Parts;
  if (parts.length !== rows) throw new Error('one of its columns has other rows');
  const { typeId } = parts.type;
  if (typeId === NOTHING) return;
  checkNulls(parts);
  if (pace.isDue(rows)) await pace.turn();
  if (typeId === TEXT || typeId === LARGE_TEXT) return checkTexts(parts, pace);
  if (typeId === TEXT_VIEW) return checkViews(parts, pace);
  const { values } = parts;
  const width = values?.BYTES_PER_ELEMENT ?? 1;
  checkLength(values, typeId === BOOLEAN ? Math.ceil(rows / 8) : width * rows);
  if (parts.dictionary !== undefined) await checkPlaces(parts, parts.dictionary, pace);
}

/** The number of nulls is as declared. */
function checkNulls({ length, nullCount, validity }: Parts): void {
  if (validity === undefined || validity.length === 0) {
    if (nullCount > 0) throw new Error('its nulls are not said');
    return;
  }
  if (8 * validity.length < length) throw tooShort();
  let there = 0;
  for (let i = 0; i < length; i++) there += (validity[i >> 3]! >> (i & 7)) & 1;
  if (there + nullCount !== length) throw new Error('it has another number of nulls than it declares');
}

/** The alignment to which writers may pad a buffer. */
const LARGEST_ALIGNMENT = 64;

/** A buffer has the bytes of its values and little padding; with a damaged type the width would differ. */
function checkLength(values: Values | undefined, bytes: number): asserts values is Values {
  const filled = Math.ceil(bytes / LARGEST_ALIGNMENT) * LARGEST_ALIGNMENT;
  if (values === undefined || values.byteLength < bytes) throw tooShort();
  if (values.byteLength > filled) throw new Error('one of its columns is longer than it declares');
}

function isThere({ validity, nullCount }: Parts, index: number): boolean {
  return nullCount === 0 || ((validity![index >> 3]! >> (index & 7)) & 1) === 1;
}

async function checkTexts(parts: Parts, pace: Pace): Promise<void> {
  const { length, offsets, values } = parts;
  if (length === 0) return;
  const bytes = values as unknown as Uint8Array;
  checkLength(offsets, (offsets?.BYTES_PER_ELEMENT ?? 0) * (length + 1));
  for (let i = 0; i < length; i++) {
    const [begin, end] = [Number(offsets[i]), Number(offsets[i + 1])];
    if (!(begin >= 0 && begin <= end && end <= bytes.length)) throw tooShort();
    if (isThere(parts, i)) checkUtf8(bytes.subarray(begin, end));
    if (pace.isDue(end - begin + 8)) await pace.turn();
  }
}

async function checkViews(parts: Parts, pace: Pace): Promise<void> {
  const bytes = parts.values as unknown as Uint8Array;
  checkLength(parts.values, VIEW * parts.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < parts.length; i++) {
    if (!isThere(parts, i)) continue;
    const length = view.getInt32(VIEW * i, true);
    const place = view.getInt32(VIEW * i + 12, true);
    const data = length <= IN_VIEW ? bytes : parts.data?.[view.getInt32(VIEW * i + 8, true)];
    const begin = length <= IN_VIEW ? VIEW * i + 4 : place;
    if (data === undefined || length < 0 || begin < 0 || begin + length > data.length) throw tooShort();
    checkUtf8(data.subarray(begin, begin + length));
    // The view of a long text also has its first four bytes.
    for (let k = 0; k < 4 && length > IN_VIEW; k++) {
      if (bytes[VIEW * i + 4 + k] !== data[begin + k])
        throw new Error('a text begins elsewhere than it declares');
    }
    if (pace.isDue(length + VIEW)) await pace.turn();
  }
}

async function checkPlaces(parts: Parts, dictionary: Column<unknown>, pace: Pace): Promise<void> {
  for (let i = 0; i < parts.length; i++) {
    const place = Number(parts.values![i]);
    if (isThere(parts, i) && !(place >= 0 && place < dictionary.length))
      throw new Error('it refers to entries that its dictionary does not have');
    if (pace.isDue(8)) await pace.turn();
  }
  for (const batch of dictionary.data) {
    await checkBatch(batch, batch.length, pace);
    // A row without a value must be null in the indices, not in the dictionary.
    if (batch.nullCount > 0) throw new Error('its dictionary has entries without a value');
  }
}

function checkUtf8(bytes: Uint8Array): void {
  try {
    UTF8.decode(bytes);
  } catch {
    throw new Error('it holds a text that is not in UTF-8');
  }
}

function tooShort(): Error {
  return new Error('one of its columns is shorter than it declares');
}
