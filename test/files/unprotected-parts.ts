/**
 * Which bytes of a whole file hold values that nothing beside them protects: pages of Parquet without a checksum, and the buffers of
 * Arrow. Where such a byte is another, the file says another value, and no reader can know better.
 */

import { parquetMetadata } from 'hyparquet';
import { readPageHeader } from '../../files/tables/parquet/page-header.ts';

/** Some bytes of a file. */
export interface Span {
  readonly begin: number;
  readonly end: number;
}

/** Bytes that hold cells of a column. */
export interface Part extends Span {
  readonly column: number;
  /** Its rows, from 0, and the one behind them. */
  readonly rows: readonly [first: number, end: number];
}

/**
 * The pages without a checksum, or all of them; a dictionary's belong to all rows of its row group.
 *
 * @throws Error where pages do not fill a column
 */
export function pagesOf(bytes: Uint8Array, all = false): readonly Part[] {
  const { row_groups } = parquetMetadata(Uint8Array.from(bytes).buffer);
  const parts: Part[] = [];
  let first = 0;
  for (const { columns, num_rows } of row_groups) {
    const behind = first + Number(num_rows);
    for (const [column, { meta_data }] of columns.entries()) {
      const { dictionary_page_offset, data_page_offset, total_compressed_size, codec } = meta_data!;
      let at = Number(dictionary_page_offset ?? data_page_offset);
      const end = at + Number(total_compressed_size);
      let row = first;
      while (at < end) {
        const { header, begin } = readPageHeader(bytes, at);
        at = begin + header.packed;
        if (header.kind === 'other') continue;
        const isDictionary = header.kind === 'dictionary';
        const rows = isDictionary ? ([first, behind] as const) : ([row, row + header.values] as const);
        if (!isDictionary) row += header.values;
        // Gzip has a checksum of its own, which covers the values and in older pages the levels.
        const kept = header.kind === 'data 2' ? begin + header.definitionBytes : begin;
        if (all || header.checksum === null)
          parts.push({ begin, end: codec === 'GZIP' ? kept : at, column, rows });
      }
      if (at !== end || row !== behind) throw new Error('the pages do not fill their column');
    }
    first = behind;
  }
  return parts;
}

/** What the decoder of flechette says of a file. */
interface Decoded {
  readonly schema: { readonly fields: readonly { readonly name: string; readonly type: DecodedType }[] };
  readonly dictionaries: readonly {
    readonly id: number;
    readonly data: DecodedBatch;
    readonly body: Uint8Array;
  }[];
  readonly records: readonly (DecodedBatch & { readonly body: Uint8Array })[];
}

interface DecodedType {
  readonly typeId: number;
  readonly id?: number;
  readonly dictionary?: DecodedType;
}

interface DecodedBatch {
  readonly length: number;
  readonly regions: readonly { readonly offset: number; readonly length: number }[];
  readonly compression?: object;
}

const { decodeIPC } = (await import('@uwdata/flechette/src/decode/decode-ipc.js' as string)) as {
  readonly decodeIPC: (bytes: Uint8Array) => Decoded;
};

/** The message of a stream that names its columns, which no other part repeats: behind its length. */
export function schemaOf(stream: Uint8Array): Span {
  return { begin: 8, end: 8 + Buffer.from(stream).readInt32LE(4) };
}

/** Arrow's numbers of texts, which have three buffers; other columns of the fixtures have two. */
const TEXTS = new Set([5, 20]);
const buffersOf = ({ typeId }: DecodedType) => (TEXTS.has(typeId) ? 3 : 2);

/** The buffers of a file or a stream; those of a dictionary belong to all rows. */
export function buffersIn(bytes: Uint8Array): readonly Part[] {
  const { schema, dictionaries, records } = decodeIPC(bytes);
  const parts: Part[] = [];
  const all = records.reduce((sum, { length }) => sum + length, 0);
  const add = (batch: DecodedBatch, body: Uint8Array, columns: readonly number[], rows: Part['rows']) => {
    const packed = batch.compression == null ? 0 : 8;
    for (const [index, { offset, length }] of batch.regions.entries()) {
      const begin = body.byteOffset - bytes.byteOffset + offset + packed;
      if (length > 0) parts.push({ begin, end: begin + length - packed, column: columns[index]!, rows });
    }
  };
  for (const { id, data, body } of dictionaries) {
    const column = schema.fields.findIndex(({ type }) => type.id === id);
    add(data, body, Array(data.regions.length).fill(column), [0, all]);
  }
  let first = 0;
  for (const record of records) {
    const columns = schema.fields.flatMap(({ type }, column) => Array(buffersOf(type)).fill(column));
    if (columns.length !== record.regions.length) throw new Error('the columns have other buffers');
    add(record, record.body, columns, [first, first + record.length]);
    first += record.length;
  }
  return parts;
}
