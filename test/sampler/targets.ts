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

/** x₀ ~ N(0, 1) and x₁ ~ N(x₀², w²): a bent ridge, to which no metric fits. */
export function parabolaTarget(width: number): Target {
  return {
    dimension: 2,
    logDensity: `
  const residual = (x(1) - x(0) * x(0)) / ${width};
  slope(0, (2 * x(0) * residual) / ${width} - x(0));
  slope(1, -residual / ${width});
  return -0.5 * (x(0) * x(0) + residual * residual);`,
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

/**
 * Means of five groups of 40 rows, of one normal: its noise and the spread of the means are uniform from 0 to 100 on a logit scale
 * (x₀ and x₁), the mean of means is 10 x₂ and each group is x₁'s spread times a standard normal from it. Where a chain begins, the
 * density is tens of thousands of nats below that of the posterior.
 */
export function groupsTarget(): Target {
  return {
    dimension: 8,
    declarations: 'const means = memory.data<f64>([0.1, -0.2, 0.05, 0.3, -0.1]);',
    logDensity: `
  const noise = 100 / (1 + exp(-x(0)));
  const spread = 100 / (1 + exp(-x(1)));
  let sum = -x(0) - 2 * log1p(exp(-x(0))) - x(1) - 2 * log1p(exp(-x(1))) - 0.5 * x(2) * x(2);
  let slopeNoise = 0.0;
  let slopeSpread = 0.0;
  let slopeMean = 0.0;
  for (let j = 0; j < 5; j++) {
    const residual = 10 * x(2) + spread * x(3 + j) - load<f64>(means + (<usize>j << 3));
    const squares = 40 * (residual * residual + 0.04);
    sum -= 40 * log(noise) + (0.5 * squares) / (noise * noise) + 0.5 * x(3 + j) * x(3 + j);
    const pull = (-40 * residual) / (noise * noise);
    slopeNoise += -40 / noise + squares / (noise * noise * noise);
    slopeSpread += pull * x(3 + j);
    slopeMean += 10 * pull;
    slope(3 + j, pull * spread - x(3 + j));
  }
  slope(0, 1 - noise / 50 + slopeNoise * noise * (1 - noise / 100));
  slope(1, 1 - spread / 50 + slopeSpread * spread * (1 - spread / 100));
  slope(2, slopeMean - x(2));
  return sum;`,
  };
}
