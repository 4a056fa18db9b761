/** Weights of particles on the way from one exponent to the next: how many of them count, how far the next one is, which particles live on. */
import { exp } from '../math/exp';
import { log } from '../math/log';
import { component, setComponent } from '../sampler/vector';

/** Halvings of the interval that the next exponent lies in. */
const HALVINGS: i32 = 60;
/** The increment is found to this share of itself. */
const PRECISION: f64 = 1e-4;

/** The greatest of `count` f64s; -Infinity when there is no other. */
export function greatest(values: usize, count: i32): f64 {
  let most = -Infinity;
  for (let i = 0; i < count; i++) most = max(most, component(values, i));
  return most;
}

/**
 * The effective sample size (Σw)² / Σw² of the weights w = e^(increment · difference), as Kong, Liu & Wong (1994) have
 * it. `differences` are log densities, end less beginning; -Infinity for a particle without density, which has no weight.
 */
export function effectiveSize(differences: usize, count: i32, increment: f64): f64 {
  const most = greatest(differences, count);
  if (most == -Infinity) return 0;
  let sum = 0.0;
  let squares = 0.0;
  for (let i = 0; i < count; i++) {
    const weight = exp(increment * (component(differences, i) - most));
    sum += weight;
    squares += weight * weight;
  }
  return (sum * sum) / squares;
}

/**
 * How far the exponent may go, at most `left`, for an effective sample size of at least `least` (Jasra, Stephens, Doucet
 * & Tsagaris 2011, by bisection: the size falls as the increment grows). Where so many particles have no density that no
 * increment leaves as much, the smallest: it drops them.
 */
export function nextIncrement(differences: usize, count: i32, left: f64, least: f64): f64 {
  if (effectiveSize(differences, count, left) >= least) return left;
  let near = 0.0;
  let far = left;
  for (let i = 0; i < HALVINGS && far - near > PRECISION * far; i++) {
    const middle = 0.5 * (near + far);
    if (effectiveSize(differences, count, middle) >= least) near = middle;
    else far = middle;
  }
  return near > 0 ? near : far;
}

/**
 * Writes the weights e^(increment · difference), scaled to sum to one. Returns the log of their mean before that, the
 * estimate of the ratio of two normalising constants (Del Moral, Doucet & Jasra 2006, eq. 14).
 */
export function fillWeights(weights: usize, differences: usize, count: i32, increment: f64): f64 {
  const most = greatest(differences, count);
  let sum = 0.0;
  for (let i = 0; i < count; i++) {
    const weight = exp(increment * (component(differences, i) - most));
    setComponent(weights, i, weight);
    sum += weight;
  }
  for (let i = 0; i < count; i++) setComponent(weights, i, component(weights, i) / sum);
  return increment * most + log(sum / <f64>count);
}

/** The log of a ratio that is found from both ends is halved down to this share of the greatest log weight. */
const BRIDGE_PRECISION: f64 = 1e-12;

/**
 * The log of the same ratio from both ends at once, by the acceptance ratio of Bennett (1976), eq. 12 with as many particles at either:
 * the c at which the sums of 1 / (1 + e^(c − w)) over the earlier exponent's particles and of 1 / (1 + e^(w − c)) over the later
 * one's are equal, w being increment · difference. Particles without density say nothing of the later end.
 *
 * @param earlier differences of the particles before they were weighed
 * @param later differences of those that moved at the later exponent
 */
export function bridgeRatio(earlier: usize, later: usize, count: i32, increment: f64): f64 {
  let least = Infinity;
  let high = -Infinity;
  for (let i = 0; i < 2 * count; i++) {
    const weight = increment * (i < count ? component(earlier, i) : component(later, i - count));
    if (weight == -Infinity) continue;
    least = min(least, weight);
    high = max(high, weight);
  }
  // Particles without density put the ratio below all weights, by the log of the share that has some.
  least -= log(<f64>count);
  high += log(<f64>count);
  // From the top in steps that double: a single particle in a narrow well of the density puts the least weight as far down as -1e80,
  // from where halving would not come near.
  let step = 1.0;
  let low = max(least, high - step);
  while (low > least && balanceAt(low, earlier, later, count, increment) <= 0) {
    high = low;
    step *= 2;
    low = max(least, high - step);
  }
  for (let i = 0; i < HALVINGS && high - low > BRIDGE_PRECISION * max(abs(low), abs(high)); i++) {
    const middle = 0.5 * (low + high);
    if (balanceAt(middle, earlier, later, count, increment) > 0) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

/** By how much the earlier end's sum is greater than the later one's where the log of the ratio is `c`; it falls as `c` grows. */
function balanceAt(c: f64, earlier: usize, later: usize, count: i32, increment: f64): f64 {
  let balance = 0.0;
  for (let i = 0; i < count; i++) {
    balance += 1 / (1 + exp(c - increment * component(earlier, i)));
    const back = increment * component(later, i);
    if (back > -Infinity) balance -= 1 / (1 + exp(back - c));
  }
  return balance;
}

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
