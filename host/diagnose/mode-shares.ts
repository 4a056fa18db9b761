/** How the draws of sequential Monte Carlo are shared among the modes that scouts found. */

import { mean, variance } from '../../statistics/moments.ts';
import type { ParameterDraws } from './summarise.ts';

/** A share of the draws, with its Monte Carlo standard error. */
export interface DrawShare {
  readonly share: number;
  /** From how the runs differ; null for a single run. */
  readonly error: number | null;
}

/**
 * For each mode the share of the draws that belong to it: those to whose mode a normal with its sds, without correlations,
 * gives the greatest density. Runs of equal length weigh the same.
 */
export function drawShares(modes: readonly Mode[], parameters: readonly ParameterDraws[]): DrawShare[] {
  const runs = parameters[0]!.chains.length;
  const shares = Array.from({ length: runs }, (_, run) => sharesOfRun(modes, parameters, run));
  return modes.map((_, index) => {
    const ofRuns = shares.map((each) => each[index]!);
    return { share: mean(ofRuns), error: runs < 2 ? null : Math.sqrt(variance(ofRuns) / runs) };
  });
}

function sharesOfRun(modes: readonly Mode[], parameters: readonly ParameterDraws[], run: number): number[] {
  const counts = new Array<number>(modes.length).fill(0);
  const draws = parameters[0]!.chains[run]!.length;
  for (let draw = 0; draw < draws; draw++) {
    const densities = modes.map(({ values }) =>
      parameters.reduce((sum, { name, chains }) => {
        const at = values[name]!;
        const z = (chains[run]![draw]! - at.mean) / at.sd;
        return sum - 0.5 * z * z - Math.log(at.sd);
      }, 0),
    );
    counts[densities.indexOf(Math.max(...densities))]!++;
  }
  return counts.map((count) => count / draws);
}

/** A maximum of the posterior density on the unconstrained scale. */
export interface Mode {
  /** How many scouts arrived there. */
  readonly scouts: number;
  readonly logDensity: number;
  /** The log of the posterior mass around it by Laplace's approximation, up to a constant. */
  readonly logEvidence: number;
  /** The share of the mass of all modes. */
  readonly share: number;
  /** The share of the draws that belong to it, where these were weighed among modes, by sequential Monte Carlo. */
  readonly draws?: DrawShare;
  /** By latent, on the layout's own scale: where it is, and its spread by the same approximation. */
  readonly values: Readonly<Record<string, { readonly mean: number; readonly sd: number }>>;
}
