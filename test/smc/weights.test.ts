import { beforeAll, describe, expect, it } from 'vitest';
import { normalQuantile } from '../../statistics/distribution-quantiles.ts';
import { compileRuntime } from '../compile-runtime.ts';

interface Exports {
  readonly memory: WebAssembly.Memory;
  allocate(bytes: number): number;
  effectiveSize(differences: number, count: number, increment: number): number;
  nextIncrement(differences: number, count: number, left: number, least: number): number;
  fillWeights(weights: number, differences: number, count: number, increment: number): number;
  bridgeRatio(earlier: number, later: number, count: number, increment: number): number;
  resample(ancestors: number, weights: number, count: number, offset: number): void;
}

let module: Exports;

beforeAll(async () => {
  const instance = await compileRuntime(`
export { bridgeRatio, effectiveSize, nextIncrement, fillWeights } from './runtime/smc/weights';
export { resample } from './runtime/smc/weights';
export { allocate } from './runtime/memory';
`);
  module = instance.exports as unknown as Exports;
});

function put(values: readonly number[]): number {
  const address = module.allocate(values.length * 8);
  new Float64Array(module.memory.buffer, address, values.length).set(values);
  return address;
}

/** Log densities as different as those of an everyday likelihood. */
const DIFFERENCES = Array.from({ length: 500 }, (_, i) => -300 * Math.abs(Math.sin(i * i)) - 40);

function sizeOf(weights: readonly number[]): number {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return sum ** 2 / weights.reduce((total, weight) => total + weight ** 2, 0);
}

describe('the effective sample size', () => {
  it('is that of the weights, whose common scale does not matter', () => {
    const weights = [1, 2, 4, 0.5];
    const logs = weights.map((weight) => Math.log(weight) - 900);
    expect(module.effectiveSize(put(logs), 4, 1)).toBeCloseTo(sizeOf(weights), 12);
    expect(module.effectiveSize(put(logs), 4, 2)).toBeCloseTo(sizeOf(weights.map((w) => w ** 2)), 12);
  });

  it('counts no particle without density, and is 0 where there is no other', () => {
    expect(module.effectiveSize(put([-3, -Infinity, -3, -3]), 4, 0.5)).toBeCloseTo(3, 12);
    expect(module.effectiveSize(put([-Infinity, -Infinity]), 2, 0.5)).toBe(0);
  });
});

describe('the next increment of the exponent', () => {
  it('leaves the effective sample size that was asked for', () => {
    const differences = put(DIFFERENCES);
    for (const least of [50, 250, 450]) {
      const increment = module.nextIncrement(differences, 500, 1, least);
      expect(increment).toBeGreaterThan(0);
      expect(increment).toBeLessThan(1);
      const size = module.effectiveSize(differences, 500, increment);
      expect(size).toBeGreaterThanOrEqual(least);
      expect(size).toBeLessThan(least * 1.01);
    }
  });

  it('is all that is left where that leaves enough', () => {
    expect(module.nextIncrement(put(DIFFERENCES), 500, 1e-3, 250)).toBe(1e-3);
  });

  it('is next to nothing where too many particles have no density, and so drops them alone', () => {
    const differences = put(DIFFERENCES.map((value, i) => (i % 5 === 0 ? value : -Infinity)));
    const increment = module.nextIncrement(differences, 500, 1, 250);
    expect(increment).toBeGreaterThan(0);
    expect(module.effectiveSize(differences, 500, increment)).toBeCloseTo(100, 6);
  });
});

describe('weights', () => {
  it('sum to one, and come with the log of their mean before that', () => {
    const weights = module.allocate(500 * 8);
    const logMean = module.fillWeights(weights, put(DIFFERENCES), 500, 0.02);
    const wanted = DIFFERENCES.map((value) => Math.exp(0.02 * value));
    const sum = wanted.reduce((total, weight) => total + weight, 0);
    expect(logMean).toBeCloseTo(Math.log(sum / 500), 12);
    const found = [...new Float64Array(module.memory.buffer, weights, 500)];
    found.forEach((weight, i) => {
      expect(weight / (wanted[i]! / sum)).toBeCloseTo(1, 10);
    });
  });
});

