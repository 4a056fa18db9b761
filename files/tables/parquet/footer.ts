/** Checks a Parquet footer: the numbers of rows, and the position of each part. */
import type { ColumnChunk, ColumnMetaData, FileMetaData, RowGroup, SchemaElement } from 'hyparquet';

/** An upper limit for the number of rows, small enough that sums are exact. */
const MAX_ROWS = 2 ** 40;

/**
 * The rows of each row group.
 *
 * @param fields the columns, nested ones as a whole
 * @throws Error when they do not add up to the file's, or a column that is not nested has another number of values
 */
export function rowCounts(
  { num_rows, row_groups }: FileMetaData,
  fields: readonly SchemaElement[],
): readonly number[] {
  const total = countOf(num_rows);
  const rows = row_groups.map((group) => countOf(group.num_rows));
  const sum = rows.reduce((all, each) => all + each, 0);
  if (sum !== total) throw new Error(`its parts have ${sum} rows, and it declares ${total}`);
  for (const [index, group] of row_groups.entries()) checkColumns(group, rows[index]!, fields);
  return rows;
}

/** The column chunks of a row group, by the first component of their names. */
export function chunksByName({ columns }: RowGroup): ReadonlyMap<string | undefined, readonly ColumnChunk[]> {
  const chunks = new Map<string | undefined, ColumnChunk[]>();
  for (const chunk of columns) {
    const name = chunk.meta_data?.path_in_schema[0];
    const alike = chunks.get(name);
    if (alike === undefined) chunks.set(name, [chunk]);
    else alike.push(chunk);
  }
  return chunks;
}

function checkColumns(group: RowGroup, rows: number, fields: readonly SchemaElement[]): void {
  const byName = chunksByName(group);
  for (const field of fields) {
    const chunks = byName.get(field.name) ?? [];
    // Nested columns have other counts. A duplicate column is refused if it is requested.
    if (isNested(field) || chunks.length > 1) continue;
    const values = chunks[0]?.meta_data === undefined ? null : countOf(chunks[0].meta_data.num_values);
    if (values !== rows) {
      const found = values === null ? 'is missing in one of its parts' : `has ${values} values`;
      throw new Error(`the column \`${field.name}\` ${found}, where ${rows} rows are declared`);
    }
  }
}

/** Whether a column holds objects or lists. */
export function isNested({ num_children, repetition_type }: SchemaElement): boolean {
  return (num_children ?? 0) > 0 || repetition_type === 'REPEATED';
}

function countOf(count: bigint | number | undefined): number {
  const number = Number(count ?? -1);
  if (number >= 0 && number <= MAX_ROWS) return number;
  throw new Error('it declares an impossible number of rows');
}

/** The begin and end of a column chunk's pages; a dictionary, if there is one, is the first page. */
export function placeOfChunk(metadata: ColumnMetaData): { readonly begin: number; readonly end: number } {
  const data = Number(metadata.data_page_offset);
  const dictionary = Number(metadata.dictionary_page_offset ?? 0);
  // Without rows there may be only a dictionary.
  const begin = dictionary > 0 && (data === 0 || dictionary < data) ? dictionary : data;
  return { begin, end: begin + Number(metadata.total_compressed_size) };
}

/**
 * Checks that the footer begins where the last part ends. Nothing else detects bytes inserted into or removed from the
 * last column, which shift its values. The check is skipped if the end is unknown: in a file without columns, with
 * columns in other files, or with a Bloom filter of unknown length.
 *
 * @param size the size of the file in bytes
 * @throws Error when the footer does not begin where the last part ends
 */
export function checkFooterPlace({ row_groups, metadata_length }: FileMetaData, size: number): void {
  const ends = row_groups.flatMap(({ columns }) => columns.flatMap(endsOf));
  const footer = size - 8 - metadata_length;
  if (ends.length === 0 || ends.some((end) => end === null)) return;
  if (ends.reduce((last: number, end) => Math.max(last, end!), 0) !== footer)
    throw new Error('its footer does not begin where its last part ends');
}

/** The end of a column chunk and its attachments; null if unknown. */
function endsOf(chunk: ColumnChunk): readonly (number | null)[] {
  const { meta_data, file_path, column_index_offset, column_index_length } = chunk;
  if (meta_data === undefined || (file_path !== undefined && file_path !== '')) return [null];
  return [
    placeOfChunk(meta_data).end,
    endOf(column_index_offset, column_index_length),
    endOf(chunk.offset_index_offset, chunk.offset_index_length),
    endOf(meta_data.bloom_filter_offset, meta_data.bloom_filter_length),
  ];
}

/** The end of an optional part of a column; 0 if it is absent, null if its length is unknown. */
function endOf(offset: bigint | undefined, length: number | undefined): number | null {
  if (offset === undefined) return 0;
  return length === undefined ? null : Number(offset) + length;
}
