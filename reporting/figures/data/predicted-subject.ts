/** A fit's predictions of rows together with the outcomes, as figures take them. */
import type { ManifestColumn } from '../../../module/manifest.ts';
import { FigureError, shortList } from './named-fit.ts';

export interface PredictedSubject {
  /** The name in figures. */
  readonly name: string;
  /** Whether the fit did not converge. */
  readonly failed: boolean;
  /** A binary outcome. */
  readonly outcome: ManifestColumn;
  /** The demands, with one value per row. */
  readonly demands: readonly { readonly column: ManifestColumn; readonly values: Float64Array }[];
  /** The outcomes, one per row: 0 or 1. */
  readonly outcomes: Float64Array;
  /** The posterior mean of the probability of 1 in each row. */
  readonly predictions: Float64Array;
  /** This probability at several posterior draws: row by row, with all draws of a row in order. */
  readonly values: Float64Array;
  /** The rate of success in the fitted rows. */
  readonly fittedRate: number;
  /** Whether the rows are the fitted ones. */
  readonly areFitted: boolean;
}

/** A sentence of the caption: whether the rows are the fitted ones. */
export function rowsNote(subjects: readonly PredictedSubject[]): string {
  const fitted = subjects.filter(({ areFitted }) => areFitted);
  if (fitted.length === subjects.length) {
    return 'The rows are those that were fitted: of others, predictions are worse.';
  }
  return fitted.length === 0
    ? 'The rows are not those that were fitted.'
    : `The rows are those that were fitted of ${shortList(fitted.map(({ name }) => name))}, and others of the rest.`;
}

/** A sentence that names the fits that did not converge; empty if all did. */
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
 * The demands with these names, or all.
 *
 * @throws FigureError for an unknown name
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
