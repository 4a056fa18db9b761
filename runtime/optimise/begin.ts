/** Where chains and ascents start: around the middle of the priors, spread somewhat wider than they are. */
import { DIMENSION, VALUES, constrain } from '../layout';
import { allocate } from '../memory';
import { uniform } from '../random/stream';
import { allFinite, allocateVectors, component, copy, setComponent } from '../sampler/vector';
import { objectiveAt } from './objective';

/**
 * The half-width of the uniform distribution of starts. On the unconstrained scale a prior has its middle at 0 and a
 * standard deviation of about 1; this distribution is spread somewhat wider (its standard deviation is 1.15).
 */
export const START_RADIUS: f64 = 2;

/** Maximum number of positions tried, and after how many of them the next are drawn within half the distance from the priors' middle. */
const START_TRIES: i32 = 200;
const TRIES_AT_A_RADIUS: i32 = 10;

/**
 * The prior of an unbounded latent may be vague if its standard deviation is larger than this: `normal(0, 1000)` is
 * often written for a slope by somebody who does not expect slopes of 1000, and far out there may be nothing to climb.
 */
const VAGUE: f64 = 10;

/** How much higher the log density must be as far out as a vague prior reaches than near its middle. */
const HIGHER: f64 = 10;

/**
 * Below this log density, differences of it are mere rounding: no trajectory from there keeps its energy, and a line search loses its way.
 * Where an outcome is raised to a power that is a latent, as with `weibull`, a start can lie at -1e40.
 */
const LOWEST: f64 = -1e12;

/** Tolerance when checking that the values of an unbounded latent depend linearly on its unconstrained scale. */
const STRAIGHT: f64 = 1e-9;

/** Numbers from -1 to 1, one per dimension. */
let shares: usize = 0;
/** Two positions: with all latents as far out as their priors reach, and with those of vague priors near the middle. */
let far: usize = 0;
let near: usize = 0;
let slope: usize = 0;
/** The highest of the positions that lie below LOWEST. */
let low: usize = 0;
/** Per dimension 1, or if the latent's prior may be vague, one unit of the latent as a part of the prior's standard deviation. */
let unit: usize = 0;
/** Values on the layout's own scale with all dimensions at 0, 1 and 2. */
let atZero: usize = 0;
let atOne: usize = 0;
let atTwo: usize = 0;
let evaluations: i32 = 0;
let isNear: bool = false;

/** How many objectives and gradients the last `findBeginning` evaluated. */
export function beginningEvaluations(): f64 {
  return <f64>evaluations;
}

/** How far from a mode the last start may be in each dimension, a vector; 0 if that is about 1 everywhere. */
export function beginningReach(): usize {
  return isNear ? unit : 0;
}

/** Allocates memory on the first call. False if there is no more. */
export function allocateBeginning(): bool {
  if (unit != 0) return true;
  shares = allocateVectors(1);
  far = allocateVectors(1);
  near = allocateVectors(1);
  slope = allocateVectors(1);
  low = allocateVectors(1);
  atZero = allocate(<usize>VALUES << 3);
  atOne = allocate(<usize>VALUES << 3);
  atTwo = allocate(<usize>VALUES << 3);
  if (shares != 0 && far != 0 && near != 0 && slope != 0 && low != 0 && atZero != 0 && atOne != 0 && atTwo != 0) unit = allocateVectors(1);
  return unit != 0;
}

/**
 * Writes a position with finite objective and gradient to `position`: the first of some drawn uniformly within `radius`
 * of the priors' middle, or nearer to the middle if ten of them had none, or lay below LOWEST. If all lie there, it is the highest. Latents whose priors
 * may be vague are drawn within `radius` of their own units, where Stan starts whatever the prior is, unless the
 * objective is much higher as far out as the prior reaches, or `isFar`, or none was found near the middle. False if the
 * objective was finite nowhere.
 */
export function findBeginning(position: usize, radius: f64, isFar: bool): bool {
  evaluations = 0;
  isNear = false;
  const mayBeVague = measureUnits();
  let highest: f64 = -Infinity;
  let isLowNear = false;
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
    const isNearer = !(isFinite(atFar) && !(atFar < atNear + HIGHER));
    const value = isNearer ? atNear : atFar;
    if (value >= LOWEST) {
      copy(position, isNearer ? near : far);
      isNear = isNearer;
      return true;
    }
    if (value > highest) {
      highest = value;
      isLowNear = isNearer;
      copy(low, isNearer ? near : far);
    }
  }
  if (highest == -Infinity) return false;
  copy(position, low);
  isNear = isLowNear;
  return true;
}

/** The objective; NaN if it or its gradient is not finite. */
function finiteAt(position: usize): f64 {
  evaluations++;
  const value = objectiveAt(position, slope);
  return isFinite(value) && allFinite(slope) ? value : NaN;
}

/** Fills `unit`, and returns whether any prior may be vague. */
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

/** The values on the layout's own scale with all dimensions at `place`. */
function valuesAt(place: f64, values: usize): void {
  for (let i = 0; i < DIMENSION; i++) setComponent(near, i, place);
  constrain(near, values);
}
