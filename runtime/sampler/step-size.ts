/** The step size: a first guess by doubling, then dual averaging towards a target accept rate. */
import { exp } from '../math/exp';
import { log } from '../math/log';
import { drawMomentum, energy, updateForce, leapfrog } from './hamiltonian';
import { copyState } from './state';

/**
 * Hoffman & Gelman (2014), section 3.2.1: γ, t₀ and κ. Their γ is 0.05, with which the step size swings so widely that
 * the average of its logs accepts 0.9 when 0.8 was asked for; four times that meets the target with a quarter fewer
 * gradients.
 */
const SHRINKAGE: f64 = 0.2;
const OFFSET: f64 = 10;
const DECAY: f64 = 0.75;

/** The first guess changes one step's weight by about this factor: Stan's 0.8. */
const FIRST_ACCEPT: f64 = 0.8;
const LARGEST: f64 = 1e7;
const SMALLEST: f64 = 1e-300;

let target: f64 = 0.8;
let size: f64 = 1;
let centre: f64 = 0;
let count: f64 = 0;
let error: f64 = 0;
let average: f64 = 0;

/** The present step size. */
export function stepSize(): f64 {
  return size;
}

/** Sets the step size to 1, to be adapted to a mean accept statistic of `targetAccept`. */
export function resetStepSize(targetAccept: f64): void {
  target = targetAccept;
  size = 1;
  restartAveraging();
}

/** Multiplies the step size. */
export function scaleStepSize(factor: f64): void {
  size *= factor;
}

/** Restarts dual averaging, shrunk towards the present step size (Hoffman & Gelman shrink towards ten times it, and overshoot). */
export function restartAveraging(): void {
  centre = log(size);
  count = 0;
  error = 0;
  average = 0;
}

/** Adapts to the accept statistic of a transition: Hoffman & Gelman (2014), eq. 6. */
export function adaptStepSize(acceptStatistic: f64): void {
  count += 1;
  error += (target - acceptStatistic - error) / (count + OFFSET);
  const logSize = centre - (error * sqrt(count)) / SHRINKAGE;
  const weight = exp(-DECAY * log(count));
  average += weight * (logSize - average);
  size = exp(logSize);
}

/** The step size for the rest of the chain: the weighted average of those tried since the last restart. */
export function settleStepSize(): void {
  if (count > 0) size = exp(average);
}

/**
 * Doubles or halves the step size until one step from `current` crosses an accept probability of 0.8: Hoffman & Gelman
 * (2014), algorithm 4, with Stan's bound and a new momentum for each try. `trial` is overwritten. Stops at sizes that no
 * target needs, since on a flat density it would double for ever.
 */
export function guessStepSize(current: usize, trial: usize): void {
  const bound = log(FIRST_ACCEPT);
  const grows = firstStepChange(current, trial) > bound;
  while (size < LARGEST && size > SMALLEST) {
    if (firstStepChange(current, trial) > bound != grows) return;
    size *= grows ? 2 : 0.5;
  }
}

/** H before minus H after one step with new momentum; -Infinity if that is not a number. */
function firstStepChange(current: usize, trial: usize): f64 {
  copyState(trial, current);
  updateForce(trial);
  drawMomentum(trial);
  const before = energy(trial);
  leapfrog(trial, size);
  const change = before - energy(trial);
  return change == change ? change : -Infinity;
}
