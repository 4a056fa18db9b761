/** What a report is made of: fits as `theodolite fit --out` stores them, as plain data. */
import type { ChainVerdict } from '../host/diagnose/chain-verdicts.ts';
import type { Levels } from '../host/levels.ts';
import type { Manifest } from '../host/manifest.ts';
import type { Parameter } from '../host/parameters.ts';
import type { FitSummary } from '../stored/fit-summary.ts';

/** One fit. */
export interface ReportFit {
  /** What readers know it by: the column that was fitted. */
  readonly name: string;
  /** Where it is stored, as it was given. */
  readonly path: string;
  readonly manifest: Manifest;
  readonly levels: Levels;
  /** One entry a chain: one array a parameter, one number a draw. */
  readonly draws: readonly { readonly latents: readonly Float64Array[] }[];
  /** What a draw holds, in its order. */
  readonly parameters: readonly Parameter[];
  readonly summary: FitSummary;
  /** Of each chain; empty where nothing is stored of them. */
  readonly chains: readonly ChainVerdict[];
  /** What it expects of the rows that it was fitted to; null where they are not at hand. */
  readonly expected: ExpectedRows | null;
}

/** The rows of a fit, in the groups that a report speaks of. */
export interface ExpectedRows {
  /** The table, as it was given. */
  readonly table: string;
  /** Of each subject of the fit, in the order of `subjectsOf`. */
  readonly subjects: readonly ExpectedSubject[];
}

export interface ExpectedSubject {
  readonly rows: number;
  /** By outcome, over all rows of the subject. */
  readonly overall: Readonly<Record<string, ExpectedRate>>;
  /** By demand, its levels from the lowest to the highest. */
  readonly demands: Readonly<Record<string, readonly ExpectedLevel[]>>;
  /** The factors of the outcome's conjunction, each as if it were all that is asked; empty where it is none. */
  readonly factors: readonly { readonly name: string; readonly draws: Float64Array }[];
}

/** Rows whose demand lies in [lower, upper]. */
export interface ExpectedLevel {
  readonly lower: number;
  readonly upper: number;
  readonly rows: number;
  /** By outcome. */
  readonly rates: Readonly<Record<string, ExpectedRate>>;
}

export interface ExpectedRate {
  /** The mean of the outcome in those rows that have it; null where none has. */
  readonly observed: number | null;
  /** The expected mean over the rows, draw by draw. */
  readonly draws: Float64Array;
}
