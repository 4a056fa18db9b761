/** Point estimates in a report: their subjects, how they stand, and how far they are apart. */
import type { EstimateSummary } from '../../files/fits/estimate-summary.ts';
import type { ParameterSummary } from '../../host/diagnose/summarise.ts';
import type { EstimatedParameter } from '../../host/estimate/estimated-parameters.ts';
import type { ManifestQuantity } from '../../module/manifest.ts';
import type { FigureEstimate } from '../figures/data/estimate-forest.ts';
import { capabilitiesIn, type Overview, overviewBy } from './answer.ts';
import type { ExpectedRows, ProfileElement, ReportSubject } from './subjects.ts';
import { groupSubjects, isUsable, subjectsOf } from './subjects.ts';

/** A point estimate by `mle` or `map`, with everything else that a report shows of it. */
export interface ReportEstimate extends FigureEstimate {
  /** The path of its folder, as given. */
  readonly path: string;
  readonly summary: EstimateSummary;
  /** The outcomes at the estimate in the rows that it was fitted to, as one draw; null if they are not available. */
  readonly expected: ExpectedRows | null;
}

/** An estimate, also as the figures of posteriors take it. */
export type ShownEstimate = EstimatedParameter & Pick<ParameterSummary, 'q50' | 'hdi95'>;

export type EstimatedSubject = ReportSubject<SummarisedEstimate, ShownEstimate>;

type SummarisedEstimate = Omit<ReportEstimate, 'summary'> & {
  readonly summary: Omit<EstimateSummary, 'parameters'> & {
    readonly parameters: Readonly<Record<string, ShownEstimate>>;
  };
};

export interface EstimateData {
  readonly fits: readonly ReportEstimate[];
  readonly subjects: readonly EstimatedSubject[];
  readonly groups: readonly EstimatedGroup[];
}

/** Subjects of one layout. */
export interface EstimatedGroup {
  readonly title: string;
  readonly subjects: readonly EstimatedSubject[];
  /** The subjects whose estimates may be used. */
  readonly usable: readonly EstimatedSubject[];
  /** One per element of the profile; empty for fewer than two usable subjects. */
  readonly comparisons: readonly EstimateComparison[];
}

/** The estimates of one element, compared between subjects. */
export interface EstimateComparison {
  readonly latent: ManifestQuantity;
  /** In the order of the usable subjects. */
  readonly entries: readonly {
    readonly subject: EstimatedSubject;
    readonly element: ProfileElement<ShownEstimate>;
  }[];
  /** How far the first is above the second; null if one of them has no estimate. */
  difference(first: number, second: number): EstimatedDifference | null;
}

export interface EstimatedDifference {
  /** In the unit of the latent. */
  readonly value: number;
  /** At the confidence level of the estimates; null if one of them has no interval. */
  readonly interval: readonly [lower: number, upper: number] | null;
}

export function gatherEstimates(fits: readonly ReportEstimate[]): EstimateData {
  const subjects = subjectsOf<SummarisedEstimate, ShownEstimate>(
    fits.map((fit) => ({ ...fit, summary: { ...fit.summary, parameters: shownEstimates(fit) } })),
  );
  const groups = groupSubjects(subjects).map((group): EstimatedGroup => {
    const usable = group.subjects.filter(isUsable);
    const elements = usable.length > 1 ? usable[0]!.elements : [];
    return {
      ...{ title: group.title, subjects: group.subjects, usable },
      comparisons: elements.map(({ latent }, place) =>
        compareEstimates(
          latent,
          usable.map((subject) => ({ subject, element: subject.elements[place]! })),
        ),
      ),
    };
  });
  return { fits, subjects, groups };
}

function shownEstimates({ estimates }: ReportEstimate): Record<string, ShownEstimate> {
  return Object.fromEntries(
    Object.entries(estimates).map(([name, each]) => [
      name,
      { ...each, q50: each.estimate, hdi95: each.interval },
    ]),
  );
}

/** Null if there are no usable estimates. */
export function overviewOfEstimates({ usable }: EstimatedGroup): Overview<EstimatedSubject> | null {
  return overviewBy(usable, ({ elements }) => capabilitiesIn(elements));
}

function compareEstimates(
  latent: ManifestQuantity,
  entries: EstimateComparison['entries'],
): EstimateComparison {
  return {
    latent,
    entries,
    difference(first, second) {
      const [a, b] = [entries[first]!, entries[second]!];
      const [of, other] = [a.element.summary, b.element.summary];
      if (of.estimate === null || other.estimate === null) return null;
      const value = of.estimate - other.estimate;
      const together = correlation(a, b);
      if (of.interval === null || other.interval === null || together === null)
        return { value, interval: null };
      const below = combined(of.estimate - of.interval[0], other.interval[1] - other.estimate, together);
      const above = combined(of.interval[1] - of.estimate, other.estimate - other.interval[0], together);
      return { value, interval: [value - below, value + above] };
    },
  };
}

/**
 * How far the end of the interval of a difference is from the difference, from how far the ends of both intervals are
 * from their estimates (the method of variance estimates recovery: Zou 2007, Psychological Methods 12, 399, equation
 * 15; for independent estimates its equation 11). It keeps the asymmetry of the intervals.
 */
function combined(own: number, other: number, together: number): number {
  return Math.sqrt(Math.max(0, own ** 2 + other ** 2 - 2 * together * own * other));
}

/** The correlation of two estimates: 0 for those of different fits; null if it is not known. */
function correlation(
  { subject: first, element: one }: EstimateComparison['entries'][number],
  { subject: second, element: other }: EstimateComparison['entries'][number],
): number | null {
  if (first.fit !== second.fit) return 0;
  const { covariance } = first.fit.summary;
  const [i, j] = [one.index, other.index];
  const [both, a, b] = [covariance?.[i]?.[j], covariance?.[i]?.[i], covariance?.[j]?.[j]];
  if (both == null || a == null || b == null || !(a > 0 && b > 0)) return null;
  return Math.min(1, Math.max(-1, both / Math.sqrt(a * b)));
}
