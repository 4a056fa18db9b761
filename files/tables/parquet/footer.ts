/** What a Parquet file's footer says, and what it may not: how many rows there are, and where each part lies. */
import type { ColumnChunk, ColumnMetaData, FileMetaData, RowGroup, SchemaElement } from 'hyparquet';

/** More rows than any table has, and few enough that sums of them are exact. */
const MAX_ROWS = 2 ** 40;

/**
 * The rows of each row group.
 *
 * @param fields the columns, nested ones as a whole
 * @throws Error where they do not add up to the file's, or a column that is not nested has another number of values
 */
export function rowCounts(
  { num_rows, row_groups }: FileMetaData,
  fields: readonly SchemaElement[],
): readonly number[] {
  const total = countOf(num_rows);
  const rows = row_groups.map((group) => countOf(group.num_rows));
  const sum = rows.reduce((all, each) => all + each, 0);
  if (sum !== total) throw new Error(`its parts have ${sum} rows, and it tells of ${total}`);
  for (const [index, group] of row_groups.entries()) checkColumns(group, rows[index]!, fields);
  return rows;
}

/** The column chunks of a row group by the first part of their names. */
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
    // Nested columns have other counts, and one that is there twice is refused where it is wanted.
    if (isNested(field) || chunks.length > 1) continue;
    const values = chunks[0]?.meta_data === undefined ? null : countOf(chunks[0].meta_data.num_values);
    if (values !== rows) {
      const found = values === null ? 'is missing in one of its parts' : `has ${values} values`;
      throw new Error(`the column \`${field.name}\` ${found}, where ${rows} rows are told of`);
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
  throw new Error('it tells of a number of rows that cannot be');
}

/** Where the pages of a column chunk begin and end; a dictionary, where there is one, is the first of them. */
export function placeOfChunk(metadata: ColumnMetaData): { readonly begin: number; readonly end: number } {
  const data = Number(metadata.data_page_offset);
  const dictionary = Number(metadata.dictionary_page_offset ?? 0);
  // Without rows there may be a dictionary alone.
  const begin = dictionary > 0 && (data === 0 || dictionary < data) ? dictionary : data;
  return { begin, end: begin + Number(metadata.total_compressed_size) };
}

/**
 * Holds the place of the footer to the end of the last part: bytes put in or taken out in the last column would push its values along, and
 * nothing else tells. Not checked where the end is not told: in a file without columns, with columns in other files, or with a Bloom filter
 * of untold length.
 *
 * @param size bytes of the file
 * @throws Error where the footer does not begin where the last part ends
 */
export function checkFooterPlace({ row_groups, metadata_length }: FileMetaData, size: number): void {
  const ends = row_groups.flatMap(({ columns }) => columns.flatMap(endsOf));
  const footer = size - 8 - metadata_length;
  if (ends.length === 0 || ends.some((end) => end === null)) return;
  if (ends.reduce((last: number, end) => Math.max(last, end!), 0) !== footer)
    throw new Error('its footer does not begin where its last part ends');
}

/** Where a column chunk and what belongs to it end; null where that is not told. */
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

/** The end of a part that a column may have; 0 where it has none, null where its length is not told. */
function endOf(offset: bigint | undefined, length: number | undefined): number | null {
  if (offset === undefined) return 0;
  return length === undefined ? null : Number(offset) + length;
}
