/** Resampling: which particles live on, and how often. */
import { component } from '../sampler/vector';

/**
 * Systematic resampling (Kitagawa 1996): writes for each of `count` places, as an i32, the particle that fills it.
 * Particle i fills `count` · weight of them, rounded up or down, in expectation exactly; particles keep their order, so
 * that relatives stay neighbours.
 *
 * @param weights f64s that sum to one
 * @param offset uniform on (0, 1), the same for all places
 */
export function resample(ancestors: usize, weights: usize, count: i32, offset: f64): void {
  let particle = 0;
  let passed = component(weights, 0);
  for (let place = 0; place < count; place++) {
    const point = (<f64>place + offset) / <f64>count;
    // The sum may end a rounding error below one: the last particle that has weight takes the rest.
    while (point > passed && particle < count - 1) {
      const following = nextWithWeight(weights, particle, count);
      if (following == count) break;
      particle = following;
      passed += component(weights, particle);
    }
    store<i32>(ancestors + (<usize>place << 2), particle);
  }
}

/** The next particle after `particle` that has weight; `count` when there is none. */
function nextWithWeight(weights: usize, particle: i32, count: i32): i32 {
  let next = particle + 1;
  while (next < count && component(weights, next) == 0) next++;
  return next;
}
