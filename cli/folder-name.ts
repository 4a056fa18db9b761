/** The folder a column's results go into. */
import { basename, resolve } from 'node:path';

/** Names that Windows keeps for devices, whatever their ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * A column's name as the name of one folder: letters, digits, `_ - .` and blanks inside stay, all else is written as the
 * percent escapes of its UTF-8 bytes. Different names give different folders, and none leads elsewhere.
 */
export function folderName(column: string): string {
  const escaped = column.replace(/[^\p{L}\p{N}_. -]|^[. ]|[. ]$/gu, percentEscapes);
  return RESERVED.test(escaped) ? percentEscapes(escaped[0]!) + escaped.slice(1) : escaped;
}

/** The column whose results are in a folder, by the folder's own name; the name as it is where `folderName` made no such name. */
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
