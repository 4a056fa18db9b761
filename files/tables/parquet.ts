/** Reads Parquet: the footer by hyparquet, and the pages of the requested columns, row group by row group. */
import type { FileMetaData, SchemaElement } from 'hyparquet';
import { FileError } from '../file-error.ts';
import { Pace } from './pace.ts';
import type { Cells } from './parquet/cells.ts';
import { CELL, type ChunkWanted, readColumnChunk } from './parquet/column-chunk.ts';
import { checkFooterPlace, chunksByName, isNested, placeOfChunk, rowCounts } from './parquet/footer.ts';
import type { TableOptions } from './read-options.ts';
import { UnpackedSize } from './read-options.ts';
import { damaged, damagedBy } from './table-error.ts';
import type { TableFile } from './table-file.ts';
import type { Cell, TableForm, TableVisitor } from './table-visitor.ts';

const FORM: TableForm = { isText: false, record: 'row', field: 'column' };

/** The size of the rows that are handed on at a time, in bytes. */
const ROWS_AT_ONCE = 1 << 18;

/**
 * Reads a Parquet table, with any compression of the format except LZO. The packed columns of one row group are in
 * memory at a time, and one unpacked page per column.
 *
 * @throws FileError when the file is damaged or cut off, compressed by another method, or a requested column holds
 * neither numbers nor text; when the counts of rows disagree; or when it unpacks to too much.
 */
export async function readParquet(
  file: TableFile,
  visitor: TableVisitor,
  options: TableOptions = {},
  pace = new Pace(options.signal),
): Promise<void> {
  const begin = (names: readonly string[]) => visitor.begin(names, FORM);
  const { groups, wanted, columnOf } = await openParquet(file, begin, options, pace);
  let first = 1;
  for (const group of groups) {
    const columns = await Promise.all(wanted.map((position) => columnOf(group, position)));
    await tellGroup(file.name, columns, wanted, group.rows, first, visitor, pace);
    first += group.rows;
  }
}

/**
 * As `readParquet`, but column by column within each row group; only one packed column is in memory at a time.
 *
 * @param begin receives the column names and the number of rows, and returns the positions of the requested columns
 * @param tell receives cells of the column at a position; `first` is the row of the first cell, from 0
 */
export async function readParquetColumns(
  file: TableFile,
  begin: (names: readonly string[], rows: number) => readonly number[],
  tell: (position: number, first: number, cells: Cells) => void,
  options: TableOptions = {},
  pace = new Pace(options.signal),
): Promise<void> {
  const { groups, wanted, columnOf } = await openParquet(file, begin, options, pace);
  let first = 0;
  for (const group of groups) {
    for (const position of wanted) {
      const column = await columnOf(group, position);
      let done = 0;
      for (;;) {
        const next = await damagedUnless(file.name, () => column.next(), pace);
        if (next.done === true) break;
        tell(position, first + done, next.value);
        done += next.value.length;
        if (pace.isDue(next.value.bytes)) await pace.turn();
      }
      if (done < group.rows) throw damaged(file.name, 'one of its columns ends early');
    }
    first += group.rows;
  }
}

/** A row group, with its columns by the first component of their names. */
interface Group {
  readonly rows: number;
  readonly chunks: ReturnType<typeof chunksByName>;
}

