/**
 * A metric between diagonal and dense: the scales of `metric-diagonal`, and a few stretched directions in these scaled
 * axes, learned from the last draws of a window and their gradients. Its factor is L = S (I + U (Λ^½ − I) Uᵀ), with
 * scales S, the directions as columns of U and the variances Λ along them: Seyboldt, Carlson & Carpenter 2026,
 * "Preconditioning Hamiltonian Monte Carlo by minimizing Fisher divergence", arXiv 2603.18845. A product costs 2 ·
 * DIMENSION · directions multiplications instead of DIMENSION² / 2.
 */
import { DIMENSION } from '../layout';
import { allocate as allocateBytes, allocateEach } from '../memory';
import { log } from '../math/log';
import * as diagonal from './metric-diagonal';
import { addBetween, choleskyFactor, dotBetween, eigenvectors, row, rowBytes } from './symmetric';
import { addScaled, allocateVectors, component, dot, setComponent, vectorBytes } from './vector';

/**
 * Number of draws kept per window, the last ones. With their gradients they span at most twice as many dimensions.
 * Eigenvectors in 100 dimensions take a tenth of a second, growing with the cube of the dimensions. If a layout has
 * fewer dimensions, more draws cost nothing and are more informative.
 */
const KEPT: i32 = 128;
const KEPT_OF_FEW: i32 = 256;
const FEW: i32 = 256;

/** Maximum memory of draws, gradients and directions, in bytes; fewer are kept if they would need more. */
const MAX_BYTES: usize = 64 << 20;

/** Maximum number of directions. */
const MAX_RANK: i32 = 128;

/** A direction is stretched only if its variance differs from its axes' by more than this factor: the bound of nuts-rs. */
const CUT_OFF: f64 = 2;

/** Added to the diagonals of the standardised covariances: a direction in which no draw varies keeps the scale of its axes. */
const RIDGE: f64 = 1e-4;

/**
 * Added in addition per unit of `roughness`: the part of the gradients that does not fit a normal counts as noise that
 * each draw adds in one direction.
 */
const ROUGH_RIDGE: f64 = 1;

/** A vector counts as a combination of those that span the rest if less than this is left of its square beside them. */
const DEPENDENT: f64 = 1e-8;

/** Memory for draws, followed by as many gradients, one vector each; how many there are of each, and the index of the next. */
let kept: i32 = 0;
let window: usize = 0;
let count: i32 = 0;
let next: i32 = 0;

/** The number of directions; the directions, Λ^½ − 1 along each, and memory for Uᵀ v and for one vector. */
let rank: i32 = 0;
let directions: usize = 0;
let stretches: usize = 0;
let shadows: usize = 0;
let velocity: usize = 0;

/** Working memory of `learn`: the number of dimensions that the window spans, and whether these count as all dimensions. */
let size: i32 = 0;
let isWhole: bool = false;
let ridge: f64 = 0;
/**
 * Per vector of the window: its coordinates in a basis of the span, and the square of what is outside the span; the
 * vectors that made the basis.
 */
let coordinates: usize = 0;
let rests: usize = 0;
let pivots: usize = 0;
let covariance: usize = 0;
let precision: usize = 0;
let vectors: usize = 0;
let values: usize = 0;
let work: usize = 0;

/** Allocates memory, once per instance. */
export function allocate(): void {
  diagonal.allocate();
  kept = min(DIMENSION <= FEW ? KEPT_OF_FEW : KEPT, <i32>(MAX_BYTES / (3 * vectorBytes())));
  const most = min(2 * kept, DIMENSION);
  const bytes = rowBytes(most);
  window = allocateVectors(2 * kept);
  directions = allocateVectors(min(MAX_RANK, most));
  stretches = allocateBytes(bytes);
  shadows = allocateBytes(bytes);
  velocity = allocateVectors(1);
  coordinates = allocateEach(2 * kept, bytes);
  pivots = allocateBytes(<usize>(2 * kept) << 2);
  rests = allocateBytes(<usize>(2 * kept) << 3);
  covariance = allocateEach(most, bytes);
  precision = allocateEach(most, bytes);
  vectors = allocateEach(most, bytes);
  values = allocateBytes(bytes);
  work = allocateEach(2, bytes);
}

/** See `resetMetric`. */
export function reset(gradient: usize, reach: usize): void {
  rank = 0;
  diagonal.reset(gradient, reach);
  forget();
}

/** position += step · L momentum. */
export function advance(position: usize, step: f64, momentum: usize): void {
  if (rank == 0) {
    diagonal.advance(position, step, momentum);
    return;
  }
  memory.copy(velocity, momentum, vectorBytes());
  stretch(velocity);
  diagonal.advance(position, step, velocity);
}

/** force = Lᵀ gradient. */
export function whitenForce(force: usize, gradient: usize): void {
  diagonal.whitenForce(force, gradient);
  if (rank > 0) stretch(force);
}

