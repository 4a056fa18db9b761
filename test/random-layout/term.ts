/** Expressions as text, with what the generator must know of them to put them together soundly. */
import type { Unit } from '../../compiler/check/typed-layout.ts';

/** How tightly the outermost operator of an expression binds. */
export const BINDS = { or: 1, and: 2, not: 3, sum: 4, product: 5, negation: 6, power: 7, atom: 8 } as const;

export interface Text {
  readonly text: string;
  readonly binds: number;
  /** Whether it differs from row to row, so that no prior may read it. */
  readonly readsRow: boolean;
  /** Whether it reads a latent, so that no statistic may read it. */
  readonly readsLatent: boolean;
}

/** What an expression of these parts reads. */
export function readings(...parts: readonly Text[]): Pick<Text, 'readsRow' | 'readsLatent'> {
  return {
    readsRow: parts.some(({ readsRow }) => readsRow),
    readsLatent: parts.some(({ readsLatent }) => readsLatent),
  };
}

/** Whether a statistic may be taken of it: it has a value for each row before any latent is known. */
export function isColumn({ readsRow, readsLatent }: Text): boolean {
  return readsRow && !readsLatent;
}

/** A real expression and an interval that holds all its values. */
export interface Real extends Text {
  readonly unit: Unit;
  readonly lo: number;
  readonly hi: number;
  /** Where `lo` is 0: the smallest value that is not, if it is known to be bounded away from 0. */
  readonly leastPositive?: number;
}

/** A probability expression and how far it goes towards 0 and 1. */
export interface Chance extends Text {
  /** False for a number, which only becomes a probability where one is wanted. */
  readonly isProbability: boolean;
  readonly canBeZero: boolean;
  readonly canBeOne: boolean;
  /** Where neither p nor 1 − p is exactly 0, neither |ln p| nor |ln(1 − p)| exceeds this. */
  readonly reach: number;
}

/** The text, in parentheses where its outermost operator binds less tightly than its place asks for. */
export function within(part: Text, binds: number): string {
  return part.binds >= binds ? part.text : `(${part.text})`;
}

/** The largest absolute value. */
export function magnitude(...reals: readonly { readonly lo: number; readonly hi: number }[]): number {
  return Math.max(0, ...reals.map(({ lo, hi }) => Math.max(Math.abs(lo), Math.abs(hi))));
}

/** A number as an author writes it, rounded towards 0 to so many digits. */
export function written(x: number, digits = 2): { readonly text: string; readonly value: number } {
  if (x === 0) return { text: '0', value: 0 };
  const scale = 10 ** (digits - 1 - Math.floor(Math.log10(Math.abs(x))));
  const value = Number((Math.trunc(x * scale) / scale).toPrecision(digits));
  return { text: String(value), value };
}

/** An interval's image under a function of two arguments that is monotonic in each. */
export function corners(
  a: { readonly lo: number; readonly hi: number },
  b: { readonly lo: number; readonly hi: number },
  f: (x: number, y: number) => number,
): { readonly lo: number; readonly hi: number } {
  const values = [f(a.lo, b.lo), f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)];
  return { lo: Math.min(...values), hi: Math.max(...values) };
}
