/** What a module reports of a run of sequential Monte Carlo. */

/** What is known of a run of sequential Monte Carlo: the numbers of `smc_report`, see docs/abi.md. */
export interface ParticleReport {
  /** Whether it is on its way from the prior to the posterior, no longer to the prior. */
  readonly fromPrior: boolean;
  /** How far along that way, from 0 to 1. */
  readonly exponent: number;
  /** Exponents of this way that it came through, the present one among them. */
  readonly temperatures: number;
  /** Sweeps of one transition a particle on this way. */
  readonly sweeps: number;
  /** The log of the data's probability under the layout, as this run estimates it. */
  readonly logEvidence: number;
  /** The log of the prior's integral, as this run estimates it: near 0, since priors are normalised. */
  readonly logPriorMass: number;
  /** The least over the exponents of the mean accept statistic of the last sweep. */
  readonly leastAcceptance: number;
  /** Draws from the prior that have descendants among the particles. */
  readonly ancestors: number;
  /** Gradients evaluated on this way. */
  readonly gradients: number;
  /**
   * The log evidence from the particles that leave each temperature alone, as `logEvidence` is from those that arrive at the next too.
   * It is the lower where particles do not follow the way.
   */
  readonly logEvidenceForward: number;
  /** How often the run went its way: 2 where particles did not follow it the first time, and it began again with more care. */
  readonly ways: number;
}

/** How many numbers `smc_report` writes. */
export const REPORT_NUMBERS = 11;

/** The report that these numbers are. */
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

/** How a run of sequential Monte Carlo went. */
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
