/** Arrow's IPC, as a file (Feather of version 2 is one) or as a stream, by flechette. */
import type { Column, DataType } from '@uwdata/flechette';
import { aligned, loadFlechette } from './arrow-codecs.ts';
import { checkCounts } from './arrow-counts.ts';
import { tellRows } from './columnar-rows.ts';
import { damaged, damagedBy } from './damaged.ts';
import { FileError } from './file-error.ts';
import type { TableFile } from './table-file.ts';
import type { TableForm, TableVisitor } from './table-visitor.ts';

const FORM: TableForm = { isText: false, record: 'row', field: 'column' };

/**
 * Reads a table of Arrow, compressed by LZ4 or Zstandard or not at all. Its bytes are held in memory whole; uncompressed columns are
 * views of them.
 *
 * @throws FileError when the file is damaged or cut off, or a column that is wanted holds neither numbers nor text.
 */
export async function readArrow(file: TableFile, visitor: TableVisitor): Promise<void> {
  const { tableFromIPC } = await loadFlechette();
  const bytes = aligned(await file.slice(0, file.size));
  const isFile = checkEnd(file.name, bytes);
  undamaged(file.name, () => checkCounts(bytes, isFile));
  const table = undamaged(file.name, () => tableFromIPC(bytes, { useBigInt: true }));
  const { fields } = table.schema;
  const wanted = [
    ...new Set(
      visitor.begin(
        fields.map(({ name }) => name),
        FORM,
      ),
    ),
  ];
  for (const position of wanted) checkHolds(file.name, fields[position]!.name, fields[position]!.type);
  const cells = new Map(
    wanted.map((position) => [position, cellsOf(file.name, table.getChildAt(position))] as const),
  );
  tellRows(cells, table.numRows, 1, visitor);
}

/** A file ends as it begins; the library would look for its schema at another place. Returns whether it is one, and no stream. */
function checkEnd(name: string, bytes: Uint8Array): boolean {
  const mark = [...'ARROW1'].map((character) => character.charCodeAt(0));
  const holds = (at: number) => mark.every((byte, index) => bytes[at + index] === byte);
  if (holds(0) && (bytes.length < 2 * mark.length || !holds(bytes.length - mark.length))) {
    throw damaged(name, 'its end is missing');
  }
  return holds(0);
}

function undamaged<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw damagedBy(name, error);
  }
}

function cellsOf(name: string, column: Column<unknown>): ArrayLike<unknown> {
  return undamaged(name, () => column.toArray());
}

function checkHolds(name: string, column: string, type: DataType): void {
  const held = otherContent(type);
  if (held === null) return;
  throw new FileError(
    `${name}, column \`${column}\`: it holds ${held}, where numbers or text are wanted.`,
    held === 'nested values'
      ? 'Make columns of what is nested in it.'
      : 'Cast it to doubles before it is written, in the unit that the layout declares.',
  );
}

/** Arrow's numbers of types that hold numbers, booleans or text, or nothing at all. */
const PLAIN = new Set([1, 2, 3, 5, 6, 20, 24]);

const OTHERS: ReadonlyMap<number, string> = new Map([
  [4, 'bytes'],
  [7, 'decimals'],
  [8, 'dates'],
  [9, 'times'],
  [10, 'timestamps'],
  [11, 'intervals'],
  [15, 'bytes'],
  [18, 'durations'],
  [19, 'bytes'],
  [23, 'bytes'],
]);

/** What a column holds that is no number, boolean or text; null where it is one of them. */
function otherContent(type: DataType): string | null {
  // A dictionary's cells are those that it numbers.
  if ('dictionary' in type) return otherContent(type.dictionary);
  return PLAIN.has(type.typeId) ? null : (OTHERS.get(type.typeId) ?? 'nested values');
}
