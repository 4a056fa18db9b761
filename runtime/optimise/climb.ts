/** Ascent to a local maximum of the objective on the unconstrained scale: directions by L-BFGS, step lengths by a line search. */
import { allocate } from '../memory';
import { DIMENSION } from '../layout';
import { allocateVectors, vectorBytes, addScaled, component, copy, dot, setComponent } from '../sampler/vector';
import { isNearMaximum } from './known-maxima';
import { evaluations, gradientAt, pointBytes, POSITION, evaluatePoint } from './objective';

/** Number of remembered steps; Nocedal & Wright (2006) find 3 to 20 useful. */
const HISTORY: i32 = 8;
const MAX_STEPS: i32 = 500;

/**
 * Maximum number of gradients. A climb that converges takes about one per step; one that takes several in each of many
 * steps is on its way to infinity, or follows a wall that its line searches locate by bisection.
 */
const MAX_GRADIENTS: f64 = 2000;

/** A maximum is reached if a quadratic model of the density promises a smaller gain than this, in units of log density. */
const NEGLIGIBLE_ASCENT: f64 = 1e-9;

/**
 * With more dimensions the history says too little of how their scales differ, as those of persons with a thousand answers and of items with
 * ten do: a variance per dimension is learnt besides. With fewer, climbs are what they have always been.
 */
const SCALES_APART: i32 = 300;

/** The variances, by which a gradient is multiplied between the two loops; null in few dimensions. */
let variances: usize = 0;

/** Of a density summed over a million rows less than this share of its log is rounding, in which line searches lose their way. */
const ROUNDING: f64 = 1e-14;

function negligibleAt(point: usize): f64 {
  return DIMENSION > SCALES_APART ? max(NEGLIGIBLE_ASCENT, ROUNDING * abs(load<f64>(point))) : NEGLIGIBLE_ASCENT;
}

let direction: usize = 0;
let next: usize = 0;
/** Ring buffers of the last HISTORY changes of position s and of gradient y, and of 1 / sᵀy. */
let moves: usize = 0;
let bends: usize = 0;
const scales = memory.data(HISTORY << 3, 16);
const weights = memory.data(HISTORY << 3, 16);

/** Allocates memory, once per instance. False if there is no more. */
export function allocateClimb(): bool {
  direction = allocate(vectorBytes());
  next = allocate(pointBytes());
  moves = allocateVectors(HISTORY);
  bends = allocateVectors(HISTORY);
  if (DIMENSION > SCALES_APART) {
    variances = allocate(vectorBytes());
    if (variances == 0) return false;
  }
  return direction != 0 && next != 0 && moves != 0 && bends != 0;
}

/**
 * Climbs from an evaluated point of finite density and replaces it (Nocedal & Wright 2006, algorithm 7.5, for a
 * maximum). False if it did not converge: no step led upwards, or the limit of steps or gradients was reached.
 *
 * @param endsEarly whether the climb may end near a maximum that is known; see `nearMaximum`
 */
export function climb(point: usize, endsEarly: bool): bool {
  let first = 0;
  const most = evaluations() + MAX_GRADIENTS;
  for (let step = 0; step < MAX_STEPS && evaluations() < most; step++) {
    chooseDirection(point + gradientAt(), first, step);
    let slope = dot(point + gradientAt(), direction);
    if (step > first && 0.5 * slope < negligibleAt(point)) return slope >= 0;
    if (!searchLine(next, point, direction, slope)) {
      // The history may mislead; the gradient alone does not.
      if (step == first) return false;
      first = step;
      continue;
    }
    remember(point, step, first);
    memory.copy(point, next, pointBytes());
    if (endsEarly && isNearMaximum(point)) return true;
  }
  return false;
}

