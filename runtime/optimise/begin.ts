/** Where chains and ascents begin: about the middle of the priors, spread wider than they are. */
import { DIMENSION, VALUES, constrain } from '../layout';
import { allocate } from '../memory';
import { uniform } from '../random/stream';
import { allFinite, allocateVectors, component, copy, setComponent } from '../sampler/vector';
import { objectiveAt } from './objective';

/**
 * On the unconstrained scale a prior has its middle at 0 and a standard deviation of about 1: what is uniform within two of them is spread
 * wider than the prior (its standard deviation is 1.15).
 */
export const START_RADIUS: f64 = 2;

/** Positions tried at most, and how many before the next lie within half as much of the priors' middle. */
const START_TRIES: i32 = 200;
const TRIES_AT_A_RADIUS: i32 = 10;

/**
 * A latent without bounds whose prior's standard deviation is more than this has perhaps a vague prior: `normal(0, 1000)` is said of
 * a slope by somebody who has no such slope in mind, and far out there may be nothing to climb.
 */
const VAGUE: f64 = 10;

/** By so much the log density must be higher as far out as a vague prior goes than near its middle. */
const HIGHER: f64 = 10;

/** What the values of a latent without bounds may differ by from a straight line. */
const STRAIGHT: f64 = 1e-9;

/** Numbers from -1 to 1, one a dimension. */
let shares: usize = 0;
/** The position with all latents as far out as their priors go, and with those of vague priors near the middle. */
let far: usize = 0;
let near: usize = 0;
let slope: usize = 0;
/** Of each dimension 1 or, of a latent whose prior may be vague, the part of the prior's standard deviation that is 1 of its own units. */
let unit: usize = 0;
/** Values on the layout's own scale where all dimensions are 0, 1 and 2. */
let atZero: usize = 0;
let atOne: usize = 0;
let atTwo: usize = 0;
let evaluations: i32 = 0;
let isNear: bool = false;

/** Objectives and gradients that the last `findBeginning` evaluated. */
export function beginningEvaluations(): f64 {
  return <f64>evaluations;
}

/** How far from a mode the last beginning may be in each dimension, a vector; 0 where that is about 1. */
export function beginningReach(): usize {
  return isNear ? unit : 0;
}

/** Makes room, the first time that it is called. False when there is no more memory. */
export function allocateBeginning(): bool {
  if (unit != 0) return true;
  shares = allocateVectors(1);
  far = allocateVectors(1);
  near = allocateVectors(1);
  slope = allocateVectors(1);
  atZero = allocate(<usize>VALUES << 3);
  atOne = allocate(<usize>VALUES << 3);
  atTwo = allocate(<usize>VALUES << 3);
  if (shares != 0 && far != 0 && near != 0 && slope != 0 && atZero != 0 && atOne != 0 && atTwo != 0) unit = allocateVectors(1);
  return unit != 0;
}

/**
 * Puts a position of finite objective and gradient at `position`: the first that has one of those drawn uniform within `radius`
 * of the priors' middle, or where a prior is so wide that ten had none, nearer to it. Latents whose priors may be vague are there
 * within `radius` of their own units, where Stan begins whatever the prior is, unless the objective is much higher as far
 * out as the prior goes, or `isFar`, or there is none near. False when none had an objective.
 */
export function findBeginning(position: usize, radius: f64, isFar: bool): bool {
  evaluations = 0;
  isNear = false;
  const mayBeVague = measureUnits();
  let within = radius;
  for (let tries = 0; tries < START_TRIES; tries++) {
    if (tries > 0 && tries % TRIES_AT_A_RADIUS == 0) within *= 0.5;
    for (let i = 0; i < DIMENSION; i++) {
      const share = within * (2 * uniform() - 1);
      setComponent(far, i, share);
      setComponent(near, i, component(unit, i) * share);
    }
    const atFar = finiteAt(far);
    const atNear = mayBeVague && !isFar ? finiteAt(near) : NaN;
    if (isFinite(atFar) && !(atFar < atNear + HIGHER)) {
      copy(position, far);
      return true;
    }
    if (isFinite(atNear)) {
      copy(position, near);
      isNear = true;
      return true;
    }
  }
  return false;
}

/** The objective; NaN where it or its gradient is not finite. */
function finiteAt(position: usize): f64 {
  evaluations++;
  const value = objectiveAt(position, slope);
  return isFinite(value) && allFinite(slope) ? value : NaN;
}

/** Fills `unit`, and says whether a prior may be vague. */
function measureUnits(): bool {
  valuesAt(0, atZero);
  valuesAt(1, atOne);
  valuesAt(2, atTwo);
  let mayBeVague = false;
  for (let i = 0; i < DIMENSION; i++) {
    const spread = component(atOne, i) - component(atZero, i);
    const next = component(atTwo, i) - component(atOne, i);
    const isLine = abs(next - spread) < STRAIGHT * (spread + abs(component(atTwo, i)));
    const isVague = isLine && spread > VAGUE && spread < Infinity;
    setComponent(unit, i, isVague ? 1 / spread : 1);
    if (isVague) mayBeVague = true;
  }
  return mayBeVague;
}

/** The layout's own scale where all dimensions are `place`. */
function valuesAt(place: f64, values: usize): void {
  for (let i = 0; i < DIMENSION; i++) setComponent(near, i, place);
  constrain(near, values);
}
