/** The autocovariances of several chains, averaged over the chains. */

import { type Chains, drawsPerChain } from './chains.ts';
import { fourierTransform } from './fourier.ts';
import { mean } from './moments.ts';

/**
 * The mean over chains of the autocovariance at each lag from 0 to draws - 1, with divisor n at every lag (the biased
 * estimate, which Geyer 1992 recommends), by the Wiener-Khinchin theorem on series padded with zeros.
 */
export function meanAutocovariance(chains: Chains): Float64Array {
  const draws = drawsPerChain(chains);
  let size = 1;
  while (size < 2 * draws) {
    size *= 2;
  }
  const power = new Float64Array(size);
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  // Two chains ride as the real and imaginary part of one series: the real part of its autocovariance is the sum of
  // theirs, and a sum is all that is wanted.
  for (let c = 0; c < chains.length; c += 2) {
    centreInto(re, chains[c]!);
    const partner = chains[c + 1];
    if (partner === undefined) {
      im.fill(0);
    } else {
      centreInto(im, partner);
    }
    fourierTransform(re, im);
    for (let k = 0; k < size; k++) {
      power[k] = power[k]! + re[k]! * re[k]! + im[k]! * im[k]!;
    }
  }
  im.fill(0);
  // The forward transform serves as its own inverse: it differs by a reversal of the lags, which leaves the real part.
  fourierTransform(power, im);
  return power.subarray(0, draws).map((sum) => sum / (size * draws * chains.length));
}

/** The chain less its mean, and zeros after it. */
function centreInto(target: Float64Array, chain: Float64Array): void {
  const centre = mean(chain);
  for (let i = 0; i < chain.length; i++) {
    target[i] = chain[i]! - centre;
  }
  target.fill(0, chain.length);
}
