/** What findings come to: whether a fit can be used, and whether it has further modes of which its user must know. */
import { FINDING_WEIGHTS, type Finding, type FindingKind, type FindingWeight } from './finding.ts';

/**
 * - `converged`: nothing was found that calls for action; the summaries describe the posterior within their Monte Carlo errors
 * - `usable`: they do for all that is known, but not to the usual standard; do what the findings say before reporting
 * - `failed`: they do not describe the posterior, or nobody can tell; do not use them
 */
export type VerdictStatus = (typeof VERDICT_STATUSES)[number];

export const VERDICT_STATUSES = ['converged', 'usable', 'failed'] as const;

export interface Verdict {
  readonly status: VerdictStatus;
  /** The gravest first. Notes, if anything, exactly when converged. */
  readonly findings: readonly Finding[];
}

/** The verdict that these findings come to. */
export function verdictOf(found: readonly Finding[]): Verdict {
  const findings = [...found].sort(
    (a, b) => FINDING_WEIGHTS.indexOf(a.weight) - FINDING_WEIGHTS.indexOf(b.weight),
  );
  const has = (weight: FindingWeight) => findings.some((finding) => finding.weight === weight);
  return { status: has('fatal') ? 'failed' : has('caution') ? 'usable' : 'converged', findings };
}

/**
 * Whether there is a further mode that is to be reported beside the numbers: one with enough of the mass to change them.
 *
 * @param kinds of what was found in a fit
 */
export function hasFurtherMode(kinds: readonly string[]): boolean {
  return kinds.includes('minor-mode' satisfies FindingKind);
}
