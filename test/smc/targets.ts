/** Priors and likelihoods whose evidence and shares of the mass are known. */
import type { Target } from '../sampler/chain.ts';

const LOG_2_PI = Math.log(2 * Math.PI);

/** A prior and a likelihood of one dimension, with the log of its integral under the prior. */
export interface KnownTarget extends Target {
  readonly logEvidence: number;
}

/** The log density at zero of a normal of this variance and mean. */
function logNormal(mean: number, variance: number): number {
  return -0.5 * (LOG_2_PI + Math.log(variance) + mean ** 2 / variance);
}

/** x ~ N(0, priorSd²), and one number y that was seen with the error N(x, sd²). */
export function conjugateTarget(priorSd: number, y: number, sd: number): KnownTarget {
  const prior = `-0.5 * (z * z + ${LOG_2_PI}) - ${Math.log(priorSd)}`;
  return {
    dimension: 1,
    logPrior: `
  const z = x(0) / ${priorSd};
  slope(0, -z / ${priorSd});
  return ${prior};`,
    logDensity: `
  const z = x(0) / ${priorSd};
  const error = (x(0) - ${y}) / ${sd};
  slope(0, -z / ${priorSd} - error / ${sd});
  return ${prior} - 0.5 * (error * error + ${LOG_2_PI}) - ${Math.log(sd)};`,
    logEvidence: logNormal(y, priorSd ** 2 + sd ** 2),
  };
}

/**
 * x ~ N(0, priorSd²) with a likelihood that is a normal around -at of weight 1, and one around +at of weight `ratio`, both
 * of standard deviation sd. The prior is symmetrical, so that `ratio` is also that of their posterior masses.
 */
export function twoModes(priorSd: number, at: number, sd: number, ratio: number): KnownTarget {
  const prior = `-0.5 * (z * z + ${LOG_2_PI}) - ${Math.log(priorSd)}`;
  return {
    dimension: 1,
    logPrior: `
  const z = x(0) / ${priorSd};
  slope(0, -z / ${priorSd});
  return ${prior};`,
    logDensity: `
  const z = x(0) / ${priorSd};
  const a = (x(0) + ${at}) / ${sd};
  const b = (x(0) - ${at}) / ${sd};
  const ofLeft = -0.5 * a * a;
  const ofRight = ${Math.log(ratio)} - 0.5 * b * b;
  const left = 1 / (1 + exp(ofRight - ofLeft));
  slope(0, -z / ${priorSd} - (left * a + (1 - left) * b) / ${sd});
  return ${prior} + max(ofLeft, ofRight) + log1p(exp(-abs(ofLeft - ofRight)));`,
    logEvidence: Math.log(1 + ratio) + Math.log(sd) + 0.5 * LOG_2_PI + logNormal(at, priorSd ** 2 + sd ** 2),
  };
}
