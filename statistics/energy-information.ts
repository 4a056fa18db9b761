/** The Bayesian fraction of missing information: how well fresh momenta explore the energies of the posterior. */

import { mean } from './moments.ts';

/**
 * Estimated E-BFMI of one chain from its `energy__`: the squared changes of the energy over its squared deviations
 * from the mean (Betancourt 2016, arXiv:1604.00695). Null for fewer than two energies, energies that are
 * not finite, or energies that never change.
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
  /** Each energy less their mean, sorted. */
  readonly marginal: Float64Array;
  /** Each energy less the one before, sorted. */
  readonly transition: Float64Array;
}

/**
 * Of one chain's `energy__`. Where transitions are much narrower than the marginal energies, the chain hardly gets into the tails
 * (Betancourt 2017, A Conceptual Introduction to Hamiltonian Monte Carlo, section 6.1).
 *
 * @throws RangeError for fewer than two energies, or such as are not finite
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
