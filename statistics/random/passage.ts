/** First passages of a Wiener process between two barriers. */
import { exp, log } from './elementary.ts';
import type { ProbabilityPair } from './gamma.ts';
import type { Stream } from './stream.ts';

/**
 * When a Wiener process with a drift and variance 1 per unit of time leaves the interval from 0 to 1, and at which end. It is
 * exact: from a point, the process first leaves the largest interval around it whose ends are equally far. There the end
 * and the time are independent, and the chance of the upper end is logistic in the drift. It goes on from that end until
 * the end is a barrier. Intervals are so small that the drift is at most 1 in their scale.
 *
 * @param start the distances of the start from 0 and from 1, both above 0
 */
export function drawPassage(
  random: Stream,
  drift: number,
  start: ProbabilityPair,
): { readonly isUpper: boolean; readonly time: number } {
  let below = start.p;
  let above = start.complement;
  let time = 0;
  for (;;) {
    const radius = Math.min(below, above, 1 / Math.abs(drift));
    time += radius * radius * drawSymmetricExit(random, drift * radius);
    if (random.uniform() * (1 + exp(-2 * drift * radius)) < 1) {
      if (radius === above) return { isUpper: true, time };
      above -= radius;
      below += radius;
    } else {
      if (radius === below) return { isUpper: false, time };
      below -= radius;
      above += radius;
    }
  }
}

/** When a Wiener process from 0 leaves the interval from −1 to 1, for |drift| ≤ 1: by Girsanov's theorem, a rejection. */
function drawSymmetricExit(random: Stream, drift: number): number {
  for (;;) {
    const time = drawDriftlessExit(random);
    if (drift === 0 || random.uniform() < exp(-0.5 * drift * drift * time)) return time;
  }
}

/** Where the two series for the density change over, in units in which the interval has the radius 1. */
const SPLIT = 0.64;
/** The masses of the first terms of the series: beyond the split, 4/π e^{−π²/8 · 0.64}, and below it, 4Φ(−1/√0.64). */
const BEYOND = 0.5781026234682914;
const WITHIN = 0.422599094667421;

/**
 * The same without drift, by Devroye's method of alternating series (Devroye 2009, On exact simulation algorithms for some
 * distributions related to Jacobi theta functions, Statistics & Probability Letters 79, 2251–2259).
 */
function drawDriftlessExit(random: Stream): number {
  for (;;) {
    const isBeyond = random.uniform() * (BEYOND + WITHIN) < BEYOND;
    const time = isBeyond ? SPLIT - (8 / (Math.PI * Math.PI)) * log(random.uniform()) : drawEarlyExit(random);
    if (isAccepted(random, time)) return time;
  }
}

/** 1/z² for a normal z beyond 1/√SPLIT. */
function drawEarlyExit(random: Stream): number {
  for (;;) {
    const first = -log(random.uniform());
    const second = -log(random.uniform());
    if (first * first <= (2 * second) / SPLIT) return SPLIT / (1 + SPLIT * first) ** 2;
  }
}

/** Compares a uniform share of the first term with partial sums of the series, which are bounds from above and below. */
function isAccepted(random: Stream, time: number): boolean {
  const u = random.uniform();
  const fall = time > SPLIT ? 0.5 * Math.PI * Math.PI * time : 2 / time;
  let sum = 1;
  for (let n = 1; ; n++) {
    const term = (2 * n + 1) * exp(-n * (n + 1) * fall);
    if (n % 2 === 1) {
      sum -= term;
      if (u <= sum) return true;
    } else {
      sum += term;
      if (u > sum) return false;
    }
  }
}
