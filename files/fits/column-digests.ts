/** Digests of columns and texts, by which a table is known to hold what was fitted, and a layout to be the one that was. */
import { createHash } from 'node:crypto';

/** By the names of the columns 32 hexadecimal digits of SHA-256 of their values in the order of the rows, as doubles. */
export function digestsOf(columns: ReadonlyMap<string, Float64Array>): Record<string, string> {
  return Object.fromEntries([...columns].map(([name, values]) => [name, digestOf(values)]));
}

export function digestOf(values: Float64Array): string {
  // A copy, since memory that threads share is not taken.
  const { buffer } = values.slice();
  return createHash('sha256').update(new Uint8Array(buffer)).digest('hex').slice(0, 32);
}

/** SHA-256 of a text, in hexadecimal digits. */
export function digestOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