/** v += U (Λ^½ − I) Uᵀ v. */
function stretch(v: usize): void {
  for (let i = 0; i < rank; i++) setComponent(shadows, i, component(stretches, i) * dot(directions + vectorBytes() * <usize>i, v));
  for (let i = 0; i < rank; i++) addScaled(v, component(shadows, i), directions + vectorBytes() * <usize>i);
}

/** Adds one draw and its gradient. */
export function observe(position: usize, gradient: usize): void {
  diagonal.observe(position, gradient);
  if (kept == 0) return;
  memory.copy(drawAt(next), position, vectorBytes());
  memory.copy(drawAt(kept + next), gradient, vectorBytes());
  next = next + 1 == kept ? 0 : next + 1;
  count = min(count + 1, kept);
}

/** Begins a new window of draws. */
export function forget(): void {
  diagonal.forget();
  next = 0;
  count = 0;
}

// @ts-ignore: decorator
@inline
function drawAt(i: i32): usize {
  return window + vectorBytes() * <usize>i;
}

/**
 * Learns the scales, and the directions in the scaled axes. If the draws yield no directions, there are none. Afterwards
 * the window must be reset.
 */
export function learn(): void {
  diagonal.learn();
  rank = 0;
  if (count < 2) return;
  standardise(0, false);
  standardise(kept, true);
  ridge = RIDGE + ROUGH_RIDGE * roughness();
  span();
  if (size > 0 && average()) choose();
}

/**
 * Centres draws, or their gradients, and converts them to the axes of the scales, divided by √count so that sums of
 * squares are variances.
 */
function standardise(first: i32, areGradients: bool): void {
  const share = 1 / sqrt(<f64>count);
  memory.fill(velocity, 0, vectorBytes());
  for (let i = 0; i < count; i++) addScaled(velocity, 1 / <f64>count, drawAt(first + i));
  for (let i = 0; i < count; i++) {
    const vector = drawAt(first + i);
    addScaled(vector, -1, velocity);
    if (areGradients) diagonal.whitenForce(vector, vector);
    else diagonal.unscale(vector);
    for (let k = 0; k < DIMENSION; k++) setComponent(vector, k, component(vector, k) * share);
  }
}

/**
 * How far the gradients are from those of a normal: the variance of the part that no linear function of the draws
 * explains, per dimension that a draw must explain. For a normal of covariance A, draws and gradients satisfy x · g′ =
 * −xᵀ A⁻¹ x′ = g · x′. The difference between the two is due to the rest, e: its variance is (Var x · e′ + Var x′ · e) /
 * 2 over the trace of the draws' covariance.
 */
function roughness(): f64 {
  let trace = 0.0;
  let differences = 0.0;
  for (let i = 0; i < count; i++) {
    trace += dot(drawAt(i), drawAt(i));
    for (let j = 0; j < i; j++) {
      const difference = dot(drawAt(i), drawAt(kept + j)) - dot(drawAt(j), drawAt(kept + i));
      differences += difference * difference;
    }
  }
  return ((differences / trace) * <f64>DIMENSION) / <f64>(count - 1);
}

/** The vector `i` of the window: its draws come first, then their gradients. */
// @ts-ignore: decorator
@inline
function windowAt(i: i32): usize {
  return drawAt(i < count ? i : kept + i - count);
}

/**
 * Finds coordinates of the window's vectors in an orthonormal basis of their span, by a Cholesky factorisation of their
 * inner products that always continues with the vector of which most is left. If they may span all dimensions, the basis
 * is that of the axes.
 */
function span(): void {
  isWhole = DIMENSION <= 2 * count;
  if (isWhole) {
    size = DIMENSION;
    return;
  }
  const all = 2 * count;
  const columns = min(2 * kept, DIMENSION);
  memory.fill(coordinates, 0, rowBytes(columns) * <usize>all);
  let most = 0.0;
  for (let i = 0; i < all; i++) {
    const square = dot(windowAt(i), windowAt(i));
    setComponent(rests, i, square);
    most = max(most, square);
  }
  size = 0;
  while (size < min(all, columns)) {
    let pivot = 0;
    for (let i = 1; i < all; i++) if (component(rests, i) > component(rests, pivot)) pivot = i;
    const rest = component(rests, pivot);
    if (!(rest > DEPENDENT * most)) return;
    const unit = 1 / sqrt(rest);
    const own = row(coordinates, pivot, columns);
    const bytes = rowBytes(size);
    for (let i = 0; i < all; i++) {
      const left = component(rests, i);
      if (left < 0) continue;
      const other = row(coordinates, i, columns);
      const value = i == pivot ? sqrt(rest) : unit * (dot(windowAt(i), windowAt(pivot)) - dotBetween(other, own, 0, bytes));
      setComponent(other, size, value);
      setComponent(rests, i, max(0, left - value * value));
    }
    setComponent(rests, pivot, -1);
    store<i32>(pivots + (<usize>size << 2), pivot);
    size++;
  }
}

