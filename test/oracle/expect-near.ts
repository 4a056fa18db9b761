/** Holds what is computed to the table. */
import { expect } from 'vitest';
import { statedAt } from './bounds.ts';
import { type Bound, excess, type Row, shown } from './table.ts';

/** Expects nothing to be further off than it may be. */
export function expectNone(complaints: readonly (string | null)[]): void {
  expect(complaints.filter((complaint) => complaint !== null)).toEqual([]);
}

/**
 * What is to be said where a value, or the derivative by an argument, is further off than its bound says, or than is stated for the row;
 * else null. `who` computed it.
 */
export function complaint(
  of: string,
  row: Row,
  name: string,
  found: number,
  bound: Bound,
  who = '',
): string | null {
  const wanted = name === 'value' ? row.value : row.by[name]!;
  const stated = statedAt(of, row.at, name);
  const off =
    stated === undefined
      ? excess({ found, wanted, parts: row.parts[name] ?? 0, extreme: row.extreme }, bound)
      : Math.abs(found - wanted) / stated.off;
  if (off <= 1) return null;
  const what = name === 'value' ? of : `d ${of}/d ${name}`;
  return `${who} ${what} at ${shown(row)}: ${found}, not ${wanted}; ${off.toPrecision(3)} times what it may be off`;
}
