/** What ends the lines of a text. */

/**
 * A lone CR, which spreadsheets write as "CSV (Macintosh)", or else LF, before which a CR is a blank like others. Line ends between
 * quotes say nothing, nor does a CR that a piece ends in, which an LF may follow.
 *
 * @param start the text's first piece
 */
export function findLineEnd(start: string): '\n' | '\r' {
  if (!start.includes('\r')) return '\n';
  const unquoted = start.replace(/"[^"]*"?/g, '"');
  return !unquoted.includes('\n') && unquoted.slice(0, -1).includes('\r') ? '\r' : '\n';
}
