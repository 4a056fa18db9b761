/** The particles of a run in linear memory, in two rows of which one is filled from the other when they are resampled. */
import { allocate } from '../memory';
import { VECTOR_BYTES } from '../sampler/vector';

/** Byte offsets of the parts of a particle: where it is, where it was when this exponent began, and the ends' gradients there. */
export const POSITION: usize = 0;
export const START: usize = VECTOR_BYTES;
export const FROM_GRADIENT: usize = VECTOR_BYTES * 2;
export const TO_GRADIENT: usize = VECTOR_BYTES * 3;
/** Of the present exponent: the gradient at the position, and the log density there and where it began. */
export const GRADIENT: usize = VECTOR_BYTES * 4;
export const LOG_DENSITY: usize = VECTOR_BYTES * 5;
export const START_LOG_DENSITY: usize = LOG_DENSITY + 8;
export const LOG_FROM: usize = LOG_DENSITY + 16;
export const LOG_TO: usize = LOG_DENSITY + 24;
/** Which draw from the prior it descends from, as an f64. */
export const ROOT: usize = LOG_DENSITY + 32;
/** Of its last transition, six f64s in the order of a row of `chain_run`: from `accept_stat__` to `energy__`. */
export const TRANSITION: usize = LOG_DENSITY + 40;
export const TRANSITION_BYTES: usize = 48;
const PARTICLE_BYTES: usize = (TRANSITION + TRANSITION_BYTES + 15) & ~15;

let particles: usize = 0;
let others: usize = 0;
let capacity: i32 = 0;

/** Makes room for `count` particles; room that was made before is used again. False when there is no more memory. */
export function reserveParticles(count: i32): bool {
  if (count <= capacity) return true;
  particles = allocate(PARTICLE_BYTES * <usize>count);
  others = allocate(PARTICLE_BYTES * <usize>count);
  capacity = particles != 0 && others != 0 ? count : 0;
  return capacity > 0;
}

/** The particle `index`. */
// @ts-ignore: decorator
@inline
export function particleAt(index: i32): usize {
  return particles + PARTICLE_BYTES * <usize>index;
}

/** Makes of each place a copy of its ancestor: i32s, as `resample` writes them. */
export function copyAncestors(ancestors: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const ancestor = particleAt(load<i32>(ancestors + (<usize>i << 2)));
    memory.copy(others + PARTICLE_BYTES * <usize>i, ancestor, PARTICLE_BYTES);
  }
  const filled = others;
  others = particles;
  particles = filled;
}

/** How many draws from the prior have descendants among the particles. Relatives are neighbours. */
export function countRoots(count: i32): i32 {
  let roots = 1;
  for (let i = 1; i < count; i++) {
    if (load<f64>(particleAt(i) + ROOT) != load<f64>(particleAt(i - 1) + ROOT)) roots++;
  }
  return roots;
}
