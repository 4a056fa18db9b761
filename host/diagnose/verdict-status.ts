/** The conclusion from findings: whether a fit can be used, and whether its user must know of further modes. */
import { FINDING_WEIGHTS, type Finding, type FindingKind, type FindingWeight } from './finding.ts';

/**
 * - `converged`: nothing was found that calls for action; the summaries describe the posterior within their Monte Carlo errors
 * - `usable`: they do as far as is known, but not to the usual standard; follow the findings before reporting
 * - `failed`: they do not describe the posterior, or this is unknown; do not use them
 */
export type VerdictStatus = (typeof VERDICT_STATUSES)[number];

export const VERDICT_STATUSES = ['converged', 'usable', 'failed'] as const;

export interface Verdict {
  readonly status: VerdictStatus;
  /** The gravest first. If converged, there are only notes, or none. */
  readonly findings: readonly Finding[];
}

/** The verdict that follows from these findings. */
export function verdictOf(found: readonly Finding[]): Verdict {
  const findings = [...found].sort(
    (a, b) => FINDING_WEIGHTS.indexOf(a.weight) - FINDING_WEIGHTS.indexOf(b.weight),
  );
  const has = (weight: FindingWeight) => findings.some((finding) => finding.weight === weight);
  return { status: has('fatal') ? 'failed' : has('caution') ? 'usable' : 'converged', findings };
}

/**
 * Whether there is a further mode that must be reported with the numbers: one with enough mass to change them.
 *
 * @param kinds the kinds of findings in a fit
 */
export function hasFurtherMode(kinds: readonly string[]): boolean {
  return kinds.includes('minor-mode' satisfies FindingKind);
}
