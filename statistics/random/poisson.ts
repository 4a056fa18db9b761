/** Poisson deviates. */
import { drawBinomial } from './binomial.ts';
import { exp, log } from './elementary.ts';
import { drawLogGamma } from './gamma.ts';
import type { Stream } from './stream.ts';

/** Up to this rate, the arrivals within a unit of time are drawn one by one. */
const FEW = 16;
/** From here on whole numbers one apart are no doubles. */
const MANY = 2 ** 53;

/**
 * The number of arrivals within a unit of time, at `rate`. A large rate is cut first (Ahrens & Dieter 1974, Computer
 * methods for sampling from gamma, beta, Poisson and binomial distributions, Computing 12, 223–246): the time of arrival
 * number m is a gamma variable over the rate. If it is within the unit, the rest of the time remains; otherwise the m −
 * 1 arrivals before it lie anywhere in the time until then.
 */
export function drawPoisson(random: Stream, rate: number): number {
  let left = rate;
  let arrivals = 0;
  while (left > FEW) {
    if (left >= MANY) return arrivals + Math.floor(Math.min(left, Number.MAX_VALUE));
    const number = Math.floor(0.875 * left);
    const time = exp(drawLogGamma(random, number));
    if (time > left) {
      const share = { p: left / time, complement: (time - left) / time };
      return arrivals + drawBinomial(random, number - 1, share);
    }
    arrivals += number;
    left -= time;
  }
  let time = -log(random.uniform());
  while (time < left) {
    arrivals++;
    time -= log(random.uniform());
  }
  return arrivals;
}
