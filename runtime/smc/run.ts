/**
 * One run of sequential Monte Carlo. Particles go from a standard normal to the prior and on to the posterior through
 * tempered densities with adaptive exponents. At each exponent they are weighted, resampled, and moved by NUTS (Del
 * Moral, Doucet & Jasra 2006; Buchholz, Chopin & Jacob 2021, Adaptive tuning of Hamiltonian Monte Carlo within
 * sequential Monte Carlo).
 */
import { DIMENSION, VALUES, constrain } from '../layout';
import { exp } from '../math/exp';
import { allocate, isExhausted } from '../memory';
import { normal, seedStream, uniform } from '../random/stream';
import { gradientCount, resetGradients, sampleOnTheWay } from '../sampler/hamiltonian';
import { allocateMetric, forgetDraws, learnMetric, observeDraw, resetMetric } from '../sampler/metric';
import * as state from '../sampler/state';
import { guessStepSize, resetStepSize, scaleStepSize, stepSize } from '../sampler/step-size';
import { reserveTrajectory, transition, transitionDepth, transitionEnergy } from '../sampler/transition';
import { acceptStatistic, hasDiverged, leapfrogCount } from '../sampler/tree';
import { allFinite, copy, setComponent } from '../sampler/vector';
import { TO_POSTERIOR, TO_PRIOR, allocateBridge, logFrom, logTo, mix, mixGradient, placeOnBridge } from './bridge';
import { allocateDecorrelation, beginDecorrelation, hasDecorrelated } from './decorrelation';
import * as particle from './particles';
import { copyAncestors, countRoots, particleAt, reserveParticles } from './particles';
import { resample, bridgeRatio, fillWeights, greatest, nextIncrement } from './weights';

/** The status of a run, as in docs/reference/abi.md. */
const GOING: i32 = 0;
// @ts-ignore: decorator
@inline
const ARRIVED: i32 = 1;
const NO_DENSITY: i32 = 2;
const NO_MEMORY: i32 = 3;

/** The first random stream of runs: chains and scouts use those below. */
const FIRST_STREAM: u32 = 0x4000_0000;

/**
 * The minimum effective share of particles after a step of the exponent. On the way to the prior steps are cheap, and
 * long steps towards a prior wider than the reference would have weights with infinite variance.
 */
const MIN_EFFECTIVE_TO_PRIOR: f64 = 0.9;
const MIN_EFFECTIVE: f64 = 0.5;
const MIN_EFFECTIVE_CAREFUL: f64 = 0.8;

/**
 * The maximum correlation with the start before the exponent goes on. On the way it may be larger, since the next
 * resampling weights particles anew, and more sweeps would not make the evidence more precise. Particles at the end of
 * a leg become draws.
 */
const LITTLE_ON_THE_WAY: f64 = 0.5;
const LITTLE: f64 = 0.1;

/**
 * Particles that lag behind the path see too little of the next exponent's mass. The log evidence from the particles
 * before each step is then below the estimate that uses the particles on both sides. If the difference exceeds LAGGING,
 * the run starts again, with smaller steps at which particles move until they are decorrelated. For few particles both
 * estimates are noisy: the difference must also exceed LAGGING_BY_NOISE over the square root of their number.
 */
const LAGGING: f64 = 0.1;
const LAGGING_BY_NOISE: f64 = 3;
const CAREFUL_TARGET: f64 = 0.95;

/** A sweep counts only if its mean accept statistic is at least this share of the target. */
const ACCEPTED_ENOUGH: f64 = 0.5;

/** Maximum number of sweeps at one exponent. */
const MAX_SWEEPS: i32 = 20;

/** A deeper tree has more steps than can be counted or waited for. */
const MAX_TREE_DEPTH: i32 = 30;

let current: usize = 0;
let trial: usize = 0;
/** For each particle: log density at the end of the leg minus that at its start, weight, and ancestor. */
let differences: usize = 0;
/** The differences at the previous exponent, and the size of the step from it. */
let before: usize = 0;
let lastIncrement: f64 = 0;
let weights: usize = 0;
let ancestors: usize = 0;
let room: i32 = 0;

let status: i32 = ARRIVED;
let count: i32 = 0;
let maxDepth: i32 = 10;
let target: f64 = 0.8;
/** Whether this is the second, careful attempt, and the gradients that the first one took. */
let isCareful: bool = false;
let spent: f64 = 0;

let leg: i32 = TO_PRIOR;
let exponent: f64 = 0;
let sweep: i32 = 0;
/** The next particle to move, and the sum of the accept statistics in this sweep. */
let moving: i32 = 0;
let accepted: f64 = 0;

/** The log evidence of both legs. */
const evidences = memory.data(16, 16);
/**
 * The same, estimated from both sides of each step: from the particles before it, and from those that moved after it.
 */
const bridged = memory.data(16, 16);
let steps: i32 = 0;
let sweeps: i32 = 0;
let leastAccepted: f64 = 1;
/** Gradients evaluated at the particles, apart from those of their transitions. */
let extraGradients: f64 = 0;

