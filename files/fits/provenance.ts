/** How a stored fit was made: what it takes to make it again, and to tell a reader what was fitted to what. */
import type { SamplerSettings } from '../../host/draws.ts';

/** What a fit was made of. Nothing of it depends on the clock. */
export interface Provenance {
  /** Theodolite's. */
  readonly version: string;
  readonly layout: {
    /** As it was given. */
    readonly path: string;
    /** Of the file, in hexadecimal digits. */
    readonly sha256: string;
    /** Null of a module that was built before. */
    readonly text: string | null;
  };
  readonly data: {
    /** As it was given. */
    readonly path: string;
    /** Which columns hold an outcome, as `--outcome` was given; absent where the column has its name. */
    readonly outcomes: Readonly<Record<string, string>>;
    /** `COLUMN=VALUE` of each `--rows`. */
    readonly rows: readonly string[];
    /** The tables that were joined to it, as they were given; absent where there were none. */
    readonly joins?: readonly string[];
    readonly stack?: string;
    readonly format?: string;
    readonly delimiter?: string;
    /** What the rows hold, by demand and category. */
    readonly columns: Readonly<Record<string, ColumnSummary>>;
  };
  /** The seed is text, since a number of JSON does not hold it. */
  readonly settings: Omit<SamplerSettings, 'seed'> & {
    readonly seed: string;
    readonly scouts: number;
    /** `csv`, `parquet`, `arviz`. */
    readonly drawsAs: readonly string[];
  };
}

/** Of a demand in its unit, `sd` with divisor n - 1 and null of one row; of a category how many levels it has. */
export type ColumnSummary =
  | {
      readonly min: number;
      readonly median: number;
      readonly max: number;
      readonly mean: number;
      readonly sd: number | null;
      /** How many different values. */
      readonly different: number;
    }
  | { readonly levels: number };
