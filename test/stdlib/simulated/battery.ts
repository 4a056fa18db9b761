/** A battery that is simulated: a layout of `stdlib-layouts`, the demands of its rows, and the profile that meets them. */
import { readFileSync } from 'node:fs';
import type { Selection } from '../../../compiler/choose/alternatives.ts';
import { prepare } from '../../../compiler/compile.ts';
import { Simulator } from '../../outcomes/simulate.ts';
import { simulateOutcomes } from './simulate-outcomes.ts';

export interface Battery {
  /** Below `stdlib-layouts`, without `.ml`. */
  readonly layout: string;
  readonly choices?: Selection;
  readonly rows: number;
  readonly seed: number;
  /** The demands of a row, drawn one row after another. */
  readonly demands: (random: Demands, row: number) => Readonly<Record<string, number>>;
  /** On the layout's own scale. */
  readonly profile: Readonly<Record<string, number>>;
}

/** What demands are drawn with. */
export class Demands {
  readonly #random: Simulator;

  constructor(seed: number) {
    this.#random = new Simulator(seed);
  }

  /** 1 with this probability, else 0. */
  flag(probability: number): number {
    return this.#random.bernoulli(probability);
  }

  /** One of these, all alike. */
  among(values: readonly number[]): number {
    return values[Math.floor(this.#random.uniform() * values.length)]!;
  }

  /** From `lo` to `hi`, a whole number of steps above `lo`. */
  between(lo: number, hi: number, step: number): number {
    const steps = Math.floor(this.#random.uniform() * (Math.floor((hi - lo) / step + 1e-9) + 1));
    // Without the digits that a product of decimals leaves behind.
    return Number((lo + steps * step).toFixed(6));
  }
}

/** The text of a file below `stdlib-layouts`. */
export function readLayout(layout: string): string {
  return readFileSync(new URL(`../../../stdlib-layouts/${layout}.ml`, import.meta.url), 'utf8');
}

/** The columns of a battery, demands and outcomes, by name. The same battery gives the same columns. */
export function columnsOf({
  layout,
  choices = {},
  rows,
  seed,
  demands,
  profile,
}: Battery): ReadonlyMap<string, Float64Array> {
  const prepared = prepare({ name: layout, text: readLayout(layout) }, { choices });
  const random = new Demands(seed);
  const drawn = Array.from({ length: rows }, (_, row) => demands(random, row));
  const columns = new Map(
    Object.keys(drawn[0]!).map((name) => [name, Float64Array.from(drawn, (row) => row[name]!)]),
  );
  return new Map([...columns, ...simulateOutcomes(prepared.layout, rows, columns, profile, seed)]);
}