/**
 * Begins run number `run` of a seed: with its own random stream, and particles drawn from a standard normal. May be
 * called again for another run; memory is allocated the first time, and when there are more particles.
 *
 * @param particles how many, at least 2
 * @param targetAccept the mean accept statistic to which the step size is adapted, in (0, 1)
 * @param maxTreeDepth maximum number of doublings of a trajectory, from 1 to 30
 */
export function smcStart(
  seedLow: u32,
  seedHigh: u32,
  run: i32,
  particles: i32,
  targetAccept: f64,
  maxTreeDepth: i32,
): i32 {
  count = max(2, particles);
  maxDepth = min(max(maxTreeDepth, 1), MAX_TREE_DEPTH);
  target = targetAccept;
  if (!reserve()) return NO_MEMORY;
  sampleOnTheWay();
  seedStream(seedLow, seedHigh, FIRST_STREAM + <u32>run);
  isCareful = false;
  spent = 0;
  status = beginWay();
  return status == NO_DENSITY ? NO_DENSITY : 0;
}

/** Draws new particles at the start of the path. */
function beginWay(): i32 {
  resetStepSize(target);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < DIMENSION; k++) setComponent(particleAt(i) + particle.POSITION, k, normal());
  }
  beginLeg(TO_PRIOR);
  resetMetric(particleAt(0) + particle.fromGradientAt(), 0);
  return beginExponent();
}

/** Allocates memory for a run with `count` particles. */
function reserve(): bool {
  if (current == 0) {
    if (!allocateDecorrelation()) return false;
    allocateBridge();
    allocateMetric();
    current = state.allocateState();
    trial = state.allocateState();
  }
  reserveTrajectory(maxDepth);
  if (count > room) {
    differences = allocate(<usize>count << 3);
    before = allocate(<usize>count << 3);
    weights = allocate(<usize>count << 3);
    ancestors = allocate(<usize>count << 2);
    room = differences != 0 && before != 0 && weights != 0 && ancestors != 0 ? count : 0;
  }
  return room > 0 && reserveParticles(count) && !isExhausted();
}

/**
 * Continues by at most `transitions` transitions of single particles. The draws do not depend on how a run is divided
 * into calls. Returns 0 while the run is going on, 1 when it has finished, and 2 if no particle has positive density.
 */
export function smcRun(transitions: i32): i32 {
  for (let i = 0; i < transitions && status == GOING; i++) {
    move(particleAt(moving));
    if (++moving == count) status = endSweep();
  }
  return status;
}

/** One transition at the current exponent. */
function move(at: usize): void {
  const step = stepSize();
  copy(current + state.POSITION, at + particle.POSITION);
  copy(current + state.gradientAt(), at + particle.gradientAt());
  store<f64>(current + state.logDensityAt(), load<f64>(at + particle.logDensityAt()));
  transition(current, step, maxDepth, false);
  copy(at + particle.POSITION, current + state.POSITION);
  copy(at + particle.gradientAt(), current + state.gradientAt());
  store<f64>(at + particle.logDensityAt(), load<f64>(current + state.logDensityAt()));
  const made = at + particle.transitionAt();
  store<f64>(made, acceptStatistic());
  store<f64>(made, step, 8);
  store<f64>(made, <f64>transitionDepth(), 16);
  store<f64>(made, <f64>leapfrogCount(), 24);
  store<f64>(made, hasDiverged() ? 1 : 0, 32);
  store<f64>(made, transitionEnergy(), 40);
  accepted += acceptStatistic();
}

/** After a sweep over all particles: decides on another sweep, the next exponent, the next leg, or the end. */
function endSweep(): i32 {
  const mean = accepted / <f64>count;
  scaleStepSize(exp(mean - target));
  moving = 0;
  accepted = 0;
  sweep++;
  if (leg == TO_POSTERIOR) sweeps++;
  const little = exponent < 1 && !isCareful ? LITTLE_ON_THE_WAY : LITTLE;
  const enough = hasDecorrelated(count, little) && mean >= ACCEPTED_ENOUGH * target;
  if (!enough && sweep < MAX_SWEEPS) return GOING;
  if (leg == TO_POSTERIOR) leastAccepted = min(leastAccepted, mean);
  evaluateEnds();
  lookBack();
  if (exponent < 1) return beginExponent();
  // The evidence of the prior is known to be 1.
  const known = leg == TO_PRIOR ? 0 : load<f64>(evidences, 8);
  const lag = abs(load<f64>(bridged + (<usize>leg << 3)) - known);
  if (!isCareful && lag > max(LAGGING, LAGGING_BY_NOISE / sqrt(<f64>count))) return beginAgain();
  if (leg == TO_POSTERIOR) return ARRIVED;
  beginLeg(TO_POSTERIOR);
  return beginExponent();
}

function beginAgain(): i32 {
  if (leg == TO_POSTERIOR) spent = gradientsOfLeg();
  isCareful = true;
  target = max(target, CAREFUL_TARGET);
  return beginWay();
}

function gradientsOfLeg(): f64 {
  return gradientCount() + extraGradients;
}

