/** What a report is made of: fits as `theodolite fit --out` stores them, as plain data. */

import type { FitSummary } from '../../files/fits/fit-summary.ts';
import type { ChainVerdict } from '../../host/diagnose/chain-verdicts.ts';
import type { NamedPosterior } from '../figures/data/named-fit.ts';

/** A posterior with what a report says of it besides. */
export interface ReportFit extends NamedPosterior {
  /** Where it is stored, as it was given. */
  readonly path: string;
  readonly summary: FitSummary;
  /** Of each chain; empty of runs of particles. */
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
  readonly factors: readonly ExpectedFactor[];
}

export interface ExpectedFactor {
  /** Of a `let`, or the factor's text. */
  readonly name: string;
  readonly isNamed: boolean;
  /** The names of the demands that it reads; none where the layout's text is not known. */
  readonly demands: readonly string[];
  /** Its mean over the rows, draw by draw. */
  readonly draws: Float64Array;
}

/** Rows whose demand lies in [lower, upper]. */
export interface ExpectedLevel {
  readonly lower: number;
  readonly upper: number;
  /** The mean of the demand over the rows. */
  readonly mean: number;
  readonly rows: number;
  /** By outcome. */
  readonly rates: Readonly<Record<string, ExpectedRate>>;
}

export interface ExpectedRate {
  /** The mean of the outcome in those rows that have it; null where none has. */
  readonly observed: number | null;
  /** How many rows have it. */
  readonly seen: number;
  /** The expected mean over the rows, draw by draw. */
  readonly draws: Float64Array;
}
