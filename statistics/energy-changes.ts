/** What momenta that are drawn anew do to the energy, beside how it is spread: the energy plot. */
import { mean } from './moments.ts';

export interface EnergyChanges {
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
