/** CSV: fields between delimiters, quoted or not, the first record the columns' names. Rows are told by the line they begin on. */
import { tableProblem } from '../../module/table-problems.ts';
import { findDelimiter } from './csv-delimiter.ts';
import { CsvRecords, type TakeRecord } from './csv-records.ts';
import { findLineEnd } from './line-end.ts';
import type { TableOptions } from './read-options.ts';
import { recordLimit } from './read-options.ts';
import { tableError } from './table-error.ts';
import type { TableFile } from './table-file.ts';
import type { Cell, TableForm, TableVisitor } from './table-visitor.ts';
import { textPieces } from './text-pieces.ts';

const FORM: TableForm = { isText: true, record: 'line', field: 'column' };

/**
 * Reads a table of CSV. Blanks around a field are no part of it, and empty lines are passed over.
 *
 * @throws FileError when there is no header, the file is no text, its quotes do not match, or a record is too long.
 */
export async function readCsv(
  file: TableFile,
  visitor: TableVisitor,
  options: TableOptions = {},
): Promise<void> {
  let width = -1;
  let wanted: number[] = [];
  await readRecords(file, options, (fields, line) => {
    if (width < 0) {
      width = fields.length;
      wanted = [
        ...visitor.begin(
          fields.map((field) => field.trim()),
          FORM,
        ),
      ];
      return;
    }
    if (fields.length !== width) {
      visitor.flaw(line, (place) => tableProblem('fieldCount', { ...place, count: fields.length, width }));
      return;
    }
    for (const position of wanted) fields[position] = fields[position]!.trim();
    visitor.row(fields satisfies Cell[], line);
  });
  if (width < 0) throw tableError('empty', { table: file.name });
}

/**
 * Streams the records of a text of CSV: lines ended by LF, CRLF or CR alone, fields quoted or not, between the delimiter that is given
 * or that the header shows.
 *
 * @throws FileError when the file is no text, its quotes do not match, or a record is too long.
 */
export async function readRecords(file: TableFile, options: TableOptions, take: TakeRecord): Promise<void> {
  let records: CsvRecords | null = null;
  for await (const piece of textPieces(file)) {
    records ??= new CsvRecords(
      file.name,
      { delimiter: options.delimiter ?? findDelimiter(piece, file.name), newline: findLineEnd(piece) },
      recordLimit(options),
      take,
    );
    records.write(piece);
  }
  records?.end();
}