function beginLeg(next: i32): void {
  leg = next;
  exponent = 0;
  steps = 0;
  sweeps = 0;
  leastAccepted = 1;
  setComponent(evidences, leg, 0);
  setComponent(bridged, leg, 0);
  resetGradients();
  extraGradients = 0;
  for (let i = 0; i < count; i++) store<f64>(particleAt(i) + particle.rootAt(), <f64>i);
  placeOnBridge(leg, exponent);
  evaluateEnds();
}

/** Computes both ends of the leg at each particle. */
function evaluateEnds(): void {
  for (let i = 0; i < count; i++) {
    const at = particleAt(i);
    store<f64>(at + particle.logFromAt(), logFrom(at + particle.POSITION, at + particle.fromGradientAt()));
    store<f64>(at + particle.logToAt(), logTo(at + particle.POSITION, at + particle.toGradientAt()));
  }
  extraGradients += <f64>count;
}

/** Adds the two-sided estimate for the last step, after particles have moved behind it. */
function lookBack(): void {
  for (let i = 0; i < count; i++) setComponent(differences, i, differenceAt(particleAt(i)));
  const sum = bridged + (<usize>leg << 3);
  store<f64>(sum, load<f64>(sum) + bridgeRatio(before, differences, count, lastIncrement));
}

/** Chooses the next exponent, weights and resamples the particles, and adapts the metric to those that remain. */
function beginExponent(): i32 {
  for (let i = 0; i < count; i++) setComponent(differences, i, differenceAt(particleAt(i)));
  if (greatest(differences, count) == -Infinity) return NO_DENSITY;
  const left = 1 - exponent;
  const least =
    leg == TO_PRIOR ? MIN_EFFECTIVE_TO_PRIOR : isCareful ? MIN_EFFECTIVE_CAREFUL : MIN_EFFECTIVE;
  const increment = nextIncrement(differences, count, left, least * <f64>count);
  const evidence = load<f64>(evidences + (<usize>leg << 3));
  setComponent(evidences, leg, evidence + fillWeights(weights, differences, count, increment));
  memory.copy(before, differences, <usize>count << 3);
  lastIncrement = increment;
  resample(ancestors, weights, count, uniform());
  copyAncestors(ancestors, count);
  exponent = increment == left ? 1 : exponent + increment;
  placeOnBridge(leg, exponent);
  steps++;
  forgetDraws();
  for (let i = 0; i < count; i++) {
    const at = particleAt(i);
    copy(at + particle.startAt(), at + particle.POSITION);
    copy(at + particle.gradientAt(), at + particle.fromGradientAt());
    mixGradient(at + particle.gradientAt(), at + particle.toGradientAt());
    const value = mix(load<f64>(at + particle.logFromAt()), load<f64>(at + particle.logToAt()));
    store<f64>(at + particle.logDensityAt(), value);
    store<f64>(at + particle.startLogDensityAt(), value);
    observeDraw(at + particle.POSITION, at + particle.gradientAt());
  }
  learnMetric();
  if (leg == TO_PRIOR && steps == 1) guessFirstStep();
  beginDecorrelation();
  sweep = 0;
  moving = 0;
  accepted = 0;
  return GOING;
}

/**
 * Log density at the end minus that at the start; −Infinity if the end has no density or its gradient is not finite.
 */
function differenceAt(at: usize): f64 {
  const difference = load<f64>(at + particle.logToAt()) - load<f64>(at + particle.logFromAt());
  return isFinite(difference) && allFinite(at + particle.toGradientAt()) ? difference : -Infinity;
}

function guessFirstStep(): void {
  const first = particleAt(0);
  copy(current + state.POSITION, first + particle.POSITION);
  copy(current + state.gradientAt(), first + particle.gradientAt());
  store<f64>(current + state.logDensityAt(), load<f64>(first + particle.logDensityAt()));
  guessStepSize(current, trial);
}

/** Writes a row for each particle of a finished run, as `chain_run` does for its draws. */
export function smcDraws(out: usize): void {
  let row = out;
  for (let i = 0; i < count; i++) {
    const at = particleAt(i);
    store<f64>(row, load<f64>(at + particle.logDensityAt()));
    memory.copy(row + 8, at + particle.transitionAt(), particle.TRANSITION_BYTES);
    constrain(at + particle.POSITION, row + 8 + particle.TRANSITION_BYTES);
    row += 8 + particle.TRANSITION_BYTES + (<usize>VALUES << 3);
  }
}

/** Writes the diagnostics of the run, 11 f64s in the order of docs/reference/abi.md. */
export function smcReport(out: usize): void {
  store<f64>(out, <f64>leg);
  store<f64>(out, exponent, 8);
  store<f64>(out, <f64>steps, 16);
  store<f64>(out, <f64>sweeps, 24);
  store<f64>(out, load<f64>(bridged, 8), 32);
  store<f64>(out, load<f64>(bridged), 40);
  store<f64>(out, leastAccepted, 48);
  store<f64>(out, <f64>countRoots(count), 56);
  store<f64>(out, leg == TO_POSTERIOR ? spent + gradientsOfLeg() : gradientsOfLeg(), 64);
  store<f64>(out, load<f64>(evidences, 8), 72);
  store<f64>(out, isCareful ? 2 : 1, 80);
}
