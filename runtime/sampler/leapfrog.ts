/** The leapfrog integrator: one symplectic, reversible step of Hamilton's equations, in place. */
import { evaluate, updateForce } from './hamiltonian';
import { advance } from './metric';
import { forceAt, momentumAt, POSITION } from './state';
import { addScaled } from './vector';

/**
 * Moves a state by time `step` (negative: backwards) at the cost of one gradient. In whitened momentum the step is
 * r += ε/2 Lᵀ∇log π(q), q += ε L r, r += ε/2 Lᵀ∇log π(q): Neal (2011), eqs 2.28 to 2.30, with p = L⁻ᵀ r.
 */
export function leapfrog(state: usize, step: f64): void {
  addScaled(state + momentumAt(), 0.5 * step, state + forceAt());
  advance(state + POSITION, step, state + momentumAt());
  evaluate(state);
  updateForce(state);
  addScaled(state + momentumAt(), 0.5 * step, state + forceAt());
}
