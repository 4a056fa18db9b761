/**
 * The Bayesian fraction of missing information (E-BFMI): how well resampled momenta explore the energies of the
 * posterior.
 */

import { mean } from './moments.ts';

/**
 * Estimated E-BFMI of one chain from its `energy__`: the sum of squared changes of the energy over the sum of squared
 * deviations from its mean (Betancourt 2016, arXiv:1604.00695). Null for fewer than two energies, energies that are not
 * finite, or energies that never change.
 */
export function energyInformation(energies: ArrayLike<number>): number | null {
  if (energies.length < 2) {
    return null;
  }
  const centre = mean(energies);
  let changes = 0;
  let deviations = 0;
  for (let i = 0; i < energies.length; i++) {
    deviations += (energies[i]! - centre) ** 2;
    if (i > 0) {
      changes += (energies[i]! - energies[i - 1]!) ** 2;
    }
  }
  return changes > 0 && Number.isFinite(deviations) ? changes / deviations : null;
}

interface EnergyChanges {
  /** Each energy minus their mean, sorted. */
  readonly marginal: Float64Array;
  /** Each energy minus the previous one, sorted. */
  readonly transition: Float64Array;
}

/**
 * The marginal energies and energy changes of one chain's `energy__`. If the changes are much narrower than the
 * marginal energies, the chain hardly reaches the tails (Betancourt 2017, A Conceptual Introduction to Hamiltonian
 * Monte Carlo, section 6.1).
 *
 * @throws RangeError for fewer than two energies, or energies that are not finite
 */
export function energyChanges(energies: Float64Array): EnergyChanges {
  if (energies.length < 2 || !energies.every(Number.isFinite)) {
    throw new RangeError('changes of the energy take two finite energies or more');
  }
  const center = mean(energies);
  return {
    marginal: energies.map((energy) => energy - center).sort(),
    transition: Float64Array.from(energies.subarray(1), (energy, place) => energy - energies[place]!).sort(),
  };
}