/** The validated footer, with columns that can be read. @throws FileError as `readParquet` does */
async function openParquet(
  file: TableFile,
  begin: (names: readonly string[], rows: number) => Iterable<number>,
  options: TableOptions,
  pace: Pace,
): Promise<{
  readonly groups: readonly Group[];
  /** The positions of the requested columns, each once. */
  readonly wanted: readonly number[];
  readonly columnOf: (group: Group, position: number) => Promise<AsyncGenerator<Cells, void, void>>;
}> {
  const { parquetMetadataAsync } = await import('hyparquet');
  const buffer = {
    byteLength: file.size,
    slice: async (begin: number, end = file.size) => bufferOf(await file.slice(begin, end)),
  };
  await checkEnd(file);
  const metadata = await damagedUnless(
    file.name,
    () => parquetMetadataAsync(buffer, { geoparquet: false }),
    pace,
  );
  const fields = await damagedUnless(file.name, async () => topFields(metadata));
  const names = fields.map(({ name }) => name);
  const groupRows = await damagedUnless(file.name, async () => {
    checkFooterPlace(metadata, file.size);
    return rowCounts(metadata, fields);
  });
  const rows = groupRows.reduce((sum, each) => sum + each, 0);
  const wanted = [...new Set(begin(names, rows))];
  for (const position of wanted) checkHolds(file.name, fields[position]!);
  checkCompression(file.name, metadata, new Set(wanted.map((position) => names[position]!)));
  const unpacked = new UnpackedSize(file.name, file.size, options);
  // A row without cells also takes time.
  unpacked.add(CELL * Math.max(1, wanted.length) * rows);
  const isFilledUp = metadata.created_by?.startsWith('fastparquet') ?? false;
  const groups = metadata.row_groups.map(
    (group, index): Group => ({ rows: groupRows[index]!, chunks: chunksByName(group) }),
  );
  const columnOf = async (group: Group, position: number) => {
    const wanted = { element: fields[position]!, rows: group.rows, isFilledUp, unpacked, pace };
    return readColumnChunk(...(await openChunk(file, group, wanted)));
  };
  return { groups, wanted, columnOf };
}

/** The bytes of a column of a row group, and their required contents. */
async function openChunk(
  file: TableFile,
  { chunks }: Group,
  wanted: Omit<ChunkWanted, 'metadata'>,
): Promise<[bytes: Uint8Array, wanted: ChunkWanted]> {
  const { name } = wanted.element;
  const found = chunks.get(name) ?? [];
  const [{ meta_data: metadata, file_path } = {}] = found;
  if (found.length !== 1 || metadata === undefined)
    throw damaged(file.name, `the column \`${name}\` does not occur exactly once`);
  if (file_path !== undefined && file_path !== '') {
    throw new FileError(
      `${file.name} has its column \`${name}\` in another file.`,
      'Write the table as one file of Parquet.',
    );
  }
  if (metadata.type !== wanted.element.type)
    throw damaged(file.name, `the column \`${name}\` is of two types`);
  const { begin, end } = placeOfChunk(metadata);
  if (!(begin >= 4 && end >= begin && end <= file.size - 8))
    throw damaged(file.name, `the column \`${name}\` lies outside of it`);
  return [await file.slice(begin, end), { ...wanted, metadata }];
}

/** Hands on the rows of a group, in parts. Pages of its columns may end at different rows. */
async function tellGroup(
  name: string,
  columns: readonly AsyncGenerator<Cells, void, void>[],
  wanted: readonly number[],
  rows: number,
  first: number,
  visitor: TableVisitor,
  pace: Pace,
): Promise<void> {
  const pages = columns.map(() => ({ cells: null as Cells | null, at: 0 }));
  const row = new Array<Cell>(Math.max(-1, ...wanted) + 1).fill(null);
  for (let done = 0; done < rows; ) {
    for (const [index, page] of pages.entries()) {
      while (page.cells === null || page.at === page.cells.length) {
        const next = await damagedUnless(name, () => columns[index]!.next(), pace);
        if (next.done === true) throw damaged(name, 'one of its columns ends early');
        page.cells = next.value;
        page.at = 0;
      }
    }
    const bytes = pages.reduce((sum, { cells }) => sum + CELL + cells!.bytes / cells!.length, CELL);
    const left = pages.map(({ cells, at }) => cells!.length - at);
    const count = Math.max(1, Math.min(rows - done, ...left, Math.floor(ROWS_AT_ONCE / bytes)));
    for (let i = 0; i < count; i++) {
      fill(name, row, wanted, pages);
      visitor.row(row, first + done++);
    }
    if (pace.isDue(count * bytes)) await pace.turn();
  }
  // After their last pages, columns are checked against their declared counts.
  for (const column of columns) {
    if ((await damagedUnless(name, () => column.next(), pace)).done !== true)
      throw damaged(name, 'one of its columns continues after its end');
  }
}

