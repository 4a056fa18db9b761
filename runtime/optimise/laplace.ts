/** Laplace's approximation at a maximum of the log density: a normal of the same height and curvature. */
import { DIMENSION, VALUES, constrain } from '../layout';
import { log } from '../math/log';
import { allocate } from '../memory';
import { matrixBytes, column, factorise, fromRow } from '../sampler/matrix';
import { vectorBytes, addScaled, component, copy, dot, setComponent } from '../sampler/vector';
import { searchLine } from './climb';
import { gradientAt, pointBytes, POSITION, evaluatePoint } from './objective';

/** Maximum number of dimensions: with more, the curvature costs more gradients than finding the maximum. */
export const MAX_DIMENSIONS: i32 = 64;

/** Step of the central differences, relative to the position if that is above 1: near the cube root of the machine epsilon. */
const DIFFERENCE: f64 = 1e-5;
const HALF_LOG_2_PI: f64 = 0.9189385332046728;
// @ts-ignore: decorator
@inline
function valueBytes(): usize {
  return <usize>VALUES << 3;
}

let precision: usize = 0;
let beside: usize = 0;
let direction: usize = 0;
let tangent: usize = 0;
let below: usize = 0;

/** Allocates memory, once per instance. False if there is no more. */
export function allocateLaplace(): bool {
  precision = allocate(matrixBytes());
  beside = allocate(pointBytes());
  direction = allocate(vectorBytes());
  tangent = allocate(valueBytes() * <usize>(DIMENSION + 1));
  below = allocate(valueBytes());
  return precision != 0 && beside != 0 && direction != 0 && tangent != 0 && below != 0;
}

/**
 * The log of the integral of the density around a maximum: log density + d/2 ln 2π − ½ ln det(−H). The Hessian H is the
 * central difference of the gradient. Afterwards `standardDeviations` may be called. NaN if −H is not positive definite.
 */
export function laplaceEvidence(point: usize): f64 {
  copy(beside + POSITION, point + POSITION);
  for (let j = 0; j < DIMENSION; j++) {
    const pivots = column(precision, j);
    const at = component(point + POSITION, j);
    const step = DIFFERENCE * max(1, abs(at));
    const onScale = tangent + valueBytes() * <usize>j;
    setComponent(beside + POSITION, j, at - step);
    evaluatePoint(beside);
    copy(pivots, beside + gradientAt());
    constrain(beside + POSITION, below);
    setComponent(beside + POSITION, j, at + step);
    evaluatePoint(beside);
    constrain(beside + POSITION, onScale);
    for (let i = 0; i < DIMENSION; i++) {
      setComponent(pivots, i, (component(pivots, i) - component(beside + gradientAt(), i)) / (2 * step));
    }
    for (let k = 0; k < VALUES; k++) {
      setComponent(onScale, k, (component(onScale, k) - component(below, k)) / (2 * step));
    }
    setComponent(beside + POSITION, j, at);
  }
  if (!factorise(precision)) return NaN;
  let evidence = load<f64>(point);
  for (let j = 0; j < DIMENSION; j++) evidence += HALF_LOG_2_PI - log(component(column(precision, j), j));
  return evidence;
}

/** The Cholesky factor of −H of the last `laplaceEvidence`. */
export function curvatureFactor(): usize {
  return precision;
}

/**
 * Takes the Newton step from the point of the last `laplaceEvidence` if it promises a gain of more than `negligible` in
 * log density, and returns whether it did. A climb may stop early if one direction is a million times as wide as
 * another, since it knows the curvature only roughly.
 */
export function stepByCurvature(point: usize, negligible: f64): bool {
  copy(direction, point + gradientAt());
  for (let j = 0; j < DIMENSION; j++) {
    const pivots = column(precision, j);
    const value = component(direction, j) / component(pivots, j);
    addScaled(direction, -value, pivots, fromRow(j));
    setComponent(direction, j, value);
  }
  const slope = dot(direction, direction);
  if (!(0.5 * slope > negligible)) return false;
  for (let j = DIMENSION - 1; j >= 0; j--) {
    const pivots = column(precision, j);
    const value = component(direction, j);
    setComponent(direction, j, 0);
    setComponent(direction, j, (value - dot(direction, pivots, fromRow(j))) / component(pivots, j));
  }
  if (!searchLine(beside, point, direction, slope)) return false;
  memory.copy(point, beside, pointBytes());
  return true;
}

/**
 * The standard deviations on the layout's own scale, VALUES f64s at `out`, by the delta method: of value k the length of
 * L⁻¹ tₖ, with −H = L Lᵀ and tₖ the gradient of the value. May be called once after `laplaceEvidence`.
 */
export function standardDeviations(out: usize): void {
  memory.fill(out, 0, valueBytes());
  for (let j = 0; j < DIMENSION; j++) {
    const pivots = column(precision, j);
    const solved = tangent + valueBytes() * <usize>j;
    for (let k = 0; k < VALUES; k++) {
      const value = component(solved, k) / component(pivots, j);
      setComponent(out, k, component(out, k) + value * value);
      for (let i = j + 1; i < DIMENSION; i++) {
        const rest = tangent + valueBytes() * <usize>i;
        setComponent(rest, k, component(rest, k) - value * component(pivots, i));
      }
    }
  }
  for (let k = 0; k < VALUES; k++) setComponent(out, k, sqrt(component(out, k)));
}
