/** One finished fit of a sweep, as it is kept until all are done. Nothing of it depends on the clock. */
import type { FindingKind } from '../host/diagnose/finding.ts';
import type { ParameterSummary, SamplerSummary } from '../host/diagnose/summarise.ts';
import type { VerdictStatus } from '../host/diagnose/verdict.ts';

export interface SweepResult {
  /** As `taskKey` gives it. */
  readonly key: string;
  readonly status: VerdictStatus;
  readonly findings: readonly FindingKind[];
  /** Why there is no fit, where there is none, such as a chain without a start: its `parameters` are empty then. */
  readonly error?: string;
  readonly divergences: SamplerSummary['divergences'];
  /** By the name of the parameter, in the order of the draws. */
  readonly parameters: Readonly<Record<string, ParameterSummary>>;
  /** Scores of the predictions for the rows that were held out, by the name of the score; absent where none were. */
  readonly scores?: Readonly<Record<string, number>>;
}
