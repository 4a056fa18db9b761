/** One transition of multinomial NUTS: a trajectory that doubles, in a random direction each time, until it turns back. */
import { coin } from '../random/stream';
import { drawMomentum, energy, updateForce } from './hamiltonian';
import * as state from './state';
import * as tree from './tree';
import { copy } from './vector';

/** The two ends of the trajectory, the tree of it, and the room its subtrees grow in. */
let left: usize = 0;
let right: usize = 0;
let trajectory: usize = 0;
let scratch: usize = 0;
let scratchTrees: i32 = 0;

let treeDepth: i32 = 0;

/** Makes room for trajectories of up to `maxDepth` doublings; room that was made before is used again. */
export function reserveTrajectory(maxDepth: i32): void {
  if (left == 0) {
    left = state.allocateState();
    right = state.allocateState();
    trajectory = tree.allocateTrees(1);
  }
  if (maxDepth > scratchTrees) {
    scratch = tree.allocateTrees(maxDepth);
    scratchTrees = maxDepth;
  }
}

/** Doublings of the last transition that were kept. */
export function transitionDepth(): i32 {
  return treeDepth;
}

/** Energy of the last transition's draw. */
export function transitionEnergy(): f64 {
  return load<f64>(trajectory + tree.drawEnergyAt());
}

/**
 * Replaces `current` (position, gradient and log density of a state) by the next draw. `tree` tells its accept
 * statistic, its leapfrog steps and whether it diverged.
 */
export function transition(current: usize, step: f64, maxDepth: i32): void {
  updateForce(current);
  drawMomentum(current);
  const startEnergy = energy(current);
  state.copyState(left, current);
  state.copyState(right, current);
  tree.beginTrajectory(startEnergy);
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

  copy(current + state.POSITION, trajectory + tree.drawPositionAt());
  copy(current + state.gradientAt(), trajectory + tree.drawGradientAt());
  store<f64>(current + state.logDensityAt(), load<f64>(trajectory + tree.drawLogDensityAt()));
}
