/** Rows as the text of a CSV file. */
import Papa from 'papaparse';

/** Fields separated by commas and quoted where they must be, lines ended by LF. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return `${Papa.unparse(rows as (string | number)[][], { newline: '\n' })}\n`;
}
