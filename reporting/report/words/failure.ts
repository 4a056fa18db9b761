/** In what way a fit failed, in the words of how it was made: chains converge, climbs find an estimate. */
import type { ReportSummary } from '../subjects.ts';

/** What failed: the chains, the climbs to the mode, or the normal that stands for the posterior around it. */
export const FAILURES = ['chains', 'climbs', 'approximation'] as const;

export type FitFailure = (typeof FAILURES)[number];

/** The failure of a fit that failed. */
export function failureOf({ estimate, findings }: FailedSummary): FitFailure {
  if (estimate === undefined) return 'chains';
  const fatal = findings.filter(({ weight }) => weight === 'fatal');
  return fatal.length > 0 && fatal.every(({ kind }) => kind === 'approximation') ? 'approximation' : 'climbs';
}

export type FailedSummary = Pick<ReportSummary, 'estimate' | 'findings'>;

/** As a verdict. */
export const FAILURE_VERDICTS = {
  chains: 'did not converge',
  climbs: 'no estimate',
  approximation: 'poor approximation',
} as const satisfies Record<FitFailure, string>;

/** What is said of these fits, all or some of `count`, without a full stop: those that failed in one way. */
export function failureText(failure: FitFailure, names: string, failed: number, count: number): string {
  const of = `${failed} of ${count} fits`;
  switch (failure) {
    case 'chains':
      return count === 1 ? 'This fit did not converge' : `${of} did not converge: ${names}`;
    case 'climbs':
      return count === 1
        ? 'The climbs of this fit found no estimate'
        : `The climbs of ${of} found no estimate: ${names}`;
    case 'approximation':
      return count === 1
        ? 'The normal approximation of this fit is too far from the posterior'
        : `The normal approximation of ${of} is too far from the posterior: ${names}`;
  }
}

/** The same of one fit, after its name. */
export const OWN_FAILURE = {
  chains: 'Its fit did not converge',
  climbs: 'The climbs of its fit found no estimate',
  approximation: 'The normal approximation of its fit is too far from the posterior',
} as const satisfies Record<FitFailure, string>;
