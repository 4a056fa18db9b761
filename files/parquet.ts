/** Parquet, by hyparquet: row group by row group, and of these the columns that are wanted. */
import type { FileMetaData, SchemaElement } from 'hyparquet';
import { tellRows } from './columnar-rows.ts';
import { damaged, damagedBy } from './damaged.ts';
import { FileError } from './file-error.ts';
import type { TableFile } from './table-file.ts';
import type { TableForm, TableVisitor } from './table-visitor.ts';

const FORM: TableForm = { isText: false, record: 'row', field: 'column' };

/**
 * Reads a table of Parquet, compressed in any of the ways that the format has but LZO. The columns of one row group are held at
 * a time.
 *
 * @throws FileError when the file is damaged or cut off, compressed in another way, or a column that is wanted holds neither
 *   numbers nor text.
 */
export async function readParquet(file: TableFile, visitor: TableVisitor): Promise<void> {
  const [{ parquetMetadataAsync, parquetScan }, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  const buffer = {
    byteLength: file.size,
    slice: async (begin: number, end = file.size) => bufferOf(await file.slice(begin, end)),
  };
  await checkEnd(file);
  const metadata = await damagedUnless(file.name, () => parquetMetadataAsync(buffer, { geoparquet: false }));
  const fields = topFields(metadata);
  const names = fields.map(({ name }) => name);
  const wanted = [...new Set(visitor.begin(names, FORM))];
  for (const position of wanted) checkHolds(file.name, fields[position]!);
  checkCompression(file.name, metadata, new Set(wanted.map((position) => names[position]!)), compressors);
  const columns = wanted.map((position) => names[position]!);
  let first = 1;
  if (columns.length === 0) {
    tellRows(new Map(), Number(metadata.num_rows), first, visitor);
    return;
  }
  const scan = await damagedUnless(file.name, () =>
    parquetScan({ file: buffer, metadata, columns, compressors, useOffsetIndex: false }),
  );
  for (const { rowStart, rowEnd } of scan.ranges) {
    const rows = rowEnd - rowStart;
    const cells = await damagedUnless(file.name, () =>
      Promise.all(columns.map((column) => scan.readColumn({ column, rowStart, rowEnd }))),
    );
    const short = cells.findIndex(({ length }) => length !== rows);
    if (short >= 0) throw damaged(file.name, `the column \`${columns[short]}\` ends early`);
    tellRows(new Map(wanted.map((position, index) => [position, cells[index]!])), rows, first, visitor);
    first += rows;
  }
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  return byteOffset === 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer
    ? buffer
    : new Uint8Array(bytes).buffer;
}

async function damagedUnless<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw damagedBy(name, error);
  }
}

/** The file ends as it begins. */
async function checkEnd(file: TableFile): Promise<void> {
  const end = await file.slice(Math.max(4, file.size - 4), file.size);
  if (String.fromCharCode(...end) !== 'PAR1') throw damaged(file.name, 'its end is missing');
}

/** The columns, nested ones as a whole, in the order of the schema, which lists each element before its children. */
function topFields({ schema }: FileMetaData): SchemaElement[] {
  const fields: SchemaElement[] = [];
  let at = 1;
  const skip = (element: SchemaElement | undefined): void => {
    for (let child = 0; child < (element?.num_children ?? 0); child++) skip(schema[at++]);
  };
  for (let field = 0; field < (schema[0]?.num_children ?? 0); field++) {
    const element = schema[at++];
    if (element === undefined) break;
    fields.push(element);
    skip(element);
  }
  return fields;
}

function checkHolds(name: string, field: SchemaElement): void {
  const held = otherContent(field);
  if (held === null) return;
  throw new FileError(
    `${name}, column \`${field.name}\`: it holds ${held}, where numbers or text are wanted.`,
    held === 'nested values'
      ? 'Make columns of what is nested in it.'
      : 'Cast it to doubles before it is written, in the unit that the layout declares.',
  );
}

/** What a column holds that is no number, boolean or text; null where it is one of them. */
function otherContent(field: SchemaElement): string | null {
  if ((field.num_children ?? 0) > 0 || field.repetition_type === 'REPEATED') return 'nested values';
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

function checkCompression(
  name: string,
  { row_groups }: FileMetaData,
  wanted: ReadonlySet<string>,
  known: Readonly<Record<string, unknown>>,
): void {
  for (const { columns } of row_groups) {
    for (const { meta_data } of columns) {
      if (meta_data === undefined || !wanted.has(meta_data.path_in_schema[0]!)) continue;
      const { codec } = meta_data;
      if (codec === 'UNCOMPRESSED' || codec in known) continue;
      throw new FileError(
        `${name} is compressed by ${codec ?? 'an unknown method'}, which is not read.`,
        'Write it with another compression, such as snappy or zstd.',
      );
    }
  }
}