/** Makes the cells of the next row. @throws FileError when one is damaged */
function fill(
  name: string,
  row: Cell[],
  wanted: readonly number[],
  pages: readonly { cells: Cells | null; at: number }[],
): void {
  try {
    for (const [index, page] of pages.entries()) row[wanted[index]!] = page.cells!.at(page.at++);
  } catch (error) {
    throw damagedBy(name, error);
  }
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  return byteOffset === 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer
    ? buffer
    : new Uint8Array(bytes).buffer;
}

async function damagedUnless<T>(
  name: string,
  read: () => Promise<T>,
  { signal }: Pace = new Pace(),
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw damagedBy(name, error, signal);
  }
}

/** The file ends with the mark with which it begins. */
async function checkEnd(file: TableFile): Promise<void> {
  const end = await file.slice(Math.max(4, file.size - 4), file.size);
  if (String.fromCharCode(...end) !== 'PAR1') throw damaged(file.name, 'its end is missing');
}

/** The columns, nested ones as a whole, in the order of the schema, which lists each element before its children. */
function topFields({ schema }: FileMetaData): SchemaElement[] {
  const fields: SchemaElement[] = [];
  let at = 1;
  const skip = (element: SchemaElement | undefined): void => {
    if (element === undefined) throw new Error('it declares more columns than it has');
    for (let child = 0; child < (element.num_children ?? 0); child++) skip(schema[at++]);
  };
  for (let field = 0; field < (schema[0]?.num_children ?? 0); field++) {
    const element = schema[at++];
    if (element === undefined) throw new Error('it declares more columns than it has');
    if (element.repetition_type === undefined)
      throw new Error(`it does not say whether the column \`${element.name}\` may lack values`);
    fields.push(element);
    skip(element);
  }
  if (at !== schema.length) throw new Error('it declares fewer columns than it has');
  return fields;
}

function checkHolds(name: string, field: SchemaElement): void {
  const held = otherContent(field);
  if (held === null) return;
  throw new FileError(
    `${name}, column \`${field.name}\`: it holds ${held}, where numbers or text are wanted.`,
    held === 'nested values'
      ? 'Make columns of its nested values.'
      : 'Cast it to doubles before it is written, in the unit that the layout declares.',
  );
}

/** The unsupported contents of a column, in words; null for numbers, booleans and text. */
function otherContent(field: SchemaElement): string | null {
  if (isNested(field)) return 'nested values';
  const logical = field.logical_type?.type;
  const kind = logical ?? field.converted_type;
  switch (kind) {
    case 'DECIMAL':
      return 'decimals';
    case 'DATE':
      return 'dates';
    case 'TIME':
    case 'TIME_MILLIS':
    case 'TIME_MICROS':
      return 'times';
    case 'TIMESTAMP':
    case 'TIMESTAMP_MILLIS':
    case 'TIMESTAMP_MICROS':
      return 'timestamps';
    case 'INTERVAL':
      return 'intervals';
    case 'JSON':
    case 'BSON':
    case 'VARIANT':
      return 'nested values';
    case 'GEOMETRY':
    case 'GEOGRAPHY':
      return 'shapes';
    case 'STRING':
    case 'UTF8':
    case 'ENUM':
    case 'UUID':
    case 'FLOAT16':
    case 'NULL':
      return null;
  }
  if (field.type === 'INT96') return 'timestamps';
  return field.type === 'BYTE_ARRAY' || field.type === 'FIXED_LEN_BYTE_ARRAY' ? 'bytes' : null;
}

const READ_CODECS: ReadonlySet<string> = new Set([
  ...['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI', 'ZSTD', 'LZ4', 'LZ4_RAW'],
]);

function checkCompression(name: string, { row_groups }: FileMetaData, wanted: ReadonlySet<string>): void {
  for (const { columns } of row_groups) {
    for (const { meta_data } of columns) {
      if (meta_data === undefined || !wanted.has(meta_data.path_in_schema[0]!)) continue;
      const { codec } = meta_data;
      if (READ_CODECS.has(codec)) continue;
      throw new FileError(
        `${name} is compressed by ${codec ?? 'an unknown method'}, which is not read.`,
        'Write it with another compression, such as snappy or zstd.',
      );
    }
  }
}
