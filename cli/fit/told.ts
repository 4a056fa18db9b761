/** What `fit` tells of one subject and writes of it, whichever way it was fitted. */

import type { FitSummary } from '../../files/fits/fit-summary.ts';
import type { Source } from '../../grammar/source.ts';
import type { FitFiles } from '../process/result-folder.ts';
import type { SubjectsToFit } from './fit-subjects.ts';
import type { SubjectEstimates } from './forest-groups.ts';
import type { findSubjectHints } from './subject-hints.ts';

/** What all subjects are fitted with. */
export interface FitWork extends Omit<SubjectsToFit, 'settings'> {
  readonly hints: Awaited<ReturnType<typeof findSubjectHints>>;
  /** The text of the layout; null of a module that was built before. */
  readonly source: Source | null;
  /** How long compiling took. */
  readonly seconds: number;
  /** The module that is stored to predict with; null of one that cannot. */
  readonly predictor: Uint8Array | null;
}

export type ToldReport = Pick<FitSummary, 'status' | 'findings'>;

/** A subject that is fitted: what is told of it, and what is written. */
export interface Told {
  readonly name: string;
  readonly report: ToldReport;
  /** What the forest plot shows of it; null of what has no draws. */
  readonly estimates: (() => Promise<SubjectEstimates>) | null;
  /** What its folder gets, and files of earlier runs that go from it. */
  files(folder: string): Promise<{ readonly fit: FitFiles; readonly stale: readonly string[] }>;
  /** The table that is printed. */
  render(): string;
}
