/** The stored table of values to 30 digits, which `make.py` writes, and how far off a double may be. */
import { readFileSync } from 'node:fs';

/** A value and its derivatives at some arguments; an extreme one is held to `EXTREME`. */
export interface Row {
  readonly at: Readonly<Record<string, number>>;
  readonly value: number;
  readonly by: Readonly<Record<string, number>>;
  /** Of a derivative that is a difference of others, how large these are. */
  readonly parts: Readonly<Record<string, number>>;
  readonly extreme: boolean;
}

/** A prior as it is declared: whole, with small shapes that are numbers, or cut off below, above or on both sides. */
export const CUTS = ['whole', 'small', 'lower', 'upper', 'both'] as const;
export type Cut = (typeof CUTS)[number];

interface Stored {
  readonly at: Readonly<Record<string, number | string>>;
  readonly value: string;
  readonly by: Readonly<Record<string, string>>;
  readonly parts?: Readonly<Record<string, number>>;
  readonly extreme?: true;
}

interface StoredTable {
  readonly priors: Readonly<Record<string, Partial<Record<Cut, readonly Stored[]>>>>;
  readonly outcomes: Readonly<Record<string, readonly Stored[]>>;
  readonly mixtures: Readonly<Record<string, readonly Stored[]>>;
  readonly functions: Readonly<Record<string, readonly Stored[]>>;
}

const stored = JSON.parse(readFileSync(new URL('table.json', import.meta.url), 'utf8')) as StoredTable;

function mapped<T, U>(record: Readonly<Record<string, T>>, of: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, of(value)]));
}

/** A number of the table; beyond the largest double it is infinite. */
function numberOf(text: number | string): number {
  if (text === 'inf') return Infinity;
  return text === '-inf' ? -Infinity : Number(text);
}

function rowOf({ at, value, by, parts, extreme }: Stored): Row {
  return {
    at: mapped(at, numberOf),
    value: numberOf(value),
    by: mapped(by, numberOf),
    parts: parts ?? {},
    extreme: extreme === true,
  };
}

export const table = {
  priors: mapped(stored.priors, (cuts) => mapped(cuts, (rows) => rows.map(rowOf))) as Record<
    string,
    Partial<Record<Cut, readonly Row[]>>
  >,
  outcomes: mapped(stored.outcomes, (rows) => rows.map(rowOf)),
  mixtures: mapped(stored.mixtures, (rows) => rows.map(rowOf)),
  functions: mapped(stored.functions, (rows) => rows.map(rowOf)),
};

/** How far off a value may be: so many units in the last place of the value, or of `floor` where the value is smaller. */
export interface Bound {
  readonly ulps: number;
  readonly floor: number;
}

/** At extreme arguments, relative to the value. */
export const EXTREME = 1e-10;

/** What is found beside what it should be. */
export interface Comparison {
  readonly found: number;
  readonly wanted: number;
  /** What it is a difference of, where it is one. */
  readonly parts?: number;
  readonly extreme: boolean;
}

/** The unit in the last place of a number of this size. */
function ulp(size: number): number {
  return Math.max(2 ** (Math.floor(Math.log2(size)) - 52), Number.MIN_VALUE);
}

/** How many times what may be missing is. An infinite value must be found exactly. */
export function excess({ found, wanted, parts = 0, extreme }: Comparison, { ulps, floor }: Bound): number {
  if (!Number.isFinite(wanted) || !Number.isFinite(found)) return Object.is(found, wanted) ? 0 : Infinity;
  const size = Math.max(Math.abs(wanted), parts);
  const allowed = extreme ? Math.max(EXTREME * size, Number.MIN_VALUE) : ulps * ulp(Math.max(size, floor));
  return Math.abs(found - wanted) / allowed;
}

/** The arguments of a row as they are shown. */
export function shown(row: Row): string {
  return Object.entries(row.at)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');
}
