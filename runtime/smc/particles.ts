/** The particles of a run in linear memory, in two buffers: resampling fills one from the other. */
import { allocateEach } from '../memory';
import { vectorBytes } from '../sampler/vector';

/**
 * Byte offsets of a particle's parts: its position, its position at the start of this exponent, and the gradients of
 * both ends of the leg there.
 */
export const POSITION: usize = 0;
// @ts-ignore: decorator
@inline
export function startAt(): usize {
  return vectorBytes();
}

// @ts-ignore: decorator
@inline
export function fromGradientAt(): usize {
  return vectorBytes() * 2;
}

// @ts-ignore: decorator
@inline
export function toGradientAt(): usize {
  return vectorBytes() * 3;
}

/** For the current exponent: the gradient at the position, and the log densities at the position and at the start. */
// @ts-ignore: decorator
@inline
export function gradientAt(): usize {
  return vectorBytes() * 4;
}

// @ts-ignore: decorator
@inline
export function logDensityAt(): usize {
  return vectorBytes() * 5;
}

// @ts-ignore: decorator
@inline
export function startLogDensityAt(): usize {
  return logDensityAt() + 8;
}

// @ts-ignore: decorator
@inline
export function logFromAt(): usize {
  return logDensityAt() + 16;
}

// @ts-ignore: decorator
@inline
export function logToAt(): usize {
  return logDensityAt() + 24;
}

/** The index of the particle at the start of the leg from which it descends, as an f64. */
// @ts-ignore: decorator
@inline
export function rootAt(): usize {
  return logDensityAt() + 32;
}

/**
 * The statistics of its last transition, six f64s in the order of a row of `chain_run`, from `accept_stat__` to
 * `energy__`.
 */
// @ts-ignore: decorator
@inline
export function transitionAt(): usize {
  return logDensityAt() + 40;
}

export const TRANSITION_BYTES: usize = 48;
// @ts-ignore: decorator
@inline
function particleBytes(): usize {
  return (transitionAt() + TRANSITION_BYTES + 15) & ~15;
}

let particles: usize = 0;
let others: usize = 0;
let capacity: i32 = 0;

/** Allocates memory for `count` particles, or uses what is allocated. False if there is no more memory. */
export function reserveParticles(count: i32): bool {
  if (count <= capacity) return true;
  particles = allocateEach(count, particleBytes());
  others = allocateEach(count, particleBytes());
  capacity = particles != 0 && others != 0 ? count : 0;
  return capacity > 0;
}

/** The particle `index`. */
// @ts-ignore: decorator
@inline
export function particleAt(index: i32): usize {
  return particles + particleBytes() * <usize>index;
}

/** Replaces each particle by a copy of its ancestor; `ancestors` are i32s from `resample`. */
export function copyAncestors(ancestors: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const ancestor = particleAt(load<i32>(ancestors + (<usize>i << 2)));
    memory.copy(others + particleBytes() * <usize>i, ancestor, particleBytes());
  }
  const filled = others;
  others = particles;
  particles = filled;
}

/** The number of particles at the start of the leg that have descendants. Descendants of one particle are adjacent. */
export function countRoots(count: i32): i32 {
  let roots = 1;
  for (let i = 1; i < count; i++) {
    if (load<f64>(particleAt(i) + rootAt()) != load<f64>(particleAt(i - 1) + rootAt())) roots++;
  }
  return roots;
}
