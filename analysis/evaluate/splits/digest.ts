/** A digest of rows, by which a stored split knows them again. */

/**
 * SHA-256, in hexadecimal digits, of columns by name: of their names and of every value in the order of the rows. The order of the
 * columns does not matter; a missing number (NaN) is told from every finite number. In a browser it needs a secure context.
 *
 * @param columns what makes the rows these rows: names of instances, demands and outcomes
 */
export async function digestRows(
  columns: ReadonlyMap<string, ArrayLike<number> | readonly string[]>,
): Promise<string> {
  const inOrder = [...columns].sort(([a], [b]) => (a < b ? -1 : 1));
  // JSON writes NaN as null, which no number and no string is written as.
  const text = JSON.stringify(inOrder.map(([name, values]) => [name, Array.from<number | string>(values)]));
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
