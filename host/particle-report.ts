/** A module's report on a run of sequential Monte Carlo. */

/** The state of a run of sequential Monte Carlo: the numbers of `smc_report`, see docs/reference/abi.md. */
export interface ParticleReport {
  /** Whether it is on the path from the prior to the posterior, no longer on that to the prior. */
  readonly fromPrior: boolean;
  /** The position on that path, from 0 to 1. */
  readonly exponent: number;
  /** The number of exponents of this path so far, including the present one. */
  readonly temperatures: number;
  /** The number of sweeps on this path, with one transition per particle. */
  readonly sweeps: number;
  /** The log of the data's probability under the layout, as this run estimates it. */
  readonly logEvidence: number;
  /** The log of the prior's integral, as this run estimates it: near 0, since priors are normalised. */
  readonly logPriorMass: number;
  /** The minimum over the exponents of the mean accept statistic of the last sweep. */
  readonly leastAcceptance: number;
  /** The number of draws from the prior with descendants among the particles. */
  readonly ancestors: number;
  /** The number of gradients evaluated on this path. */
  readonly gradients: number;
  /**
   * The log evidence from only the particles that leave each temperature; `logEvidence` also uses those that arrive at
   * the next. It is lower if particles do not follow the path.
   */
  readonly logEvidenceForward: number;
  /**
   * The number of passes: 2 if particles did not follow the path the first time, and the run started again with more
   * care.
   */
  readonly ways: number;
}

/** The number of values that `smc_report` writes. */
export const REPORT_NUMBERS = 11;

/** The report from these numbers. */
export function readReport(numbers: Float64Array): ParticleReport {
  const at = (index: number) => numbers[index]!;
  return {
    fromPrior: at(0) === 1,
    exponent: at(1),
    temperatures: at(2),
    sweeps: at(3),
    logEvidence: at(4),
    logPriorMass: at(5),
    leastAcceptance: at(6),
    ancestors: at(7),
    gradients: at(8),
    logEvidenceForward: at(9),
    ways: at(10),
  };
}

/** Diagnostics of a run of sequential Monte Carlo. */
export type ParticleRun = Pick<
  ParticleReport,
  | 'temperatures'
  | 'sweeps'
  | 'logEvidence'
  | 'logEvidenceForward'
  | 'logPriorMass'
  | 'leastAcceptance'
  | 'ancestors'
  | 'ways'
>;
