/**
 * Weights of particles between two exponents: their effective number, the next exponent, the evidence, and resampling.
 */
import { exp } from '../math/exp';
import { log } from '../math/log';
import { component, setComponent } from '../sampler/vector';

/** Maximum number of bisections for the next exponent. */
const HALVINGS: i32 = 60;
/** Relative precision of the increment. */
const PRECISION: f64 = 1e-4;

/** The maximum of `count` f64s; −Infinity for none. */
export function greatest(values: usize, count: i32): f64 {
  let most = -Infinity;
  for (let i = 0; i < count; i++) most = max(most, component(values, i));
  return most;
}

/**
 * The effective sample size (Σw)² / Σw² of the weights w = e^(increment · difference), after Kong, Liu & Wong (1994).
 * `differences` are log densities at the end of the leg minus those at its start; −Infinity for a particle of density
 * 0, which has no weight.
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
 * The largest increment of the exponent, at most `left`, with an effective sample size of at least `least` (Jasra,
 * Stephens, Doucet & Tsagaris 2011, by bisection, since the size decreases with the increment). If too many particles
 * have density 0 for any increment, the smallest one is returned, which drops them.
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
 * Writes the weights e^(increment · difference), normalised to sum to one. Returns the log of their mean before
 * normalisation, which estimates the log ratio of two normalising constants (Del Moral, Doucet & Jasra 2006, eq. 14).
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

/** Precision of the bisection for the two-sided log ratio, relative to the largest log weight. */
const BRIDGE_PRECISION: f64 = 1e-12;

/**
 * The same log ratio estimated from both sides, by the acceptance ratio of Bennett (1976), eq. 12 with equally many
 * particles on each: the c for which Σ 1 / (1 + e^(c − w)) over the earlier particles equals Σ 1 / (1 + e^(w − c)) over
 * the later ones, where w = increment · difference. Particles of density 0 say nothing about the later side.
 *
 * @param earlier differences of the particles before they were weighted
 * @param later differences of the particles that moved at the later exponent
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
  // Particles of density 0 can put the ratio below all weights, by at most ln(count).
  least -= log(<f64>count);
  high += log(<f64>count);
  // From the top in doubling steps: one particle in a narrow well of the density can put the smallest log weight at
  // −1e80, and bisection from there would not converge.
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

/** The earlier sum minus the later one at log ratio `c`; it decreases in `c`. */
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
 * Systematic resampling (Kitagawa 1996): writes for each of `count` positions, as an i32, the particle that fills it.
 * Particle i fills `count` · weight of them, rounded up or down, with the exact expectation. The order of particles is
 * kept, so that descendants of one particle stay adjacent.
 *
 * @param weights f64s that sum to one
 * @param offset uniform on (0, 1), the same for all positions
 */
export function resample(ancestors: usize, weights: usize, count: i32, offset: f64): void {
  let particle = 0;
  let passed = component(weights, 0);
  for (let place = 0; place < count; place++) {
    const point = (<f64>place + offset) / <f64>count;
    // The sum may end a rounding error below one: the last particle with weight takes the rest.
    while (point > passed && particle < count - 1) {
      const following = nextWithWeight(weights, particle, count);
      if (following == count) break;
      particle = following;
      passed += component(weights, particle);
    }
    store<i32>(ancestors + (<usize>place << 2), particle);
  }
}

/** The next particle after `particle` with positive weight; `count` if there is none. */
function nextWithWeight(weights: usize, particle: i32, count: i32): i32 {
  let next = particle + 1;
  while (next < count && component(weights, next) == 0) next++;
  return next;
}
