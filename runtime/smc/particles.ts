/** The particles of a run in linear memory, in two rows of which one is filled from the other when they are resampled. */
import { allocateEach } from '../memory';
import { vectorBytes } from '../sampler/vector';

/** Byte offsets of the parts of a particle: where it is, where it was when this exponent began, and the ends' gradients there. */
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

/** Of the present exponent: the gradient at the position, and the log density there and where it began. */
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

/** Which draw from the prior it descends from, as an f64. */
// @ts-ignore: decorator
@inline
export function rootAt(): usize {
  return logDensityAt() + 32;
}

/** Of its last transition, six f64s in the order of a row of `chain_run`: from `accept_stat__` to `energy__`. */
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

/** Makes room for `count` particles; room that was made before is used again. False when there is no more memory. */
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

/** Makes of each place a copy of its ancestor: i32s, as `resample` writes them. */
export function copyAncestors(ancestors: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const ancestor = particleAt(load<i32>(ancestors + (<usize>i << 2)));
    memory.copy(others + particleBytes() * <usize>i, ancestor, particleBytes());
  }
  const filled = others;
  others = particles;
  particles = filled;
}

/** How many draws from the prior have descendants among the particles. Relatives are neighbours. */
export function countRoots(count: i32): i32 {
  let roots = 1;
  for (let i = 1; i < count; i++) {
    if (load<f64>(particleAt(i) + rootAt()) != load<f64>(particleAt(i - 1) + rootAt())) roots++;
  }
  return roots;
}
