/** How many rows Parquet's metadata tell of: in the file, in each row group, and in each column of one. */
import type { FileMetaData, RowGroup, SchemaElement } from 'hyparquet';

/** More rows than any table has, and few enough that sums of them are exact. */
const MOST_ROWS = 2 ** 40;

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

function checkColumns({ columns }: RowGroup, rows: number, fields: readonly SchemaElement[]): void {
  for (const field of fields) {
    const chunks = columns.filter(({ meta_data }) => meta_data?.path_in_schema[0] === field.name);
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
  if (number >= 0 && number <= MOST_ROWS) return number;
  throw new Error('it tells of a number of rows that cannot be');
}
