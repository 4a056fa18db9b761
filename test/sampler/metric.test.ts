import { describe, expect, it } from 'vitest';
import { compileRuntime } from '../compile-runtime.ts';
import { layoutSource } from './chain.ts';
import { normalTarget } from './targets.ts';

interface MetricExports {
  readonly memory: WebAssembly.Memory;
  prepare(): number;
  reset(): void;
  observe(): void;
  learn(): void;
  multiply(): void;
}

/** L r and Lᵀ r of the metric, as its two products give them. */
interface Metric {
  reset(gradient: readonly number[]): void;
  observe(position: readonly number[], gradient: readonly number[]): void;
  learn(): void;
  advance(momentum: readonly number[]): number[];
  whiten(gradient: readonly number[]): number[];
}

async function compileMetric(dimension: number): Promise<Metric> {
  const instance = await compileRuntime(
    `
import { allocateMetric, resetMetric, observeDraw, learnMetric, advance, whitenForce } from './runtime/sampler/metric';
import { vectorBytes, allocateVectors } from './runtime/sampler/vector';
let a: usize = 0;
let b: usize = 0;
/** How far out starting points lie in each dimension: 1, as where the prior is no vague one. */
let reach: usize = 0;
export function prepare(): usize {
  allocateMetric();
  a = allocateVectors(5);
  b = a + vectorBytes();
  reach = a + vectorBytes() * 4;
  for (let at: usize = 0; at < vectorBytes(); at += 8) store<f64>(reach + at, 1);
  return a;
}
export function reset(): void { resetMetric(a, reach); }
export function observe(): void { observeDraw(a, b); }
export function learn(): void { learnMetric(); }
export function multiply(): void {
  memory.fill(b, 0, vectorBytes() * 2);
  advance(b, 1, a);
  whitenForce(b + vectorBytes(), a);
}`,
    { 'runtime/layout.ts': layoutSource(normalTarget(Array.from({ length: dimension }, () => 1))) },
  );
  const module = instance.exports as unknown as MetricExports;
  const stride = dimension + (dimension & 1);
  const start = module.prepare();
  const write = (index: number, values: readonly number[]): void => {
    new Float64Array(module.memory.buffer, start + index * stride * 8, dimension).set(values);
  };
  const read = (index: number): number[] => [
    ...new Float64Array(module.memory.buffer, start + index * stride * 8, dimension),
  ];
  return {
    reset(gradient) {
      write(0, gradient);
      module.reset();
    },
    observe(position, gradient) {
      write(0, position);
      write(1, gradient);
      module.observe();
    },
    learn: () => module.learn(),
    advance(momentum) {
      write(0, momentum);
      module.multiply();
      return read(1);
    },
    whiten(gradient) {
      write(0, gradient);
      module.multiply();
      return read(2);
    },
  };
}

/** Numbers without pattern in (-1, 1), the same in every run. */
function scatter(index: number): number {
  return 2 * ((Math.sin(12.9898 * (index + 1)) * 43758.5453) % 1);
}

/** The covariance L Lᵀ of a metric, from its two products. */
function covarianceOf(metric: Metric, dimension: number): number[][] {
  return Array.from({ length: dimension }, (_, i) =>
    metric.advance(metric.whiten(Array.from({ length: dimension }, (_, k) => (k === i ? 1 : 0)))),
  );
}

describe('the dense metric', () => {
  it.each([3, 4])(
    'is the covariance of a correlated normal of %i dimensions after a few draws',
    async (dimension) => {
      const metric = await compileMetric(dimension);
      // Precision P and covariance of an autoregressive series with correlation 0.9 and scales 1, 10, 100, …
      const rho = 0.9;
      const scale = Array.from({ length: dimension }, (_, i) => 10 ** i);
      const covariance = scale.map((a, i) => scale.map((b, j) => a * b * rho ** Math.abs(i - j)));
      const inner = (i: number): number => (i === 0 || i === dimension - 1 ? 1 : 1 + rho * rho);
      const gradientAt = (x: readonly number[]): number[] =>
        x.map((_, i) => {
          let sum = (inner(i) * x[i]!) / scale[i]!;
          if (i > 0) sum -= (rho * x[i - 1]!) / scale[i - 1]!;
          if (i < dimension - 1) sum -= (rho * x[i + 1]!) / scale[i + 1]!;
          return -sum / ((1 - rho * rho) * scale[i]!);
        });
      metric.reset(Array.from({ length: dimension }, () => 1));
      for (let draw = 0; draw < 3 * dimension; draw++) {
        const x = scale.map((value, i) => value * (1 + scatter(draw * dimension + i)));
        metric.observe(x, gradientAt(x));
      }
      metric.learn();
      covarianceOf(metric, dimension).forEach((row, i) => {
        row.forEach((value, j) => {
          expect(Math.abs(value - covariance[i]![j]!)).toBeLessThan(0.03 * scale[i]! * scale[j]!);
        });
      });
    },
  );

  it('begins at the scales that the first gradient tells, and keeps them when no draw moved', async () => {
    const metric = await compileMetric(3);
    metric.reset([4, -1 / 9, 0]);
    const before = metric.whiten([1, 1, 1]);
    expect(before[0]).toBeCloseTo(0.5, 12);
    expect(before[1]).toBeCloseTo(3, 12);
    expect(before[2]).toBe(10);
    for (let draw = 0; draw < 5; draw++) metric.observe([1, 2, 3], [4, 5, 6]);
    metric.learn();
    expect(metric.whiten([1, 1, 1])).toEqual(before);
  });

  it('does not take a scale for boundless that gradients of no variance tell nothing of', async () => {
    const metric = await compileMetric(3);
    metric.reset([1, 1, 1]);
    for (let draw = 0; draw < 50; draw++) {
      const [a, b, c] = [scatter(3 * draw), scatter(3 * draw + 1), draw] as const;
      metric.observe([a, b, c], [-a, -b, 1 + 1e-12 * a]);
    }
    metric.learn();
    const deviation = Math.sqrt((50 ** 2 - 1) / 12);
    const [, , third] = covarianceOf(metric, 3)[2]!;
    expect(Math.sqrt(third!)).toBeLessThan(4 * deviation);
    expect(Math.sqrt(third!)).toBeGreaterThan(deviation);
  });
});

describe('the diagonal metric, of a layout of many dimensions', () => {
  it('brings draws and gradients to one scale, and leaves a dimension that did not move as it was', async () => {
    const dimension = 25;
    const metric = await compileMetric(dimension);
    const ones = Array.from({ length: dimension }, () => 1);
    metric.reset(ones);
    const deviations = ones.map((_, i) => 2 ** (i - 12));
    for (let draw = 0; draw < 10; draw++) {
      const z = ones.map((_, i) => (i === 24 ? 1 : scatter(draw * dimension + i)));
      metric.observe(
        z.map((value, i) => value * deviations[i]!),
        z.map((value, i) => -value / deviations[i]!),
      );
    }
    metric.learn();
    metric.advance(ones).forEach((value, i) => {
      expect(Math.abs(value / (i === 24 ? 1 : deviations[i]!) - 1)).toBeLessThan(0.02);
    });
  });
});
