/** The Hamiltonian of whitened momentum, H = r·r / 2 − log π(q), and the leapfrog steps that nearly keep it. */
import { DIMENSION, logDensityUnconstrained } from '../layout';
import { normal } from '../random/stream';
import { logBetween } from '../smc/bridge';
import { whitenForce, advance } from './metric';
import { forceAt, gradientAt, logDensityAt, momentumAt, POSITION } from './state';
import { dot, setComponent, addScaled } from './vector';

let gradients: f64 = 0;

/** Whether an intermediate density of sequential Monte Carlo is sampled instead of the posterior. */
let onTheWay: bool = false;

/** Makes all that follows sample the posterior. */
export function samplePosterior(): void {
  onTheWay = false;
}

/** Makes all that follows sample the density at the present exponent of sequential Monte Carlo. */
export function sampleOnTheWay(): void {
  onTheWay = true;
}

/** Gradients evaluated since `resetGradients`. A double, since an i32 would overflow on a long chain. */
export function gradientCount(): f64 {
  return gradients;
}

/** Sets the count of gradients to 0. */
export function resetGradients(): void {
  gradients = 0;
}

/** Adds gradients that were evaluated elsewhere for the same chain. */
export function addGradients(count: f64): void {
  gradients += count;
}

/** Computes the log density and its gradient at the state's position. */
export function evaluate(state: usize): void {
  gradients += 1;
  const position = state + POSITION;
  const gradient = state + gradientAt();
  store<f64>(
    state + logDensityAt(),
    onTheWay ? logBetween(position, gradient) : logDensityUnconstrained(position, gradient),
  );
}

/** Computes the state's force from its gradient, with the present metric. */
export function updateForce(state: usize): void {
  whitenForce(state + forceAt(), state + gradientAt());
}

/** Draws the state's momentum, r ~ N(0, I). */
export function drawMomentum(state: usize): void {
  for (let i = 0; i < DIMENSION; i++) setComponent(state + momentumAt(), i, normal());
}

/** H at a state; NaN or infinite if its density is not finite. */
export function energy(state: usize): f64 {
  return 0.5 * dot(state + momentumAt(), state + momentumAt()) - load<f64>(state + logDensityAt());
}

/**
 * One step of the leapfrog integrator, which is symplectic and reversible: moves a state by time `step` (negative:
 * backwards) at the cost of one gradient. In whitened momentum the step is r += ε/2 Lᵀ∇log π(q), q += ε L r, r += ε/2
 * Lᵀ∇log π(q): Neal (2011), eqs 2.28 to 2.30, with p = L⁻ᵀ r.
 */
export function leapfrog(state: usize, step: f64): void {
  addScaled(state + momentumAt(), 0.5 * step, state + forceAt());
  advance(state + POSITION, step, state + momentumAt());
  evaluate(state);
  updateForce(state);
  addScaled(state + momentumAt(), 0.5 * step, state + forceAt());
}
