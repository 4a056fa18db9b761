/** The range of a prior's mass along one latent, with the others fixed. */
import type { SamplerInstance } from '../sampler-instance.ts';

/**
 * On the unconstrained scale: the peak of the prior, and the points on either side beyond which almost nothing is left.
 */
export interface PriorRange {
  readonly lo: number;
  readonly mode: number;
  readonly hi: number;
}

/**
 * The decrease of the log density from the peak to an end: that of a normal distribution at five standard deviations.
 */
const FALL = 12.5;

/** The tolerance for `FALL` at an end. */
const NEAR = 0.5;

const DOUBLINGS = 40;
const HALVINGS = 60;

/**
 * The range of the latent with this index, near a position on the unconstrained scale; null if the prior does not fall
 * off on both sides. All available priors have a single peak on that scale.
 */
export function priorRange(
  instance: SamplerInstance,
  position: readonly number[],
  index: number,
): PriorRange | null {
  const prior = (u: number) => instance.logPriorUnconstrained(position.with(index, u));
  const mode = peak((u) => prior(u).gradient[index]!, position[index]!);
  if (mode === null) return null;
  const top = prior(mode).logDensity;
  const fall = (u: number) => top - prior(u).logDensity;
  const [lo, hi] = [end(fall, mode, -1), end(fall, mode, 1)];
  return lo === null || hi === null ? null : { lo, mode, hi };
}

/** The point at which the slope changes its sign, uphill from a start. */
function peak(slope: (u: number) => number, start: number): number | null {
  const first = slope(start);
  if (!Number.isFinite(first)) return null;
  const uphill = Math.sign(first);
  const rises = (u: number) => Math.sign(slope(u)) === uphill;
  let [below, beyond] = [start, start];
  for (let doublings = 0; rises(beyond); doublings++) {
    if (uphill === 0 || doublings > DOUBLINGS) return uphill === 0 ? start : null;
    below = beyond;
    beyond = start + uphill * 2 ** doublings;
  }
  for (let halvings = 0; halvings < HALVINGS; halvings++) {
    if (Math.abs(beyond - below) <= 1e-12 * Math.max(1, Math.abs(below))) break;
    const middle = (below + beyond) / 2;
    if (rises(middle)) below = middle;
    else beyond = middle;
  }
  return (below + beyond) / 2;
}

/**
 * The point on one side of the peak at which the log density has fallen by `FALL`; null if it does not, or is NaN on
 * the way.
 */
function end(fall: (u: number) => number, mode: number, side: 1 | -1): number | null {
  let [inside, outside] = [mode, mode + side];
  for (let doublings = 1; !(fall(outside) >= FALL); doublings++) {
    if (doublings > DOUBLINGS || Number.isNaN(fall(outside))) return null;
    inside = outside;
    outside = mode + side * 2 ** doublings;
  }
  for (let halvings = 0; halvings < HALVINGS; halvings++) {
    const middle = (inside + outside) / 2;
    const fallen = fall(middle);
    if (fallen < FALL) inside = middle;
    else outside = middle;
    if (fallen < FALL && fallen > FALL - NEAR) break;
  }
  return inside;
}
