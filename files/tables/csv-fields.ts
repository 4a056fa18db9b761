/** The fields of CSV files: the separator when a file is read, and rows written as text. */
import Papa from 'papaparse';
import { OPTION_PROBLEMS } from '../../module/option-problems.ts';
import { problemOf } from '../../module/problem-text.ts';
import { FileError } from '../file-error.ts';
import { unheldWhole } from './read-cell.ts';

/** Fields separated by commas and quoted where they must be, lines ended by LF; null is an empty field. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  const fields = rows.map((row) =>
    row.map((field) => (typeof field === 'number' ? numberText(field) : field)),
  );
  return `${Papa.unparse(fields, { newline: '\n' })}\n`;
}

/**
 * The shortest decimal that reads back as the number. From 2^53 on an exponent is used where plain digits would be a
 * whole number that no double holds, because our readers refuse such numbers.
 */
function numberText(value: number): string | number {
  return unheldWhole(String(value)) === null ? value : value.toExponential();
}

/** If several occur equally often in the header, the first is used. */
const CANDIDATES: readonly string[] = [',', ';', '\t', '|'];

/**
 * The separator that is most frequent in the header, outside of quotes. In a file whose name ends in `.tsv` it is the tab, if the header
 * has one.
 */
export function findDelimiter(start: string, name: string): string {
  const counts = new Map(CANDIDATES.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  // Empty lines before the header are skipped. A tab that begins the header is kept: the first column has an empty name.
  for (const character of start.replace(/^[\r\n]+/, '')) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) break;
    else if (!quoted && counts.has(character)) counts.set(character, counts.get(character)! + 1);
  }
  if (/\.(?:tsv|tab)(?:\.gz)?$/i.test(name) && counts.get('\t')! > 0) return '\t';
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

/**
 * The delimiter from an option's text: one character, or `tab` or `\t`.
 *
 * @throws FileError when the text cannot be a delimiter
 */
export function parseDelimiter(text: string): string {
  const delimiter = text === 'tab' || text === '\\t' ? '\t' : text;
  if ([...delimiter].length === 1 && !/["\r\n\p{L}\p{N}.+\ufeff-]/u.test(delimiter)) return delimiter;
  const { message, remedy } = problemOf(OPTION_PROBLEMS.noDelimiter, { argument: text });
  throw new FileError(message, remedy);
}
