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
