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
  return load<f64>(trajectory + tree.DRAW_ENERGY);
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
  const momentum = current + state.MOMENTUM;
  copy(trajectory + tree.NEAR, momentum);
  copy(trajectory + tree.FAR, momentum);
  copy(trajectory + tree.SUM, momentum);
  copy(trajectory + tree.DRAW_POSITION, current + state.POSITION);
  copy(trajectory + tree.DRAW_GRADIENT, current + state.GRADIENT);
  store<f64>(trajectory + tree.DRAW_LOG_DENSITY, load<f64>(current + state.LOG_DENSITY));
  store<f64>(trajectory + tree.DRAW_ENERGY, startEnergy);
  store<f64>(trajectory + tree.LOG_WEIGHT, 0);

  treeDepth = 0;
  while (treeDepth < maxDepth) {
    const forwards = coin();
    const added = tree.treeAt(scratch, treeDepth);
    if (!tree.grow(added, treeDepth, forwards ? right : left, forwards ? step : -step, scratch)) break;
    treeDepth++;
    if (!tree.extend(trajectory, added, forwards)) break;
  }

  copy(current + state.POSITION, trajectory + tree.DRAW_POSITION);
  copy(current + state.GRADIENT, trajectory + tree.DRAW_GRADIENT);
  store<f64>(current + state.LOG_DENSITY, load<f64>(trajectory + tree.DRAW_LOG_DENSITY));
}
