/** Rows as the text of a CSV file. */
import Papa from 'papaparse';
import { unheldWhole } from './read-number.ts';

/** Fields separated by commas and quoted where they must be, lines ended by LF; null is an empty field. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  const fields = rows.map((row) =>
    row.map((field) => (typeof field === 'number' ? numberText(field) : field)),
  );
  return `${Papa.unparse(fields, { newline: '\n' })}\n`;
}

/**
 * The shortest decimal that is read as the number. From 2^53 on it has an exponent where digits alone would be those of a whole
 * number that no double holds, which no reader here takes.
 */
function numberText(value: number): string | number {
  return unheldWhole(String(value)) === null ? value : value.toExponential();
}
