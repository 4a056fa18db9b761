/**
 * The maxima that scouts have found so far. A climb that comes near one of them need not go on: it ends there. That spares the
 * last steps of a climb, and two gradients per dimension for the curvature around its end.
 */
import { DIMENSION, VALUES } from '../layout';
import { allocate } from '../memory';
import { column, fromRow, matrixBytes } from '../sampler/matrix';
import { addScaled, component, copy, dot, setComponent, vectorBytes } from '../sampler/vector';
import { gradientAt, pointBytes, POSITION } from './objective';

/** Scouts with numbers of which this is the whole quotient share what they know; others do not, so that they can run anywhere. */
const GROUP: i32 = 32;

/** Maxima that are remembered in a group; climbs to further ones are made to their ends. */
const MAX_KNOWN: i32 = 4;

/**
 * A point is near a maximum if it lies within this many standard deviations of it, by the curvature there, and density and gradient
 * are those of a normal up to this share. Another maximum can then hardly be what a climb from there would find.
 */
const NEAR: f64 = 4;
const LIKE_NORMAL: f64 = 0.25;

let points: usize = 0;
let factors: usize = 0;
let places: usize = 0;
let distance: usize = 0;
let pull: usize = 0;

let known: i32 = 0;
let near: i32 = 0;
let group: i32 = -1;
let seedLow: u32 = 0;
let seedHigh: u32 = 0;

/** Bytes of what `scout` writes of a maximum (docs/reference/abi.md). */
// @ts-ignore: decorator
@inline
function placeBytes(): usize {
  return 24 + <usize>VALUES * 24;
}

/** Allocates memory, once per instance. False if there is no more. */
export function allocateKnown(): bool {
  points = allocate(pointBytes() * <usize>MAX_KNOWN);
  factors = allocate(matrixBytes() * <usize>MAX_KNOWN);
  places = allocate(placeBytes() * <usize>MAX_KNOWN);
  distance = allocate(vectorBytes());
  pull = allocate(vectorBytes());
  return points != 0 && factors != 0 && places != 0 && distance != 0 && pull != 0;
}

/** Forgets all maxima unless the last scout was of the same seed and group as scout number `index`. */
export function enterGroup(low: u32, high: u32, index: i32): void {
  const own = index / GROUP;
  if (own == group && low == seedLow && high == seedHigh) return;
  group = own;
  seedLow = low;
  seedHigh = high;
  known = 0;
}

/**
 * Remembers a maximum.
 *
 * @param factor the Cholesky factor of the negative Hessian there
 * @param place what `scout` writes of it
 */
export function rememberMaximum(point: usize, factor: usize, place: usize): void {
  if (known == MAX_KNOWN) return;
  memory.copy(points + pointBytes() * <usize>known, point, pointBytes());
  memory.copy(factors + matrixBytes() * <usize>known, factor, matrixBytes());
  memory.copy(places + placeBytes() * <usize>known, place, placeBytes());
  known++;
}

/** Whether an evaluated point is near a known maximum. */
export function isNearMaximum(point: usize): bool {
  for (near = 0; near < known; near++) if (isNear(point, near)) return true;
  return false;
}

/** Writes what `scout` writes of the maximum that `isNearMaximum` found last. */
export function writeNearMaximum(out: usize): void {
  memory.copy(out, places + placeBytes() * <usize>near, placeBytes());
}

/**
 * With the maximum m, the negative Hessian L Lᵀ there and d = x − m, a normal has the log density f(m) − ½ |Lᵀ d|² and the gradient
 * −L Lᵀ d, so that L⁻¹ times the gradient is −Lᵀ d.
 */
function isNear(point: usize, index: i32): bool {
  const maximum = points + pointBytes() * <usize>index;
  const factor = factors + matrixBytes() * <usize>index;
  const fall = load<f64>(maximum) - load<f64>(point);
  const most = 0.5 * NEAR * NEAR;
  if (!(fall >= 0 && fall <= (1 + LIKE_NORMAL) * most)) return false;
  copy(distance, point + POSITION);
  addScaled(distance, -1, maximum + POSITION);
  copy(pull, point + gradientAt());
  let square = 0.0;
  let rest = 0.0;
  for (let j = 0; j < DIMENSION; j++) {
    const pivots = column(factor, j);
    const whitened = dot(pivots, distance, fromRow(j));
    const solved = component(pull, j) / component(pivots, j);
    addScaled(pull, -solved, pivots, fromRow(j));
    setComponent(pull, j, solved);
    square += whitened * whitened;
    rest += (solved + whitened) * (solved + whitened);
  }
  const half = 0.5 * square;
  return half <= most && abs(fall - half) <= LIKE_NORMAL * half && rest <= LIKE_NORMAL * LIKE_NORMAL * square;
}
