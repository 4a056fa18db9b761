import { describe, expect, it } from 'vitest';
import { compileRuntime } from '../compile-runtime.ts';
import { layoutSource } from './chain.ts';
import {
  conditionNumber,
  eigen,
  geometricMean,
  identity,
  inverse,
  product,
  transpose,
} from './dense-matrices.ts';
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

/** Numbers in (0, 1), and from them normal ones, the same in every run. */
function normalNumbers(): () => number {
  let state = 12345;
  const uniform = () => {
    state = (1103515245 * state + 12345) % 2147483648;
    return (state + 0.5) / 2147483648;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** The covariance of an autoregressive series of correlation ρ. */
function autoregressive(dimension: number, rho: number): number[][] {
  return Array.from({ length: dimension }, (_, i) =>
    Array.from({ length: dimension }, (_, j) => rho ** Math.abs(i - j)),
  );
}

/** The identity, but for variances of 400, 100 and 0.01 in three directions that lie across the axes. */
function spiked(dimension: number): number[][] {
  const directions = [1, 2, 3].map((k) =>
    Array.from(
      { length: dimension },
      (_, i) => Math.sqrt(2 / dimension) * Math.cos((Math.PI * k * (2 * i + 1)) / (2 * dimension)),
    ),
  );
  return identity(dimension).map((row, i) =>
    row.map((value, j) =>
      [400, 100, 0.01].reduce(
        (sum, variance, k) => sum + (variance - 1) * directions[k]![i]! * directions[k]![j]!,
        value,
      ),
    ),
  );
}

/** Lᵀ Σ⁻¹ L, which is the identity where the metric is exact. */
function whitened(metric: Metric, precision: readonly (readonly number[])[]): number[][] {
  const columns = precision.map((_, k) => metric.advance(precision.map((_, i) => (i === k ? 1 : 0))));
  return columns.map((column) =>
    metric.whiten(
      product(
        precision,
        column.map((value) => [value]),
      ).map(([value]) => value!),
    ),
  );
}

/** Lets a metric of so many dimensions see draws of a normal of this covariance. */
async function learned(covariance: readonly (readonly number[])[], draws: number): Promise<Metric> {
  const dimension = covariance.length;
  const metric = await compileMetric(dimension);
  const { values, vectors } = eigen(covariance);
  const normal = normalNumbers();
  metric.reset(Array.from({ length: dimension }, () => 1));
  for (let draw = 0; draw < draws; draw++) {
    const z = values.map(() => normal());
    const along = (power: number) =>
      covariance.map((_, i) =>
        z.reduce((sum, value, k) => sum + value * values[k]! ** power * vectors[k]![i]!, 0),
      );
    metric.observe(
      along(0.5),
      along(-0.5).map((value) => -value),
    );
  }
  metric.learn();
  return metric;
}

describe('the low-rank metric, of a layout of many dimensions', () => {
  it.each([
    { name: 'a series', covariance: autoregressive(40, 0.95), draws: 15, before: 800, after: 200 },
    { name: 'a series', covariance: autoregressive(40, 0.95), draws: 80, before: 800, after: 4.5 },
    { name: 'three directions', covariance: spiked(50), draws: 20, before: 30_000, after: 500 },
    { name: 'three directions', covariance: spiked(50), draws: 100, before: 30_000, after: 4.5 },
  ])(
    'takes the condition number of $name from $before to $after by $draws draws',
    async ({ covariance, draws, before, after }) => {
      expect(conditionNumber(covariance)).toBeGreaterThan(before);
      const found = conditionNumber(whitened(await learned(covariance, draws), inverse(covariance)));
      expect(found).toBeLessThan(after);
    },
  );

  it('has products with L and with its transpose', async () => {
    const metric = await learned(autoregressive(45, 0.9), 15);
    const normal = normalNumbers();
    const [r, g] = [0, 1].map(() => Array.from({ length: 45 }, normal)) as [number[], number[]];
    const inner = (a: readonly number[], b: readonly number[]) =>
      a.reduce((sum, value, i) => sum + value * b[i]!, 0);
    expect(inner(metric.advance(r), g)).toBeCloseTo(inner(r, metric.whiten(g)), 10);
    expect(metric.advance(r)).not.toEqual(metric.whiten(r));
  });

  it('is the geometric mean that its definition says, where what is stretched little is left alone', async () => {
    const [dimension, draws] = [24, 40];
    const normal = normalNumbers();
    const positions = Array.from({ length: draws }, () => Array.from({ length: dimension }, () => normal()));
    // No normal's: each gradient has a part that no linear function of the draw tells.
    const gradients = positions.map((x) =>
      x.map((value, i) => -(value + 0.9 * (x[i - 1] ?? 0) + 0.9 * (x[i + 1] ?? 0)) + 0.3 * normal()),
    );
    const metric = await compileMetric(dimension);
    metric.reset(Array.from({ length: dimension }, () => 1));
    for (const [n, x] of positions.entries()) metric.observe(x, gradients[n]!);
    metric.learn();

    const centred = (rows: readonly (readonly number[])[]) => {
      const means = transpose(rows).map((column) => column.reduce((sum, value) => sum + value, 0) / draws);
      return rows.map((row) => row.map((value, i) => value - means[i]!));
    };
    const squares = (rows: readonly (readonly number[])[]) =>
      transpose(rows).map((column) => column.reduce((sum, value) => sum + value * value, 0) / draws);
    const [x, g] = [centred(positions), centred(gradients)];
    const [ofDraws, ofGradients] = [squares(x), squares(g)];
    const scale = ofDraws.map((variance, i) => (variance / (ofGradients[i]! + 0.01 / variance)) ** 0.25);
    const scaledDraws = x.map((row) => row.map((value, i) => value / scale[i]!));
    const scaledGradients = g.map((row) => row.map((value, i) => value * scale[i]!));
    const inner = product(scaledDraws, transpose(scaledGradients));
    let asymmetry = 0;
    for (let i = 0; i < draws; i++)
      for (let j = 0; j < i; j++) asymmetry += (inner[i]![j]! - inner[j]![i]!) ** 2;
    const trace = scaledDraws.flat().reduce((sum, value) => sum + value * value, 0) / draws;
    const perPair = (2 * asymmetry) / (draws * (draws - 1));
    const ridge = 1e-4 + (perPair / (2 * trace)) * (dimension / draws);
    const ridged = (rows: readonly (readonly number[])[]) =>
      product(transpose(rows), rows).map((row, i) =>
        row.map((value, j) => value / draws + (i === j ? ridge : 0)),
      );
    const mean = geometricMean(ridged(scaledDraws), inverse(ridged(scaledGradients)));
    const { values, vectors } = eigen(mean);
    expect(values.filter((value) => value > 2 || value < 0.5).length).toBeGreaterThan(3);
    expect(values.filter((value) => value < 2 && value > 0.5).length).toBeGreaterThan(3);
    const stretched = (i: number, j: number) =>
      values.reduce(
        (sum, value, k) =>
          sum + (value > 2 || value < 0.5 ? value - 1 : 0) * vectors[k]![i]! * vectors[k]![j]!,
        i === j ? 1 : 0,
      );
    covarianceOf(metric, dimension).forEach((row, i) => {
      row.forEach((value, j) => {
        expect(value / (scale[i]! * scale[j]!)).toBeCloseTo(stretched(i, j), 9);
      });
    });
  });

  it('keeps to the axes where gradients are noise', async () => {
    const dimension = 50;
    const metric = await compileMetric(dimension);
    const normal = normalNumbers();
    const vector = () => Array.from({ length: dimension }, normal);
    metric.reset(Array.from({ length: dimension }, () => 1));
    for (let draw = 0; draw < 40; draw++) metric.observe(vector(), vector());
    metric.learn();
    const offAxes = covarianceOf(metric, dimension).flatMap((row, i) => row.filter((_, j) => j !== i));
    expect(offAxes.every((value) => value === 0)).toBe(true);
  });

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
