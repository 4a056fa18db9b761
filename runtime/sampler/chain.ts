/** One chain: where it starts, how it warms up, and the rows it writes. The module's ABI is these three functions. */
import { DIMENSION, VALUES, constrain } from '../layout';
import { isExhausted } from '../memory';
import { allocateBeginning, beginningEvaluations, beginningReach, findBeginning, START_RADIUS } from '../optimise/begin';
import { allocateBridge } from '../smc/bridge';
import { seedStream } from '../random/stream';
import {
  allocateCentrings,
  keepDraw,
  keptDraw,
  keptDraws,
  learnCentrings,
  openDraws,
  resetCentrings,
  resumeCentrings,
  toFirstCentrings,
  suspendCentrings,
} from './centring';
import {
  coolTo,
  coolingLength,
  endsCoolingWindow,
  endsWindow,
  endWindows,
  inWindow,
  isEarly,
  isLastWindow,
  isSteady,
  learnsWhileCooling,
  nextWindow,
  observeTransition,
  scheduleWarmup,
  windowLength,
} from './warmup';
import { addGradients, evaluate, gradientCount, resetGradients, sampleOnTheWay, samplePosterior } from './hamiltonian';
import { allocateMetric, forgetDraws, learnMetric, observeDraw, resetMetric } from './metric';
import { gradientAt, logDensityAt, POSITION, allocateState } from './state';
import { adaptStepSize, guessStepSize, resetStepSize, restartAveraging, settleStepSize, stepSize } from './step-size';
import { reserveTrajectory, transition, transitionDepth, transitionEnergy } from './transition';
import { acceptStatistic, hasDiverged, leapfrogCount } from './tree';
import { allFinite } from './vector';

/** What `chainStart` returns if no chain can start: the statuses of docs/reference/abi.md. */
const NO_START: i32 = 1;
const NO_MEMORY: i32 = 2;

/** Number of columns in a row before the layout's values. */
const ROW_HEADER: i32 = 7;

/** Maximum tree depth: the steps of a deeper tree could neither be counted nor waited for. */
const MAX_TREE_DEPTH: i32 = 30;

/** Maximum tree depth early in the warm-up, when a bad metric can make trajectories long without benefit. */
const EARLY_DEPTH: i32 = 7;

let current: usize = 0;
let trial: usize = 0;
let iteration: i32 = 0;
let warmupLength: i32 = 0;
let cooling: i32 = 0;
let maxDepth: i32 = 10;

/**
 * Starts chain number `chain` of a seed: its own random stream, a finite starting point, a first step size. May be
 * called again for another chain; memory is allocated on the first call (and when `maxTreeDepth` grows).
 *
 * @param warmup transitions that adapt step size and metric
 * @param targetAccept the mean accept statistic to adapt to, in (0, 1)
 * @param maxTreeDepth maximum doublings of a trajectory, from 1 to 30
 * @returns 0; 1 if none of 200 points, ever nearer to the priors' middle, had a finite log density and gradient; 2 if
 *   there is no more memory
 */
export function chainStart(
  seedLow: u32,
  seedHigh: u32,
  chain: i32,
  warmup: i32,
  targetAccept: f64,
  maxTreeDepth: i32,
): i32 {
  if (current == 0) {
    current = allocateState();
    trial = allocateState();
    allocateMetric();
    allocateCentrings();
    allocateBeginning();
  }
  maxDepth = min(max(maxTreeDepth, 1), MAX_TREE_DEPTH);
  reserveTrajectory(maxDepth);
  samplePosterior();
  seedStream(seedLow, seedHigh, <u32>chain);
  resetGradients();
  resetStepSize(targetAccept);
  cooling = coolingLength(warmup);
  if (cooling > 0) allocateBridge();
  scheduleWarmup(warmup, cooling);
  warmupLength = warmup;
  iteration = 0;
  if (isExhausted()) return NO_MEMORY;
  resetCentrings();
  openDraws(windowLength());
  if (!findStart()) return NO_START;
  resetMetric(current + gradientAt(), beginningReach());
  guessStepSize(current, trial);
  restartAveraging();
  return 0;
}

/**
 * Restarts the warm-up of the chain that `chainStart` started, from a position and with nothing learned. There is no
 * cooling.
 *
 * @param position DIMENSION f64s on the unconstrained scale
 * @param warmup transitions that adapt step size and metric
 * @returns 0, or 1 if the log density or its gradient is not finite there
 */
export function chainRestart(position: usize, warmup: i32): i32 {
  cooling = 0;
  scheduleWarmup(warmup, cooling);
  warmupLength = warmup;
  iteration = 0;
  memory.copy(current + POSITION, position, <usize>DIMENSION << 3);
  samplePosterior();
  resetCentrings();
  openDraws(windowLength());
  evaluate(current);
  if (!isFinite(load<f64>(current + logDensityAt())) || !allFinite(current + gradientAt())) return NO_START;
  resetMetric(current + gradientAt(), 0);
  forgetDraws();
  guessStepSize(current, trial);
  restartAveraging();
  return 0;
}

