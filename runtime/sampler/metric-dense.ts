/** A dense metric: the Cholesky factor L of a covariance, learned from draws and their gradients. */
import { DIMENSION } from '../layout';
import { matrixBytes, allocateMatrix, column, factorise, fromRow, invert } from './matrix';
import { firstScale, steepened } from './metric-scale';
import { vectorBytes, addScaled, allocateVectors, component, dot, setComponent } from './vector';

/** Added to the diagonals of the standardised covariances: a direction in which no draw varies keeps the scale of its axes. */
const RIDGE: f64 = 1e-5;

/** Number of steps of the iteration for a geometric mean. It converges quadratically; this many suffice for condition numbers of 1e20. */
const MEAN_STEPS: i32 = 50;
const MEAN_TOLERANCE: f64 = 1e-9;

let factor: usize = 0;

/** Of the draws and of their gradients: mean and Σ (x − mean)(x − mean)ᵀ. */
let drawMean: usize = 0;
let drawProducts: usize = 0;
let gradientMean: usize = 0;
let gradientProducts: usize = 0;
let count: f64 = 0;

let deviation: usize = 0;
let scale: usize = 0;
let covariance: usize = 0;
let precision: usize = 0;
let covarianceInverse: usize = 0;
let precisionInverse: usize = 0;
let work: usize = 0;

/** Allocates memory, once per instance. */
export function allocate(): void {
  factor = allocateMatrix();
  drawMean = allocateVectors(1);
  drawProducts = allocateMatrix();
  gradientMean = allocateVectors(1);
  gradientProducts = allocateMatrix();
  deviation = allocateVectors(1);
  scale = allocateVectors(1);
  covariance = allocateMatrix();
  precision = allocateMatrix();
  covarianceInverse = allocateMatrix();
  precisionInverse = allocateMatrix();
  work = allocateMatrix();
}

/** See `resetMetric`. */
export function reset(gradient: usize, reach: usize): void {
  memory.fill(factor, 0, matrixBytes());
  for (let j = 0; j < DIMENSION; j++) {
    const distance = reach == 0 ? 1 : component(reach, j);
    setComponent(column(factor, j), j, firstScale(component(gradient, j), distance));
  }
  forget();
}

/** position += step · L momentum. */
export function advance(position: usize, step: f64, momentum: usize): void {
  for (let j = 0; j < DIMENSION; j++) {
    addScaled(position, step * component(momentum, j), column(factor, j), fromRow(j));
  }
}

/** force = Lᵀ gradient. */
export function whitenForce(force: usize, gradient: usize): void {
  for (let j = 0; j < DIMENSION; j++) setComponent(force, j, dot(column(factor, j), gradient, fromRow(j)));
}

/** Adds one draw and its gradient. */
export function observe(position: usize, gradient: usize): void {
  count += 1;
  accumulate(drawMean, drawProducts, position);
  accumulate(gradientMean, gradientProducts, gradient);
}

/** Welford (1962), for a covariance. */
function accumulate(mean: usize, products: usize, x: usize): void {
  for (let i = 0; i < DIMENSION; i++) {
    const before = component(x, i) - component(mean, i);
    setComponent(deviation, i, before);
    setComponent(mean, i, component(mean, i) + before / count);
  }
  for (let j = 0; j < DIMENSION; j++) {
    addScaled(column(products, j), component(x, j) - component(mean, j), deviation, fromRow(j));
  }
}

/** Begins a new window of draws. */
export function forget(): void {
  count = 0;
  memory.fill(drawMean, 0, vectorBytes());
  memory.fill(drawProducts, 0, matrixBytes());
  memory.fill(gradientMean, 0, vectorBytes());
  memory.fill(gradientProducts, 0, matrixBytes());
}

/**
 * The covariance that gives draws and gradients the same scale, C # G⁻¹, the geometric mean of the covariance C of the
 * draws and the inverse of the covariance G of the gradients: it minimises the Fisher divergence to a normal (Seyboldt,
 * Carlson & Carpenter 2026, "Preconditioning Hamiltonian Monte Carlo by minimizing Fisher divergence", arXiv
 * 2603.18845), and is almost exact for a normal target after DIMENSION + 1 draws. The metric stays the same if these
 * draws do not yield one.
 */
export function learn(): void {
  if (standardise() && average() && unstandardise()) memory.copy(factor, covariance, matrixBytes());
}

/** Fills `covariance` and `precision`, with axes scaled so that the variances of a draw and of a gradient are equal. */
function standardise(): bool {
  for (let i = 0; i < DIMENSION; i++) {
    const variance = component(column(drawProducts, i), i) / count;
    const slopes = steepened(component(column(gradientProducts, i), i) / count, variance);
    const ratio = variance / slopes;
    if (!(ratio > 0 && isFinite(ratio))) return false;
    setComponent(scale, i, sqrt(sqrt(ratio)));
    setComponent(column(gradientProducts, i), i, slopes * count);
  }
  for (let j = 0; j < DIMENSION; j++) {
    for (let i = j; i < DIMENSION; i++) {
      const product = component(scale, i) * component(scale, j);
      const ridge = i == j ? RIDGE : 0;
      setComponent(column(covariance, j), i, component(column(drawProducts, j), i) / (product * count) + ridge);
      setComponent(column(precision, j), i, (component(column(gradientProducts, j), i) * product) / count + ridge);
    }
  }
  return true;
}

/**
 * Makes `covariance` the geometric mean of itself and the inverse of `precision`, as the limit of arithmetic and
 * harmonic means: C ← (C + P⁻¹)/2, P ← (P + C⁻¹)/2.
 */
function average(): bool {
  for (let step = 0; step < MEAN_STEPS; step++) {
    if (!invert(covarianceInverse, covariance, work) || !invert(precisionInverse, precision, work)) return false;
    let change = 0.0;
    for (let j = 0; j < DIMENSION; j++) {
      const before = component(column(covariance, j), j);
      for (let i = j; i < DIMENSION; i++) {
        halve(column(covariance, j), column(precisionInverse, j), i);
        halve(column(precision, j), column(covarianceInverse, j), i);
      }
      change = max(change, abs(component(column(covariance, j), j) / before - 1));
    }
    if (change < MEAN_TOLERANCE) return true;
  }
  return true;
}

// @ts-ignore: decorator
@inline
function halve(target: usize, other: usize, i: i32): void {
  setComponent(target, i, 0.5 * (component(target, i) + component(other, i)));
}

/** Converts `covariance` back to the layout's axes and factorises it. */
function unstandardise(): bool {
  for (let j = 0; j < DIMENSION; j++) {
    for (let i = j; i < DIMENSION; i++) {
      const value = component(column(covariance, j), i) * component(scale, i) * component(scale, j);
      setComponent(column(covariance, j), i, value);
    }
  }
  return factorise(covariance);
}
