/** Everything that the sections of a report show, computed once. */

import type { ManifestColumn } from '../../module/manifest.ts';
import { compareSubjects, type ElementComparison } from './comparison.ts';
import type { ReportFit } from './subjects.ts';
import { groupSubjects, isUsable, type ReportSubject, subjectsOf } from './subjects.ts';
import { compareByDemand, type DemandComparison } from './words/demand-sentences.ts';

export interface ReportData {
  readonly fits: readonly ReportFit[];
  readonly subjects: readonly ReportSubject[];
  readonly groups: readonly ComparedGroup[];
}

/** Subjects of one layout, and their comparisons. */
export interface ComparedGroup {
  readonly title: string;
  readonly subjects: readonly ReportSubject[];
  /** The subjects whose fits converged or are usable. */
  readonly usable: readonly ReportSubject[];
  /** Comparisons of the elements of the profile; empty for fewer than two usable subjects. */
  readonly comparisons: readonly ElementComparison[];
  /** Comparisons by outcome and demand; empty if the rows are not available. */
  readonly demands: readonly {
    readonly outcome: ManifestColumn;
    readonly demands: readonly DemandComparison[];
  }[];
}

export function gatherReport(fits: readonly ReportFit[]): ReportData {
  const subjects = subjectsOf(fits);
  const groups = groupSubjects(subjects).map((group): ComparedGroup => {
    const usable = group.subjects.filter(isUsable);
    const outcomes = group.subjects[0]!.fit.manifest.columns.filter(({ role }) => role === 'outcome');
    return {
      ...group,
      usable,
      comparisons: usable.length > 1 ? compareSubjects(usable) : [],
      demands: outcomes
        .map((outcome) => ({ outcome, demands: compareByDemand(usable, outcome.name) }))
        .filter(({ demands }) => demands.length > 0),
    };
  });
  return { fits, subjects, groups };
}
