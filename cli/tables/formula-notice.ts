/** Says which cells of a table that is written a spreadsheet would take for formulas. They are written as they were read. */
import { readNumber } from '../../files/tables/read-number.ts';
import { printable } from '../printable.ts';
import { printNotice } from '../terminal.ts';

/** What spreadsheets begin a formula with; a tab or a return before it is passed over by some. */
const FORMULA = /^[\t\r]*[=+\-@]./s;

/**
 * A cell is never changed for it: another program, or this one, would read another name. So whoever opens the table in a spreadsheet must know.
 *
 * @param rows the header, and then the rows
 */
export function tellFormulas(rows: readonly (readonly (string | number | null)[])[]): void {
  const [header = [], ...cells] = rows;
  for (const [index, row] of [header, ...cells].entries()) {
    const place = row.findIndex((cell) => typeof cell === 'string' && isFormula(cell));
    if (place < 0) continue;
    const where =
      index === 0 ? 'the name of a column' : `row ${index} has text in the column \`${header[place]}\` that`;
    printNotice(
      `${printable(`note: ${where} begins as a formula of a spreadsheet does. Text is written as it was read: import its column as text, or open the table elsewhere.`)}\n`,
    );
    return;
  }
}

function isFormula(cell: string): boolean {
  return FORMULA.test(cell) && readNumber(cell) === null;
}
