/** A fit's predictions of rows beside what came, as figures of data and predictions are made of them. */
import type { ManifestColumn } from '../../../module/manifest.ts';
import { FigureError, shortList } from './named-fit.ts';

export interface PredictedSubject {
  /** As figures call it. */
  readonly name: string;
  /** Whether the fit did not converge. */
  readonly failed: boolean;
  /** An outcome of 0 and 1. */
  readonly outcome: ManifestColumn;
  /** The demands with a number per row. */
  readonly demands: readonly { readonly column: ManifestColumn; readonly values: Float64Array }[];
  /** What came, one per row: 0 or 1. */
  readonly outcomes: Float64Array;
  /** The posterior mean of the probability of 1 in each row. */
  readonly predictions: Float64Array;
  /** That probability at each of some draws of the posterior: one row after another, of each the draws in their order. */
  readonly values: Float64Array;
  /** The rate of success in the rows that were fitted. */
  readonly fittedRate: number;
  /** Whether the rows are those that were fitted. */
  readonly areFitted: boolean;
}

/** How the rows stand to the fits, as a sentence of a caption. */
export function rowsNote(subjects: readonly PredictedSubject[]): string {
  const fitted = subjects.filter(({ areFitted }) => areFitted);
  if (fitted.length === subjects.length) {
    return 'The rows are those that were fitted: of others, predictions are worse.';
  }
  return fitted.length === 0
    ? 'The rows are not those that were fitted.'
    : `The rows are those that were fitted of ${shortList(fitted.map(({ name }) => name))}, and others of the rest.`;
}

/** A sentence that names the fits that did not converge; none where all did. */
export function failedSubjects(subjects: readonly PredictedSubject[]): string[] {
  const failed = subjects.filter((subject) => subject.failed).map(({ name }) => name);
  return failed.length === 0
    ? []
    : [
        `The fit${failed.length === 1 ? '' : 's'} of ${shortList(failed)} did not converge: do not use what is shown of ${failed.length === 1 ? 'it' : 'them'}.`,
      ];
}

/** The mean of the outcomes. */
export function rateOf({ outcomes }: Pick<PredictedSubject, 'outcomes'>): number {
  return outcomes.reduce((sum, outcome) => sum + outcome, 0) / outcomes.length;
}

/**
 * The demands of these names, or all.
 *
 * @throws FigureError for a name that is no demand's
 */
export function demandsOf(
  { demands }: PredictedSubject,
  only: readonly string[] | null,
): PredictedSubject['demands'] {
  if (only === null) return demands;
  return only.map((name) => {
    const found = demands.find(({ column }) => column.name === name);
    if (found !== undefined) return found;
    throw new FigureError(
      `The layout has no demand \`${name}\`.`,
      `Its demands are ${demands.map(({ column }) => column.name).join(', ')}.`,
    );
  });
}