/** Copies the chain's position, on the unconstrained scale with the layout's initial centrings, to the DIMENSION f64s at `out`. */
export function chainPosition(out: usize): void {
  memory.copy(out, current + POSITION, <usize>DIMENSION << 3);
  toFirstCentrings(out);
}

function findStart(): bool {
  const isFound = findBeginning(current + POSITION, START_RADIUS, false);
  addGradients(beginningEvaluations());
  if (isFound) evaluate(current);
  return isFound;
}

/**
 * Makes `transitions` transitions and writes a row for each at `out`: 7 + VALUES f64s, in the order of docs/reference/abi.md. The
 * bytes do not depend on how a chain is divided into calls. Returns the number of transitions made.
 */
export function chainRun(transitions: i32, out: usize): i32 {
  let row = out;
  resumeCentrings();
  for (let i = 0; i < transitions; i++) {
    if (cooling > 0 && iteration <= cooling) cool();
    const step = stepSize();
    const early = isEarly(iteration);
    transition(current, step, early ? min(maxDepth, EARLY_DEPTH) : maxDepth, early);
    if (iteration < warmupLength) adapt();
    iteration++;
    writeRow(row, step);
    row += <usize>(ROW_HEADER + VALUES) << 3;
  }
  suspendCentrings();
  return transitions;
}

/**
 * While the chain cools, moves on to the density of the next transition; at the end to the posterior. The density becomes
 * narrower all the time, so that the metric and the step size are fitted again and again: at first to one gradient in every
 * transition, then to the draws of a short window.
 */
function cool(): void {
  if (iteration < cooling) {
    sampleOnTheWay();
    coolTo(iteration, cooling);
  } else {
    samplePosterior();
  }
  evaluate(current);
  if (!learnsWhileCooling(iteration, cooling)) {
    resetMetric(current + gradientAt(), beginningReach());
  } else if (endsCoolingWindow(iteration, cooling)) {
    learnMetric();
    forgetDraws();
  } else {
    return;
  }
  guessStepSize(current, trial);
  restartAveraging();
}

/** Learns from the transition just made, as Stan does: first the step size, then, at a window's end, the metric. */
function adapt(): void {
  adaptStepSize(acceptStatistic());
  if (iteration < cooling) {
    if (learnsWhileCooling(iteration, cooling)) observeDraw(current + POSITION, current + gradientAt());
    return;
  }
  if (inWindow(iteration)) {
    observeDraw(current + POSITION, current + gradientAt());
    keepDraw(current + POSITION, current + gradientAt());
    const isCutOff = transitionDepth() == maxDepth;
    observeTransition(leapfrogCount(), hasDiverged() || isCutOff, load<f64>(current + logDensityAt()));
  }
  if (endsWindow(iteration)) {
    if (!isLastWindow() && isSteady()) warmupLength = endWindows(iteration, warmupLength);
    if (!isLastWindow() && learnCentrings(current + POSITION)) observeAnew();
    learnMetric();
    forgetDraws();
    nextWindow();
    openDraws(windowLength());
    guessStepSize(current, trial);
    restartAveraging();
  }
  if (iteration == warmupLength - 1) settleStepSize();
}

/** Learns the metric from the window's kept draws, which were converted to new centrings, and their new gradients. */
function observeAnew(): void {
  forgetDraws();
  for (let i = 0; i < keptDraws(); i++) {
    memory.copy(trial + POSITION, keptDraw(i), <usize>DIMENSION << 3);
    evaluate(trial);
    if (allFinite(trial + gradientAt())) observeDraw(trial + POSITION, trial + gradientAt());
  }
  evaluate(current);
}

function writeRow(row: usize, step: f64): void {
  store<f64>(row, load<f64>(current + logDensityAt()));
  store<f64>(row, acceptStatistic(), 8);
  store<f64>(row, step, 16);
  store<f64>(row, <f64>transitionDepth(), 24);
  store<f64>(row, <f64>leapfrogCount(), 32);
  store<f64>(row, hasDiverged() ? 1 : 0, 40);
  store<f64>(row, transitionEnergy(), 48);
  constrain(current + POSITION, row + (<usize>ROW_HEADER << 3));
}

/** How many transitions the chain's warm-up has: as many as it was started with, or fewer once it has decided to end early. */
export function chainWarmup(): i32 {
  return warmupLength;
}

/** Gradients evaluated by this chain so far, including those of its start and of the first guesses of the step size. */
export function chainGradients(): f64 {
  return gradientCount();
}