/** direction = H gradient by the two loops of algorithm 7.4; the history consists of steps `first` to `step` - 1. */
function chooseDirection(gradient: usize, first: i32, step: i32): void {
  copy(direction, gradient);
  if (step == first) {
    scaleDirection(1 / sqrt(dot(gradient, gradient)));
    return;
  }
  const oldest = max(first, step - HISTORY);
  for (let i = step - 1; i >= oldest; i--) {
    const at = i % HISTORY;
    const weight = component(scales, at) * dot(slot(moves, at), direction);
    addScaled(direction, -weight, slot(bends, at));
    setComponent(weights, at, weight);
  }
  if (variances != 0) {
    for (let i = 0; i < DIMENSION; i++) setComponent(direction, i, component(direction, i) * component(variances, i));
  } else {
    // Equation 7.20.
    const last = (step - 1) % HISTORY;
    scaleDirection(1 / (component(scales, last) * dot(slot(bends, last), slot(bends, last))));
  }
  for (let i = oldest; i < step; i++) {
    const at = i % HISTORY;
    const correction = component(scales, at) * dot(slot(bends, at), direction);
    addScaled(direction, component(weights, at) - correction, slot(moves, at));
  }
}

function scaleDirection(factor: f64): void {
  addScaled(direction, factor - 1, direction);
}

/** Remembers the step from `point` to `next`. The line search has made sᵀy positive. */
function remember(point: usize, step: i32, first: i32): void {
  const at = step % HISTORY;
  const move = slot(moves, at);
  const bend = slot(bends, at);
  copy(move, next + POSITION);
  addScaled(move, -1, point + POSITION);
  copy(bend, point + gradientAt());
  addScaled(bend, -1, next + gradientAt());
  setComponent(scales, at, 1 / dot(move, bend));
  if (variances != 0) learnVariances(move, bend, step == first);
}

/**
 * The diagonal of the inverse curvature that fits the last step best (Gilbert & Lemaréchal 1989, Some numerical experiments with
 * variable-storage quasi-Newton algorithms, section 4.2, the direct update of a diagonal): with b = sᵀy, a = Σ v y² and c = Σ s²/v,
 * 1/v becomes a/(b v) + y²/b − a s²/(b c v²). After the first step all are alike, as equation 7.20 has them.
 */
function learnVariances(move: usize, bend: usize, isFirst: bool): void {
  const b = dot(move, bend);
  if (isFirst) {
    const scale = b / dot(bend, bend);
    for (let i = 0; i < DIMENSION; i++) setComponent(variances, i, scale);
  }
  let a = 0.0;
  let c = 0.0;
  for (let i = 0; i < DIMENSION; i++) {
    const v = component(variances, i);
    a += v * component(bend, i) * component(bend, i);
    c += (component(move, i) * component(move, i)) / v;
  }
  for (let i = 0; i < DIMENSION; i++) {
    const v = component(variances, i);
    const s = component(move, i);
    const y = component(bend, i);
    const precision = a / (b * v) + (y * y) / b - (a * s * s) / (b * c * v * v);
    // Rounding can take it below 0 where a single dimension has moved.
    if (precision > 0 && precision < Infinity) setComponent(variances, i, 1 / precision);
  }
}

// @ts-ignore: decorator
@inline
function slot(ring: usize, at: i32): usize {
  return ring + vectorBytes() * <usize>at;
}

/** Values suggested for quasi-Newton directions by Nocedal & Wright (2006), section 3.1. */
const ENOUGH_ASCENT: f64 = 1e-4;
const ENOUGH_FLATTER: f64 = 0.9;

const MAX_TRIES: i32 = 40;

/**
 * A line search by bracketing and bisection: writes to `next` a point `from` + step · `direction` that ascends enough
 * and has a sufficiently smaller slope (Nocedal & Wright 2006, equations 3.6a and b; the bisection is algorithm 2.6 of
 * Lewis & Overton 2013, Nonsmooth optimization via quasi-Newton methods). A point without a finite density counts as a
 * step too far. False if no such point was found.
 *
 * @param slope the derivative of the log density along `direction` at `from`, positive
 */
export function searchLine(next: usize, from: usize, direction: usize, slope: f64): bool {
  let near = 0.0;
  let far = Infinity;
  let step = 1.0;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    copy(next + POSITION, from + POSITION);
    addScaled(next + POSITION, step, direction);
    const exists = evaluatePoint(next);
    if (!exists || load<f64>(next) < load<f64>(from) + ENOUGH_ASCENT * step * slope) far = step;
    else if (dot(next + gradientAt(), direction) > ENOUGH_FLATTER * slope) near = step;
    else return true;
    step = far < Infinity ? 0.5 * (near + far) : 2 * near;
  }
  return false;
}
