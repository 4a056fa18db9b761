/** How a stored fit was made: enough to repeat it, and to tell a reader what was fitted to which data. */
import type { SamplerSettings } from '../../host/draws.ts';

/** The inputs of a fit. They do not depend on the clock. */
export interface Provenance {
  /** Theodolite's. */
  readonly version: string;
  readonly layout: {
    /** As it was given. */
    readonly path: string;
    /** Of the file, in hexadecimal digits. */
    readonly sha256: string;
    /** Null for a module that was built before. */
    readonly text: string | null;
  };
  readonly data: {
    /** As it was given; the name of the table if it is in several files. */
    readonly path: string;
    /** The paths of the files, if there are several. */
    readonly files?: readonly string[];
    /** What was told of the files, such as samples of a log without a score; absent if nothing was. */
    readonly notes?: readonly string[];
    /** The columns of an outcome, as given by `--outcome`; absent if the column has the outcome's name. */
    readonly outcomes: Readonly<Record<string, string>>;
    /** `COLUMN=VALUE` of each `--rows`. */
    readonly rows: readonly string[];
    /** `NAME=COLUMN` of each column that was read under another name; absent if there were none. */
    readonly bindings?: readonly string[];
    /** The joined tables, as given; absent if there were none. */
    readonly joins?: readonly string[];
    /** `NAME=FILE` of each table beside the main one; absent if there were none. */
    readonly tables?: readonly string[];
    /** The column by which rows counted, as `--weight` or `--count` said; absent if the layout alone did. */
    readonly weight?: { readonly kind: 'weight' | 'count'; readonly column: string };
    /** What stood for success in binary outcomes, as given; absent if the usual words did. */
    readonly successes?: readonly string[];
    readonly stack?: string;
    readonly format?: string;
    readonly delimiter?: string;
    /** A summary of the rows, by demand and category. */
    readonly columns: Readonly<Record<string, ColumnSummary>>;
  };
  /** The seed is text, because a number in JSON cannot hold it. */
  readonly settings: Omit<SamplerSettings, 'seed'> & {
    readonly seed: string;
    readonly scouts: number;
    /** `csv`, `parquet`, `arviz`. */
    readonly drawsAs: readonly string[];
  };
}

/** For a demand, in its unit; `sd` has divisor n - 1 and is null for one row. For a category, the number of levels. */
export type ColumnSummary =
  | {
      readonly min: number;
      readonly median: number;
      readonly max: number;
      readonly mean: number;
      readonly sd: number | null;
      /** The number of distinct values. */
      readonly different: number;
    }
  | { readonly levels: number };
