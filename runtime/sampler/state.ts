/**
 * A point of phase space in linear memory: position, whitened momentum, gradient, whitened force and log density.
 *
 * With the metric's factor L (covariance of the posterior ≈ L Lᵀ) the momentum kept here is r = Lᵀ p and the force is
 * f = Lᵀ ∇ log π. Then r ~ N(0, I), the kinetic energy is r·r / 2, and Betancourt's p♯·ρ is r·Σr: the tree needs one
 * kind of momentum, and a leapfrog step two products with L, whatever the metric.
 */
import { allocate } from '../memory';
import { VECTOR_BYTES } from './vector';

/** Byte offsets of the parts of a state. */
export const POSITION: usize = 0;
export const MOMENTUM: usize = VECTOR_BYTES;
export const GRADIENT: usize = VECTOR_BYTES * 2;
export const FORCE: usize = VECTOR_BYTES * 3;
export const LOG_DENSITY: usize = VECTOR_BYTES * 4;

const STATE_BYTES: usize = LOG_DENSITY + 8;

/** Room for one state, all zero. */
export function allocateState(): usize {
  const state = allocate(STATE_BYTES);
  memory.fill(state, 0, STATE_BYTES);
  return state;
}

/** target = source, every part of it. */
export function copyState(target: usize, source: usize): void {
  memory.copy(target, source, STATE_BYTES);
}
