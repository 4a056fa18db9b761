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

/**
 * u ~ N(0, 1) and z of each of `ys` ~ N(0, 1), seen as y ~ N(e^(3u) z, sd²): a scale that the data tell, of levels that are not centred.
 * Particles must follow a curved ridge from large u and small z to where the mass is. The evidence is by the trapezium rule over u.
 */
export function ridgeTarget(ys: readonly number[], sd: number): KnownTarget {
  const dimension = ys.length + 1;
  const prior = Array.from({ length: dimension }, (_, i) => `- 0.5 * x(${i}) * x(${i})`).join(' ');
  const constant = -0.5 * dimension * LOG_2_PI;
  const slopes = Array.from({ length: dimension }, (_, i) => `slope(${i}, -x(${i}));`).join('\n  ');
  const steps = 4000;
  const width = 16 / steps;
  const terms = Array.from({ length: steps + 1 }, (_, i) => {
    const u = -8 + i * width;
    return ys.reduce((sum, y) => sum + logNormal(y, Math.exp(6 * u) + sd * sd), logNormal(u, 1));
  });
  const most = Math.max(...terms);
  return {
    dimension,
    logPrior: `
  ${slopes}
  return ${constant} ${prior};`,
    logDensity: `
  const scale = exp(3 * x(0));
  let sum = ${constant} ${prior} - ${ys.length} * ${0.5 * LOG_2_PI + Math.log(sd)};
  let ofScale = 0.0;
${ys
  .map(
    (y, i) => `
  const e${i} = (${y} - scale * x(${i + 1})) / ${sd};
  sum -= 0.5 * e${i} * e${i};
  slope(${i + 1}, -x(${i + 1}) + e${i} * scale / ${sd});
  ofScale += e${i} * scale * x(${i + 1}) / ${sd};`,
  )
  .join('')}
  slope(0, -x(0) + 3 * ofScale);
  return sum;`,
    logEvidence: most + Math.log(terms.reduce((sum, term) => sum + Math.exp(term - most), 0) * width),
  };
}
