import { beforeAll, describe, expect, it } from 'vitest';
import { compileRuntime } from '../compile-runtime.ts';
import { layoutSource, type Target } from './chain.ts';

interface LeapfrogExports {
  readonly memory: WebAssembly.Memory;
  prepare(): number;
  step(state: number, size: number): void;
  energyAt(state: number): number;
  turnBack(state: number): void;
}

const DIMENSION = 3;

/** A target far from normal: log π = −Σ (cosh(xᵢ) − 1) − x₀x₁/2. */
const TARGET: Target = {
  dimension: DIMENSION,
  logDensity: `
  let sum = -0.5 * x(0) * x(1);
  for (let i = 0; i < DIMENSION; i++) {
    const up = exp(x(i));
    sum -= 0.5 * (up + 1 / up) - 1;
    slope(i, -0.5 * (up - 1 / up));
  }
  store<f64>(gradient, load<f64>(gradient) - 0.5 * x(1));
  store<f64>(gradient + 8, load<f64>(gradient + 8) - 0.5 * x(0));
  return sum;`,
};

let module: LeapfrogExports;

beforeAll(async () => {
  const instance = await compileRuntime(
    `
import { allocateMetric, resetMetric } from './runtime/sampler/metric';
import { allocateVectors, vectorBytes } from './runtime/sampler/vector';
import { allocateState, gradientAt, momentumAt } from './runtime/sampler/state';
import { evaluate, updateForce, energy } from './runtime/sampler/hamiltonian';
import { leapfrog } from './runtime/sampler/hamiltonian';
export function prepare(): usize {
  allocateMetric();
  const state = allocateState();
  for (let i: usize = 0; i < ${DIMENSION}; i++) {
    store<f64>(state + (i << 3), 0.3 * <f64>i - 0.4);
    store<f64>(state + momentumAt() + (i << 3), 0.8 - 0.5 * <f64>i);
  }
  evaluate(state);
  const reach = allocateVectors(1);
  for (let at: usize = 0; at < vectorBytes(); at += 8) store<f64>(reach + at, 1);
  resetMetric(state + gradientAt(), reach);
  updateForce(state);
  return state;
}
export function step(state: usize, size: f64): void { leapfrog(state, size); }
export function energyAt(state: usize): f64 { return energy(state); }
export function turnBack(state: usize): void {
  for (let i: usize = 0; i < ${DIMENSION}; i++) {
    store<f64>(state + momentumAt() + (i << 3), -load<f64>(state + momentumAt() + (i << 3)));
  }
}`,
    { 'runtime/layout.ts': layoutSource(TARGET) },
  );
  module = instance.exports as unknown as LeapfrogExports;
});

function positionOf(state: number): number[] {
  return [...new Float64Array(module.memory.buffer, state, DIMENSION)];
}

/** The largest energy error over a path of length 2. */
function energyError(stepSize: number): number {
  const state = module.prepare();
  const first = module.energyAt(state);
  let worst = 0;
  for (let i = 0; i < Math.round(2 / stepSize); i++) {
    module.step(state, stepSize);
    worst = Math.max(worst, Math.abs(module.energyAt(state) - first));
  }
  return worst;
}

describe('the leapfrog integrator', () => {
  it('comes back to where it began when its momentum is turned round', () => {
    const state = module.prepare();
    const start = positionOf(state);
    for (let i = 0; i < 50; i++) module.step(state, 0.1);
    const away = positionOf(state);
    module.turnBack(state);
    for (let i = 0; i < 50; i++) module.step(state, 0.1);
    const back = positionOf(state);
    for (let i = 0; i < DIMENSION; i++) {
      expect(Math.abs(back[i]! - start[i]!)).toBeLessThan(1e-12);
      expect(Math.abs(away[i]! - start[i]!)).toBeGreaterThan(1e-3);
    }
  });

  it('comes back to where it began when it steps backwards in time', () => {
    const state = module.prepare();
    const start = positionOf(state);
    for (let i = 0; i < 50; i++) module.step(state, 0.1);
    for (let i = 0; i < 50; i++) module.step(state, -0.1);
    positionOf(state).forEach((value, i) => {
      expect(Math.abs(value - start[i]!)).toBeLessThan(1e-12);
    });
  });

  it('conserves energy to second order: half the step, a quarter of the error', () => {
    for (const stepSize of [0.1, 0.05, 0.025]) {
      const ratio = energyError(stepSize) / energyError(stepSize / 2);
      expect(ratio).toBeGreaterThan(3.7);
      expect(ratio).toBeLessThan(4.3);
    }
  });
});
