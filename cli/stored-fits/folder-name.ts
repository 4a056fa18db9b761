/** The folder a column's results go into. */
import { basename, resolve } from 'node:path';
import { STORED } from '../../files/fits/file-names.ts';

/** Names that Windows keeps for devices, whatever their ending. */
const RESERVED = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i;

/** What a folder that is read takes for a file of a fit. */
const OWN: readonly string[] = Object.values(STORED);

/**
 * Of each column the name of its folder. Letters, digits, `_ - .` and blanks inside stay, all else is written as the percent escapes of
 * its UTF-8 bytes. Different names give different folders, and none leads elsewhere. Names that a file system may take for the same,
 * since they differ in case or in how an accent is written, have every letter escaped but a to z: `Ada` and `ada` are in `%41da` and
 * `ada`, on each system alike.
 */
export function folderNames(columns: readonly string[]): ReadonlyMap<string, string> {
  const alike = new Map<string, Set<string>>();
  for (const column of columns)
    alike.set(folded(column), (alike.get(folded(column)) ?? new Set()).add(column));
  return new Map(
    columns.map((column) => [
      column,
      folderName(column, alike.get(folded(column))!.size > 1 ? /[^a-z\d_. -]/gu : /[^\p{L}\p{N}_. -]/gu),
    ]),
  );
}

function folderName(column: string, others: RegExp): string {
  const escaped = column.replace(others, percentEscapes).replace(/^[. ]|[. ]$/g, percentEscapes);
  const isTaken = RESERVED.test(escaped) || OWN.includes(folded(escaped));
  return isTaken ? percentEscapes(escaped[0]!) + escaped.slice(1) : escaped;
}

/** The same for all names that a file system may take for one. */
function folded(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

/** The column whose results are in a folder, by the folder's own name; the name as it is where `folderNames` made no such name. */
export function subjectOf(folder: string): string {
  const name = basename(resolve(folder));
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function percentEscapes(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}
