/**
 * Digests of columns and texts, which show whether a table holds the fitted data, and whether a layout is the fitted
 * one.
 */
import { createHash } from 'node:crypto';

/** By column name, 32 hexadecimal digits of the SHA-256 of the values as doubles, in row order. */
export function digestsOf(columns: ReadonlyMap<string, Float64Array>): Record<string, string> {
  return Object.fromEntries([...columns].map(([name, values]) => [name, digestOf(values)]));
}

export function digestOf(values: Float64Array): string {
  // A copy, because shared memory is not accepted.
  const { buffer } = values.slice();
  return createHash('sha256').update(new Uint8Array(buffer)).digest('hex').slice(0, 32);
}

/** SHA-256 of a text, in hexadecimal digits. */
export function digestOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