describe('resampling', () => {
  const weights = [0, 0.31, 0.02, 0, 0.4, 0.2, 0.07, 0];
  const copies = (offset: number): number[] => {
    const ancestors = module.allocate(8 * 4);
    module.resample(ancestors, put(weights), 8, offset);
    const found = [...new Int32Array(module.memory.buffer, ancestors, 8)];
    expect(found).toEqual([...found].sort((a, b) => a - b));
    return weights.map((_, i) => found.filter((ancestor) => ancestor === i).length);
  };

  it('gives each particle as many places as its weight is worth, rounded up or down, in order', () => {
    for (let i = 0; i < 50; i++) {
      const counts = copies((i + 0.5) / 50);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(8);
      counts.forEach((count, particle) => {
        expect(Math.abs(count - 8 * weights[particle]!)).toBeLessThan(1);
      });
    }
  });

  it('gives each exactly as many as its weight is worth, on average over the offset', () => {
    const all = Array.from({ length: 1000 }, (_, i) => copies((i + 0.5) / 1000));
    weights.forEach((weight, particle) => {
      const mean = all.reduce((sum, counts) => sum + counts[particle]!, 0) / 1000;
      expect(mean).toBeCloseTo(8 * weight, 2);
    });
  });

  it('gives no place to a particle without weight, whatever the rounding', () => {
    const ancestors = module.allocate(3 * 4);
    module.resample(ancestors, put([0.3, 0.7 - 1e-9, 0]), 3, 1 - 1e-12);
    expect([...new Int32Array(module.memory.buffer, ancestors, 3)]).toEqual([1, 1, 1]);
  });
});

describe('the ratio of two integrals from both ends of a step', () => {
  /** Quantiles of a normal, so that sums over them are nearly integrals. */
  const normal = (count: number, mean: number, sd: number) =>
    Array.from({ length: count }, (_, i) => mean + sd * normalQuantile((i + 0.5) / count));

  it('is that of normals, whose ratio of densities is normal at either end', () => {
    // The log ratio d is N(m, s²) under the earlier density, and N(m + t s², s²) under that times e^(t d); the log ratio of integrals is
    // t m + t² s² / 2.
    const [m, s, t] = [-3, 2, 0.4];
    const earlier = put(normal(20_000, m, s));
    const later = put(normal(20_000, m + t * s * s, s));
    expect(module.bridgeRatio(earlier, later, 20_000, t)).toBeCloseTo(t * m + (t * s) ** 2 / 2, 4);
  });

  it('lies above that from the earlier end alone where the later particles came further than those foretell', () => {
    const earlier = put(normal(1000, -3, 1));
    const later = put(normal(1000, 0, 1));
    const weights = module.allocate(8000);
    const forward = module.fillWeights(weights, earlier, 1000, 1);
    expect(module.bridgeRatio(earlier, later, 1000, 1)).toBeGreaterThan(forward + 0.5);
  });

  it('counts the share of the earlier particles that have no density at the later end', () => {
    const earlier = put([-2, -Infinity, -Infinity, -Infinity]);
    expect(module.bridgeRatio(earlier, put([-2, -2, -2, -2]), 4, 1)).toBeCloseTo(-2 - Math.log(4), 10);
    expect(Number.isFinite(module.bridgeRatio(earlier, put([-2, -Infinity, -2, -2]), 4, 1))).toBe(true);
  });

  it('does not follow a particle far down in a narrow well of the density', () => {
    const ordinary = put([-2, -1, -3, -2, -2.5, -1.5, -2, -2]);
    const wanted = module.bridgeRatio(ordinary, ordinary, 8, 1);
    const inWell = put([-2, -1, -3, -2, -2.5, -1.5, -2, -2, -9e79]);
    const found = module.bridgeRatio(inWell, put([-2, -1, -3, -2, -2.5, -1.5, -2, -2, -2]), 9, 1);
    expect(Math.abs(found - wanted)).toBeLessThan(0.3);
  });
});
