/** Reads the header of a Parquet page, and checks that it is possible. */
import { ThriftReader, type ThriftStruct, type ThriftValue } from './thrift.ts';

/** The format's numbers for encodings. */
export const ENCODING = {
  plain: 0,
  plainDictionary: 2,
  runLength: 3,
  deltaBinary: 5,
  deltaLength: 6,
  deltaBytes: 7,
  dictionary: 8,
  byteStreamSplit: 9,
} as const;

interface AnyPage {
  /** The number of bytes after the header, and their unpacked size. */
  readonly packed: number;
  readonly unpacked: number;
  /** CRC-32 of the bytes after the header; null if the writer gave none. */
  readonly checksum: number | null;
  readonly values: number;
  readonly encoding: number;
}

export interface DictionaryPage extends AnyPage {
  readonly kind: 'dictionary';
}

/** A data page of version 1, whose levels are packed with the values. */
export interface DataPage extends AnyPage {
  readonly kind: 'data';
  readonly levelEncoding: number;
}

/** A data page of version 2, which has more metadata. */
export interface DataPage2 extends AnyPage {
  readonly kind: 'data 2';
  readonly nulls: number;
  readonly rows: number;
  readonly definitionBytes: number;
  readonly repetitionBytes: number;
  readonly isPacked: boolean;
}

/** A page without values. */
export interface OtherPage {
  readonly kind: 'other';
  readonly packed: number;
}

export type PageHeader = DictionaryPage | DataPage | DataPage2 | OtherPage;

/**
 * Reads the header at a position.
 *
 * @returns the header, and the position of the page itself
 * @throws Error when there is none, or it is impossible
 */
export function readPageHeader(bytes: Uint8Array, at: number): { header: PageHeader; begin: number } {
  const reader = new ThriftReader(bytes, at);
  const fields = reader.struct();
  const header = headerOf(fields);
  if (header.packed > bytes.length - reader.at) throw new Error('a page is cut off');
  return { header, begin: reader.at };
}

function headerOf(fields: ThriftStruct): PageHeader {
  const packed = size(fields.get(3));
  const unpacked = size(fields.get(2));
  const sum = fields.get(4);
  const checksum = typeof sum === 'number' ? sum >>> 0 : null;
  switch (fields.get(1)) {
    case 0: {
      const data = struct(fields.get(5));
      return {
        ...{ kind: 'data', packed, unpacked, checksum },
        ...{ values: size(data.get(1)), encoding: size(data.get(2)), levelEncoding: size(data.get(3)) },
      };
    }
    case 1:
      return { kind: 'other', packed };
    case 2: {
      const dictionary = struct(fields.get(7));
      return {
        ...{ kind: 'dictionary', packed, unpacked, checksum },
        ...{ values: size(dictionary.get(1)), encoding: size(dictionary.get(2)) },
      };
    }
    case 3: {
      const data = struct(fields.get(8));
      return {
        ...{ kind: 'data 2', packed, unpacked, checksum },
        ...{ values: size(data.get(1)), nulls: size(data.get(2)), rows: size(data.get(3)) },
        ...{ encoding: size(data.get(4)), definitionBytes: size(data.get(5)) },
        ...{ repetitionBytes: size(data.get(6)), isPacked: data.get(7) !== false },
      };
    }
    default:
      throw new Error('a page is of no kind that there is');
  }
}

function struct(value: ThriftValue | undefined): ThriftStruct {
  if (value instanceof Map) return value;
  throw new Error('a page lacks its header');
}

function size(value: ThriftValue | undefined): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 31) return value;
  throw new Error('the header of a page has an impossible size');
}
