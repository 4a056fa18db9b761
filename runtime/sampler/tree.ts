/** Trees of leapfrog steps: grown by doubling, joined by multinomial sampling, stopped when they turn back. */
import { allocateEach } from '../memory';
import { exp } from '../math/exp';
import { log1p } from '../math/log';
import { uniform } from '../random/stream';
import { energy, leapfrog } from './hamiltonian';
import * as state from './state';
import { vectorBytes, copy } from './vector';

/**
 * Byte offsets of a tree. The near and the far momentum are those at its two ends, the near one at the end that was
 * built first; the sum is that of all its momenta (Betancourt's ρ). The others are the draw proposed from the tree and
 * the log of the tree's weight, Σ e^(H₀ − H).
 */
export const NEAR: usize = 0;
// @ts-ignore: decorator
@inline
export function farAt(): usize {
  return vectorBytes();
}

// @ts-ignore: decorator
@inline
export function sumAt(): usize {
  return vectorBytes() * 2;
}

// @ts-ignore: decorator
@inline
export function drawPositionAt(): usize {
  return vectorBytes() * 3;
}

// @ts-ignore: decorator
@inline
export function drawGradientAt(): usize {
  return vectorBytes() * 4;
}

// @ts-ignore: decorator
@inline
export function drawLogDensityAt(): usize {
  return vectorBytes() * 5;
}

// @ts-ignore: decorator
@inline
export function drawEnergyAt(): usize {
  return drawLogDensityAt() + 8;
}

// @ts-ignore: decorator
@inline
export function logWeightAt(): usize {
  return drawLogDensityAt() + 16;
}

// @ts-ignore: decorator
@inline
function treeBytes(): usize {
  return drawLogDensityAt() + 32;
}

/** An energy this far above the trajectory's first is a divergence: Stan's bound. */
const MAX_ENERGY_ERROR: f64 = 1000;

/** Allocates `count` consecutive trees; 0 if there is no more memory. */
export function allocateTrees(count: i32): usize {
  return allocateEach(count, treeBytes());
}

/** Tree number `index` of those that `allocateTrees` allocated. */
// @ts-ignore: decorator
@inline
export function treeAt(trees: usize, index: i32): usize {
  return trees + treeBytes() * <usize>index;
}

let startEnergy: f64 = 0;
let leapfrogs: i32 = 0;
let acceptSum: f64 = 0;
let divergent: bool = false;

/** The state of highest log density that the trajectory has passed, if it is recorded; otherwise 0. */
let highest: usize = 0;

/**
 * Begins the trajectory of a transition, from energy H₀.
 *
 * @param highestState replaced by the state of highest log density that is passed, if that is higher than its own,
 *   discarded halves included; 0 to record none
 */
export function beginTrajectory(energy: f64, highestState: usize): void {
  startEnergy = energy;
  highest = highestState;
  leapfrogs = 0;
  acceptSum = 0;
  divergent = false;
}

/** Leapfrog steps of this trajectory, including those of discarded halves. */
export function leapfrogCount(): i32 {
  return leapfrogs;
}

/** The mean of min(1, e^(H₀ − H)) over the trajectory's steps: the statistic that dual averaging adapts. */
export function acceptStatistic(): f64 {
  return leapfrogs > 0 ? acceptSum / <f64>leapfrogs : 0;
}

/** Whether a step of this trajectory diverged. */
export function hasDiverged(): bool {
  return divergent;
}

/**
 * Moves the state `frontier` by 2^depth leapfrog steps and makes `tree` the tree of the states passed. The second halves
 * are built in `scratch`, the one of depth d in its tree d. False if a step diverges or a subtree turns back; then
 * `tree` must not be used.
 */
export function grow(tree: usize, depth: i32, frontier: usize, step: f64, scratch: usize): bool {
  if (depth == 0) return growLeaf(tree, frontier, step);
  if (!grow(tree, depth - 1, frontier, step, scratch)) return false;
  const half = treeAt(scratch, depth - 1);
  if (!grow(half, depth - 1, frontier, step, scratch)) return false;
  const going = !turns(tree + NEAR, tree + farAt(), tree + sumAt(), half);
  copy(tree + farAt(), half + farAt());
  // Within a subtree the probability of each state is proportional to its weight.
  const logWeight = logSumExp(load<f64>(tree + logWeightAt()), load<f64>(half + logWeightAt()));
  adopt(tree, half, logWeight);
  store<f64>(tree + logWeightAt(), logWeight);
  return going;
}

