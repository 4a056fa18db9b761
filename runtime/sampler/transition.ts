/** One transition of multinomial NUTS: a trajectory that doubles, in a random direction each time, until it turns back. */
import { DIMENSION } from '../layout';
import { coin } from '../random/stream';
import { drawMomentum, energy, updateForce } from './hamiltonian';
import * as state from './state';
import * as tree from './tree';
import { copy } from './vector';

/** The two ends of the trajectory, its tree, and memory for its subtrees. */
let left: usize = 0;
let right: usize = 0;
let trajectory: usize = 0;
let highest: usize = 0;
let scratch: usize = 0;
let scratchTrees: i32 = 0;

let treeDepth: i32 = 0;

/** Allocates memory for trajectories of up to `maxDepth` doublings; memory of earlier calls is used again. */
export function reserveTrajectory(maxDepth: i32): void {
  if (left == 0) {
    left = state.allocateState();
    right = state.allocateState();
    highest = state.allocateState();
    trajectory = tree.allocateTrees(1);
  }
  if (maxDepth > scratchTrees) {
    scratch = tree.allocateTrees(maxDepth);
    scratchTrees = maxDepth;
  }
}

/** Number of doublings of the last transition that were kept. */
export function transitionDepth(): i32 {
  return treeDepth;
}

/** The energy of the last transition's draw. */
export function transitionEnergy(): f64 {
  return load<f64>(trajectory + tree.drawEnergyAt());
}

/**
 * A rise in log density, beside DIMENSION, that no trajectory within the bulk of a posterior has: there the log density
 * is below its maximum by half a chi-squared variable of DIMENSION degrees of freedom, which exceeds RISE + DIMENSION
 * less than once in 10^12 draws, whatever DIMENSION is.
 */
const RISE: f64 = 15;

/**
 * Replaces `current` (position, gradient and log density of a state) by the next draw. `tree` contains its accept
 * statistic, the number of leapfrog steps and whether it diverged.
 *
 * @param mayFall whether the draw is the highest state that the trajectory passed if that is RISE + DIMENSION higher
 *   than the first: only during warm-up, since such a draw is not from the posterior. A chain that starts far outside
 *   falls into the posterior with so much kinetic energy that it leaves at the other side, farther out than it came
 *   from; stopping at the highest density prevents this.
 */
export function transition(current: usize, step: f64, maxDepth: i32, mayFall: bool): void {
  updateForce(current);
  drawMomentum(current);
  const startEnergy = energy(current);
  state.copyState(left, current);
  state.copyState(right, current);
  const startLogDensity = load<f64>(current + state.logDensityAt());
  if (mayFall) state.copyState(highest, current);
  tree.beginTrajectory(startEnergy, mayFall ? highest : 0);
  const momentum = current + state.momentumAt();
  copy(trajectory + tree.NEAR, momentum);
  copy(trajectory + tree.farAt(), momentum);
  copy(trajectory + tree.sumAt(), momentum);
  copy(trajectory + tree.drawPositionAt(), current + state.POSITION);
  copy(trajectory + tree.drawGradientAt(), current + state.gradientAt());
  store<f64>(trajectory + tree.drawLogDensityAt(), load<f64>(current + state.logDensityAt()));
  store<f64>(trajectory + tree.drawEnergyAt(), startEnergy);
  store<f64>(trajectory + tree.logWeightAt(), 0);

  treeDepth = 0;
  while (treeDepth < maxDepth) {
    const forwards = coin();
    const added = tree.treeAt(scratch, treeDepth);
    if (!tree.grow(added, treeDepth, forwards ? right : left, forwards ? step : -step, scratch)) break;
    treeDepth++;
    if (!tree.extend(trajectory, added, forwards)) break;
  }

  if (mayFall && load<f64>(highest + state.logDensityAt()) > startLogDensity + RISE + <f64>DIMENSION) {
    state.copyState(current, highest);
    return;
  }
  copy(current + state.POSITION, trajectory + tree.drawPositionAt());
  copy(current + state.gradientAt(), trajectory + tree.drawGradientAt());
  store<f64>(current + state.logDensityAt(), load<f64>(trajectory + tree.drawLogDensityAt()));
}
