/** Targets whose moments are known, as AssemblyScript. */
import type { Target } from './chain.ts';

/** Independent normals of mean 0 with these standard deviations. */
export function normalTarget(deviations: readonly number[]): Target {
  return {
    dimension: deviations.length,
    declarations: `const deviations = memory.data<f64>([${deviations.join(', ')}]);`,
    logDensity: `
  let sum = 0.0;
  for (let i = 0; i < DIMENSION; i++) {
    const deviation = load<f64>(deviations + (<usize>i << 3));
    const z = x(i) / deviation;
    sum -= 0.5 * z * z;
    slope(i, -z / deviation);
  }
  return sum;`,
  };
}

/** A stationary autoregressive series of unit variance: x₀ ~ N(0, 1), xᵢ ~ N(ρ xᵢ₋₁, 1 − ρ²). */
export function autoregressiveTarget(dimension: number, correlation: number): Target {
  return {
    dimension,
    logDensity: `
  const rho: f64 = ${correlation};
  const precision = 1 / (1 - rho * rho);
  let sum = -0.5 * x(0) * x(0);
  slope(0, -x(0));
  for (let i = 1; i < DIMENSION; i++) {
    const residual = x(i) - rho * x(i - 1);
    sum -= 0.5 * residual * residual * precision;
    slope(i, -residual * precision);
    slope(i - 1, load<f64>(gradient + (<usize>(i - 1) << 3)) + rho * residual * precision);
  }
  return sum;`,
  };
}

/** Two standard normals cut off at ±1, each side in its own way: no density, no number, infinite, no gradient. */
export function brokenNormalTarget(): Target {
  return {
    dimension: 2,
    logDensity: `
  slope(0, -x(0));
  slope(1, x(1) > 1 ? NaN : -x(1));
  if (x(0) > 1) return -Infinity;
  if (x(0) < -1) return NaN;
  if (x(1) < -1) return Infinity;
  return -0.5 * (x(0) * x(0) + x(1) * x(1));`,
  };
}

/** Neal's funnel (2003): v ~ N(0, 3), and nine others ~ N(0, e^(v/2)), centred or as nine standard normals. */
export function funnelTarget(centred: boolean): Target {
  return {
    dimension: 10,
    logDensity: centred
      ? `
  const precision = exp(-x(0));
  let sum = -x(0) * x(0) / 18 - 4.5 * x(0);
  let slopeV = -x(0) / 9 - 4.5;
  for (let i = 1; i < 10; i++) {
    const square = x(i) * x(i) * precision;
    sum -= 0.5 * square;
    slopeV += 0.5 * square;
    slope(i, -x(i) * precision);
  }
  slope(0, slopeV);
  return sum;`
      : `
  let sum = -x(0) * x(0) / 18;
  slope(0, -x(0) / 9);
  for (let i = 1; i < 10; i++) {
    sum -= 0.5 * x(i) * x(i);
    slope(i, -x(i));
  }
  return sum;`,
  };
}
