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

/** Subjects of one layout, and what is said of them side by side. */
export interface ComparedGroup {
  readonly title: string;
  readonly subjects: readonly ReportSubject[];
  /** Those whose fits can be used. */
  readonly usable: readonly ReportSubject[];
  /** Of the elements of the profile; empty where there are not two to compare. */
  readonly comparisons: readonly ElementComparison[];
  /** By outcome and demand; empty where the rows are not at hand. */
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
