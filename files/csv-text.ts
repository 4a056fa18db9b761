/** Rows as the text of a CSV file. */
import Papa from 'papaparse';

/** Fields separated by commas and quoted where they must be, lines ended by LF; null is an empty field. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return `${Papa.unparse(rows as (string | number | null)[][], { newline: '\n' })}\n`;
}