function growLeaf(tree: usize, frontier: usize, step: f64): bool {
  leapfrog(frontier, step);
  leapfrogs++;
  const here = energy(frontier);
  const logWeight = startEnergy - here;
  // Written so that NaN counts as a divergence, and so does a density of +Infinity, which no draw could leave again.
  if (!(logWeight >= -MAX_ENERGY_ERROR && logWeight < Infinity)) {
    divergent = true;
    return false;
  }
  acceptSum += logWeight < 0 ? exp(logWeight) : 1;
  if (highest != 0 && load<f64>(frontier + state.logDensityAt()) > load<f64>(highest + state.logDensityAt())) {
    state.copyState(highest, frontier);
  }
  const momentum = frontier + state.momentumAt();
  copy(tree + NEAR, momentum);
  copy(tree + farAt(), momentum);
  copy(tree + sumAt(), momentum);
  copy(tree + drawPositionAt(), frontier + state.POSITION);
  copy(tree + drawGradientAt(), frontier + state.gradientAt());
  store<f64>(tree + drawLogDensityAt(), load<f64>(frontier + state.logDensityAt()));
  store<f64>(tree + drawEnergyAt(), here);
  store<f64>(tree + logWeightAt(), logWeight);
  return true;
}

/**
 * Joins the new tree at one of its ends (`forwards`: at FAR, else at NEAR) to the whole trajectory. The draw moves to
 * the new tree with probability min(1, its weight / the weight before): biased progressive sampling, Betancourt (2017),
 * appendix A.3.2. False if the longer trajectory turns back.
 */
export function extend(trajectory: usize, tree: usize, forwards: bool): bool {
  const outer = trajectory + (forwards ? NEAR : farAt());
  const inner = trajectory + (forwards ? farAt() : NEAR);
  const logWeight = load<f64>(trajectory + logWeightAt());
  adopt(trajectory, tree, logWeight);
  store<f64>(trajectory + logWeightAt(), logSumExp(logWeight, load<f64>(tree + logWeightAt())));
  const going = !turns(outer, inner, trajectory + sumAt(), tree);
  copy(inner, tree + farAt());
  return going;
}

/** Replaces the draw by that of `other` with probability min(1, its weight / e^logWeight). */
function adopt(tree: usize, other: usize, logWeight: f64): void {
  const logOdds = load<f64>(other + logWeightAt()) - logWeight;
  if (logOdds < 0 && uniform() >= exp(logOdds)) return;
  copy(tree + drawPositionAt(), other + drawPositionAt());
  copy(tree + drawGradientAt(), other + drawGradientAt());
  store<f64>(tree + drawLogDensityAt(), load<f64>(other + drawLogDensityAt()));
  store<f64>(tree + drawEnergyAt(), load<f64>(other + drawEnergyAt()));
}

/**
 * Whether the tree joined from two neighbouring ones turns back: the generalised criterion of Betancourt (2017),
 * appendix A.4.2, for the joined tree, and for each tree with the first state of the other, as in Stan since 2.21:
 * without these a step that resonates with the target's period would always pass the first check.
 *
 * The first tree is given by the momenta at its `outer` and `inner` end and their `sum`, which becomes the sum over
 * both; the second grew from that inner end.
 */
function turns(outer: usize, inner: usize, sum: usize, second: usize): bool {
  let outerBoth = f64x2.splat(0);
  let farBoth = f64x2.splat(0);
  let outerFirst = f64x2.splat(0);
  let nearFirst = f64x2.splat(0);
  let innerSecond = f64x2.splat(0);
  let farSecond = f64x2.splat(0);
  for (let at: usize = 0; at < vectorBytes(); at += 16) {
    const outerEnd = v128.load(outer + at);
    const innerEnd = v128.load(inner + at);
    const nearEnd = v128.load(second + NEAR + at);
    const farEnd = v128.load(second + farAt() + at);
    const firstSum = v128.load(sum + at);
    const secondSum = v128.load(second + sumAt() + at);
    const both = f64x2.add(firstSum, secondSum);
    const first = f64x2.add(firstSum, nearEnd);
    const last = f64x2.add(innerEnd, secondSum);
    outerBoth = f64x2.add(outerBoth, f64x2.mul(outerEnd, both));
    farBoth = f64x2.add(farBoth, f64x2.mul(farEnd, both));
    outerFirst = f64x2.add(outerFirst, f64x2.mul(outerEnd, first));
    nearFirst = f64x2.add(nearFirst, f64x2.mul(nearEnd, first));
    innerSecond = f64x2.add(innerSecond, f64x2.mul(innerEnd, last));
    farSecond = f64x2.add(farSecond, f64x2.mul(farEnd, last));
    v128.store(sum + at, both);
  }
  return !(
    sumLanes(outerBoth) > 0 &&
    sumLanes(farBoth) > 0 &&
    sumLanes(outerFirst) > 0 &&
    sumLanes(nearFirst) > 0 &&
    sumLanes(innerSecond) > 0 &&
    sumLanes(farSecond) > 0
  );
}

// @ts-ignore: decorator
@inline
function sumLanes(pair: v128): f64 {
  return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
}

function logSumExp(a: f64, b: f64): f64 {
  return a > b ? a + log1p(exp(b - a)) : b + log1p(exp(a - b));
}
