/** The folder a column's results go into. */

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

function percentEscapes(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}
