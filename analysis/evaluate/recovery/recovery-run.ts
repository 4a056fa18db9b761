/** One run of a recovery: a profile, the outcomes that were drawn from it, and the fit to them. */
import type { SampledPosterior } from '../../../host/fit.ts';
import type { RecoveredParameter } from './recovered-parameter.ts';

export interface RecoveryRun {
  /** From 1. */
  readonly run: number;
  /** Of the simulation and of the fit. */
  readonly seed: bigint;
  /** `failed` too where the sampler found no start. */
  readonly status: SampledPosterior['verdict']['status'];
  /** The kinds of what was found, in the order of the verdict. */
  readonly findings: readonly string[];
  /** Why there was no fit at all; else null. */
  readonly error: string | null;
  /** The profile, in the order of a draw. */
  readonly truths: readonly number[];
  /** Of a fit that failed none: its numbers are no estimates. */
  readonly parameters: readonly RecoveredParameter[];
}

/** The names of a tidy table's columns, and one row for each parameter of each run; a failed run's have the truth and no more. */
export function recoveryTable(
  names: readonly string[],
  runs: readonly RecoveryRun[],
): (readonly (string | number | null)[])[] {
  const heads = ['mean', 'sd', 'q2.5', 'q25', 'q50', 'q75', 'q97.5', 'rank', 'effective draws'];
  return [
    ['run', 'seed', 'status', 'findings', 'error', 'parameter', 'truth', ...heads],
    ...runs.flatMap(({ run, seed, status, findings, error, truths, parameters }) =>
      names.map((name, index) => {
        const found = parameters[index];
        return [
          ...[run, String(seed), status, findings.join(' '), error, name, truths[index]!],
          ...(found === undefined
            ? heads.map(() => null)
            : [
                ...[found.mean, found.sd, found.q2_5, found.q25, found.q50, found.q75, found.q97_5],
                ...[found.rank, found.effectiveDraws],
              ]),
        ];
      }),
    ),
  ];
}
