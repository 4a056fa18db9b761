/**
 * A point of phase space in linear memory: position, whitened momentum, gradient, whitened force and log density.
 *
 * With the metric's factor L (covariance of the posterior ≈ L Lᵀ) the momentum kept here is r = Lᵀ p and the force is
 * f = Lᵀ ∇ log π. Then r ~ N(0, I), the kinetic energy is r·r / 2, and Betancourt's p♯·ρ is r·Σr: the tree needs one
 * kind of momentum, and a leapfrog step two products with L, whatever the metric.
 */
import { allocate } from '../memory';
import { vectorBytes } from './vector';

/** Byte offsets of the parts of a state. They are functions, since indexed latents have as many dimensions as the data have levels. */
export const POSITION: usize = 0;
// @ts-ignore: decorator
@inline
export function momentumAt(): usize {
  return vectorBytes();
}

// @ts-ignore: decorator
@inline
export function gradientAt(): usize {
  return vectorBytes() * 2;
}

// @ts-ignore: decorator
@inline
export function forceAt(): usize {
  return vectorBytes() * 3;
}

// @ts-ignore: decorator
@inline
export function logDensityAt(): usize {
  return vectorBytes() * 4;
}

// @ts-ignore: decorator
@inline
function stateBytes(): usize {
  return logDensityAt() + 8;
}

/** Allocates one state, all zero; 0 if there is no more memory. */
export function allocateState(): usize {
  return allocate(stateBytes());
}

/** target = source, all parts. */
export function copyState(target: usize, source: usize): void {
  memory.copy(target, source, stateBytes());
}
