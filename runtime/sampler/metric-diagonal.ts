/** A diagonal metric: the scale of each dimension, learned from draws and their gradients. */
import { DIMENSION } from '../layout';
import { firstScale, steepened } from './metric-scale';
import { vectorBytes, allocateVectors, component, setComponent } from './vector';

let scale: usize = 0;

/** Of the draws and of their gradients: mean and sum of squared deviations from it. */
let drawMean: usize = 0;
let drawSquares: usize = 0;
let gradientMean: usize = 0;
let gradientSquares: usize = 0;
let count: f64 = 0;

/** Allocates memory, once per instance. */
export function allocate(): void {
  scale = allocateVectors(1);
  drawMean = allocateVectors(1);
  drawSquares = allocateVectors(1);
  gradientMean = allocateVectors(1);
  gradientSquares = allocateVectors(1);
}

/** See `resetMetric`. */
export function reset(gradient: usize, reach: usize): void {
  for (let i = 0; i < DIMENSION; i++) {
    const distance = reach == 0 ? 1 : component(reach, i);
    setComponent(scale, i, firstScale(component(gradient, i), distance));
  }
  forget();
}

/** position += step · L momentum. */
export function advance(position: usize, step: f64, momentum: usize): void {
  const steps = f64x2.splat(step);
  for (let at: usize = 0; at < vectorBytes(); at += 16) {
    const velocity = f64x2.mul(v128.load(scale + at), v128.load(momentum + at));
    v128.store(position + at, f64x2.add(v128.load(position + at), f64x2.mul(steps, velocity)));
  }
}

/** force = Lᵀ gradient. */
export function whitenForce(force: usize, gradient: usize): void {
  for (let at: usize = 0; at < vectorBytes(); at += 16) {
    v128.store(force + at, f64x2.mul(v128.load(scale + at), v128.load(gradient + at)));
  }
}

/** vector = S⁻¹ vector: converts a difference of positions to the axes of the scales. */
export function unscale(vector: usize): void {
  for (let i = 0; i < DIMENSION; i++) setComponent(vector, i, component(vector, i) / component(scale, i));
}

/** Adds one draw and its gradient. */
export function observe(position: usize, gradient: usize): void {
  count += 1;
  accumulate(drawMean, drawSquares, position);
  accumulate(gradientMean, gradientSquares, gradient);
}

/** Welford (1962). */
function accumulate(mean: usize, squares: usize, x: usize): void {
  for (let i = 0; i < DIMENSION; i++) {
    const before = component(x, i) - component(mean, i);
    const centre = component(mean, i) + before / count;
    setComponent(mean, i, centre);
    setComponent(squares, i, component(squares, i) + before * (component(x, i) - centre));
  }
}

/** Begins a new window of draws. */
export function forget(): void {
  count = 0;
  memory.fill(drawMean, 0, vectorBytes());
  memory.fill(drawSquares, 0, vectorBytes());
  memory.fill(gradientMean, 0, vectorBytes());
  memory.fill(gradientSquares, 0, vectorBytes());
}

/**
 * The variances √(Var x / Var ∇), which give draws and gradients the same scale: they minimise the Fisher divergence to
 * a normal without correlations (Seyboldt, Carlson & Carpenter 2026, "Preconditioning Hamiltonian Monte Carlo by
 * minimizing Fisher divergence"). A dimension in which these draws or gradients did not vary keeps its scale.
 */
export function learn(): void {
  for (let i = 0; i < DIMENSION; i++) {
    const variance = component(drawSquares, i) / count;
    const ratio = variance / steepened(component(gradientSquares, i) / count, variance);
    if (ratio > 0 && isFinite(ratio)) setComponent(scale, i, sqrt(sqrt(ratio)));
  }
}
