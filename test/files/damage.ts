/**
 * Damaged copies of a table, and what is read of them. A change is silent where rows or cells are read that the damaged file does not
 * hold: rows lost or added, columns that have moved, cells that came to be missing, and in a format that has a checksum over all any change at all. Where
 * a byte of a value changed and nothing is written beside it, a reader can only read what is there: such a change is told apart.
 */

import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { FileError } from '../../files/file-error.ts';
import { readTableFile } from '../../files/tables/read-table.ts';
import { tableFileOf } from '../../files/tables/table-file.ts';
import { type Cell, cellText, type TableForm } from '../../files/tables/table-visitor.ts';
import type { Part, Span } from './unprotected-parts.ts';

/** What a table is read as: its columns, and of each row the cells as text, null where one is missing. */
export interface Read {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** Rows that were told to be wrong. */
  readonly flaws: number;
}

/** What is read, or null where it is refused. @throws what is no refusal in words */
export async function readOf(name: string, bytes: Uint8Array): Promise<Read | null> {
  const rows: (string | null)[][] = [];
  let names: readonly string[] = [];
  let flaws = 0;
  const visitor = {
    begin: (header: readonly string[], _form: TableForm) => {
      names = header;
      return header.keys();
    },
    row: (cells: readonly Cell[]) => {
      rows.push(cells.map((cell) => (cell === null ? null : cellText(cell))));
    },
    flaw: () => {
      flaws++;
    },
  };
  try {
    await readTableFile(tableFileOf(bytes, name), visitor, { maxUnpackedBytes: 1 << 26 });
    return { header: names, rows, flaws };
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}

/** A copy with one damage: bits or bytes changed, zeroed, taken out or put in, or the end cut off. */
export function damagedCopy(bytes: Uint8Array, random: RandomGenerator): Uint8Array {
  const below = (limit: number) => (random.next() >>> 0) % limit;
  const at = below(bytes.length);
  const copy = Uint8Array.from(bytes);
  switch (below(8)) {
    case 0:
    case 1:
    case 2:
      copy[at]! ^= 1 << below(8);
      return copy;
    case 3:
      copy[at] = below(256);
      return copy;
    case 4:
      copy.fill(below(2) === 0 ? 0 : 255, at, at + 1 + below(16));
      return copy;
    case 5:
      return bytes.slice(0, at);
    case 6: {
      const count = 1 + below(8);
      return Uint8Array.from([
        ...bytes.subarray(0, at),
        ...bytes.subarray(Math.min(bytes.length, at + count)),
      ]);
    }
    default: {
      const more = Array.from({ length: 1 + below(8) }, () => below(256));
      return Uint8Array.from([...bytes.subarray(0, at), ...more, ...bytes.subarray(at)]);
    }
  }
}

/** How many damaged copies came to what. */
export interface Counts {
  refused: number;
  same: number;
  /** Values that are what the damaged bytes say, beside which nothing is written. */
  otherValues: number;
  silent: number;
  /** The first silent ones, to be looked at. */
  readonly examples: Uint8Array[];
}

/** Whether what was read of a damaged file is more than other values at their places. */
type IsSilent = (found: Read, whole: Read, bytes: Uint8Array) => boolean;

export async function countDamage(
  name: string,
  whole: Uint8Array,
  runs: number,
  seed: number,
  isSilent: IsSilent,
  tell: (bytes: Uint8Array) => void = () => undefined,
): Promise<Counts> {
  const random = xoroshiro128plus(seed);
  const wanted = (await readOf(name, whole))!;
  const text = JSON.stringify(wanted);
  const counts: Counts = { refused: 0, same: 0, otherValues: 0, silent: 0, examples: [] };
  for (let run = 0; run < runs; run++) {
    const bytes = damagedCopy(whole, random);
    const found = await readOf(name, bytes);
    if (found === null) counts.refused++;
    else if (JSON.stringify(found) === text) counts.same++;
    else if (isSilent(found, wanted, bytes)) {
      counts.silent++;
      if (counts.examples.length < 5) counts.examples.push(bytes);
    } else {
      counts.otherValues++;
      tell(bytes);
    }
  }
  return counts;
}

/**
 * In a format of columns: whatever is read otherwise, but for what no reader can see. That is the cells of the unprotected parts in which a
 * byte is another, with as many rows and as many nulls in each column as before; and where the names of columns are written once, and
 * a byte there is another, names that no column had, or that one still has: a name that is there twice is refused where it is wanted.
 *
 * @param original the whole file, and its parts
 * @param schema where the names are, if they are written once
 */
export function couldBeSeen(original: Uint8Array, parts: readonly Part[], schema: Span | null): IsSilent {
  return (found, whole, bytes) => {
    // Bytes that were put in or taken out move other parts.
    if (bytes.length !== original.length) return true;
    const isHit = ({ begin, end }: Span) =>
      bytes.subarray(begin, end).some((byte, at) => byte !== original[begin + at]);
    const hit = parts.filter(isHit);
    const mayBeRenamed = schema !== null && isHit(schema);
    if (found.rows.length !== whole.rows.length || found.flaws > 0) return true;
    if (found.header.length !== whole.header.length) return true;
    return whole.header.some((name, column) => {
      const given = found.header[column]!;
      const before = whole.header.indexOf(given);
      const isFree = before < 0 || found.header[before] === given;
      if (given !== name && !(mayBeRenamed && isFree)) return true;
      const now = found.rows.map((row) => row[column]);
      const was = whole.rows.map((row) => row[column]);
      if (nullsIn(now) !== nullsIn(was)) return true;
      const may = hit.filter((part) => part.column === column);
      return now.some((cell, row) => {
        const isInPart = may.some(({ rows: [first, end] }) => row >= first && row < end);
        return cell !== was[row] && !isInPart;
      });
    });
  };
}

function nullsIn(cells: readonly unknown[]): number {
  return cells.filter((cell) => cell === null).length;
}

/** In a format whose checksum is over all: any change. */
export const isChanged: IsSilent = () => true;