/** The coordinates of vector `i` of the window. */
// @ts-ignore: decorator
@inline
function coordinatesAt(i: i32): usize {
  return isWhole ? windowAt(i) : row(coordinates, i, min(2 * kept, DIMENSION));
}

/** Fills a matrix with the covariance of `count` vectors of the window, beginning with `first`, plus the ridge. */
function fillCovariance(matrix: usize, first: i32): void {
  const bytes = rowBytes(size);
  memory.fill(matrix, 0, bytes * <usize>size);
  for (let i = 0; i < size; i++) setComponent(row(matrix, i, size), i, ridge);
  for (let n = first; n < first + count; n++) {
    const vector = coordinatesAt(n);
    for (let i = 0; i < size; i++) addBetween(row(matrix, i, size), component(vector, i), vector, 0, bytes);
  }
}

/**
 * Fills `values` and `vectors` with the eigenvalues and eigenvectors of the geometric mean A of the draws' covariance C
 * and the inverse of the gradients' covariance G, which solves A G A = C: with G = L Lᵀ it is A = L⁻ᵀ (Lᵀ C L)^½ L⁻¹.
 */
function average(): bool {
  fillCovariance(covariance, 0);
  fillCovariance(precision, count);
  if (!choleskyFactor(precision, size)) return false;
  multiplyByFactor();
  if (!eigenvectors(covariance, size, values, vectors, work)) return false;
  // B = L⁻ᵀ W M^¼ satisfies A = B Bᵀ; its columns are made in the rows of `vectors`.
  const bytes = rowBytes(size);
  memory.fill(covariance, 0, bytes * <usize>size);
  for (let k = 0; k < size; k++) {
    const value = component(values, k);
    if (!(value > 0)) return false;
    const vector = row(vectors, k, size);
    solveTransposed(precision, vector, false);
    const weight = sqrt(value);
    for (let i = 0; i < size; i++) {
      addBetween(row(covariance, i, size), weight * component(vector, i), vector, 0, bytes);
    }
  }
  return eigenvectors(covariance, size, values, vectors, work);
}

/** covariance = Lᵀ · covariance · L, with the factor L in `precision`. */
function multiplyByFactor(): void {
  const bytes = rowBytes(size);
  // First C L row by row in place, then Lᵀ times these rows, from the top row down.
  for (let i = 0; i < size; i++) {
    const own = row(covariance, i, size);
    memory.fill(work, 0, bytes);
    for (let k = 0; k < size; k++) addBetween(work, component(own, k), row(precision, k, size), 0, rowBytes(k + 1));
    memory.copy(own, work, bytes);
  }
  memory.fill(vectors, 0, bytes * <usize>size);
  for (let k = 0; k < size; k++) {
    const factor = row(precision, k, size);
    for (let i = 0; i <= k; i++) addBetween(row(vectors, i, size), component(factor, i), row(covariance, k, size), 0, bytes);
  }
  memory.copy(covariance, vectors, bytes * <usize>size);
}

/** Replaces w by the solution of Lᵀ c = w; row j of L is row j of a matrix, or that of the coordinates of pivot j. */
function solveTransposed(factor: usize, w: usize, ofPivots: bool): void {
  for (let j = size - 1; j >= 0; j--) {
    const own = ofPivots ? coordinatesAt(pivotAt(j)) : row(factor, j, size);
    const value = component(w, j) / component(own, j);
    // The pair of lanes that contains column j may also contain the next column, where the factor is 0.
    addBetween(w, -value, own, 0, rowBytes(j + 1));
    setComponent(w, j, value);
  }
}

// @ts-ignore: decorator
@inline
function pivotAt(j: i32): i32 {
  return load<i32>(pivots + (<usize>j << 2));
}

/** Keeps the directions that are stretched or compressed most. */
function choose(): void {
  const limit = log(CUT_OFF);
  for (let i = 0; i < size; i++) {
    const value = component(values, i);
    setComponent(work, i, value > 0 ? abs(log(value)) : 0);
  }
  while (rank < min(MAX_RANK, size)) {
    let most = 0;
    for (let i = 1; i < size; i++) if (component(work, i) > component(work, most)) most = i;
    if (component(work, most) < limit) return;
    setComponent(work, most, 0);
    const direction = directions + vectorBytes() * <usize>rank;
    const vector = row(vectors, most, size);
    if (isWhole) memory.copy(direction, vector, vectorBytes());
    else {
      solveTransposed(0, vector, true);
      memory.fill(direction, 0, vectorBytes());
      for (let j = 0; j < size; j++) addScaled(direction, component(vector, j), windowAt(pivotAt(j)));
    }
    setComponent(stretches, rank, sqrt(component(values, most)) - 1);
    rank++;
  }
}
