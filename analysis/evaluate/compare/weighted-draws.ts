/** Draws of several posteriors in one, each with its weight: moments, quantiles and the narrowest interval. */

export interface WeightedDraws {
  /** Ascending. */
  readonly values: Float64Array;
  /** Of each value, above 0, with the sum 1. */
  readonly weights: Float64Array;
}

/** Draws of one posterior, all of one weight. */
export interface EqualDraws {
  readonly values: Float64Array;
  /** Of all of them together, above 0. */
  readonly weight: number;
}

/** Pools draws in their order. Of the weights only proportions matter. @throws RangeError without draws, or for a weight that is not above 0 */
export function poolDraws(parts: readonly EqualDraws[]): WeightedDraws {
  if (parts.length === 0 || !parts.every(({ values, weight }) => values.length > 0 && weight > 0)) {
    throw new RangeError('draws have a weight above 0');
  }
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const sorted = parts.map(({ values }) => values.slice().sort());
  const shares = parts.map(({ values, weight }) => weight / total / values.length);
  const count = sorted.reduce((sum, { length }) => sum + length, 0);
  const values = new Float64Array(count);
  const weights = new Float64Array(count);
  const next = sorted.map(() => 0);
  for (let place = 0; place < count; place++) {
    let least = -1;
    for (let part = 0; part < sorted.length; part++) {
      const value = sorted[part]![next[part]!];
      if (value !== undefined && (least < 0 || value < sorted[least]![next[least]!]!)) least = part;
    }
    values[place] = sorted[least]![next[least]!++]!;
    weights[place] = shares[least]!;
  }
  return { values, weights };
}

/**
 * The quantile by linear interpolation between the draws, which lie at S_k/S_n for S_k = (k − 1) w_k + (n − 1) Σ_{i<k} w_i: an ascending
 * sequence from 0 to 1, and of equal weights that of `quantile`, (k − 1)/(n − 1).
 *
 * @throws RangeError for a probability outside [0, 1]
 */
export function weightedQuantile({ values, weights }: WeightedDraws, probability: number): number {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError(`${probability} is no probability`);
  const count = values.length;
  if (count === 1) return values[0]!;
  const place = (index: number, before: number) => index * weights[index]! + (count - 1) * before;
  const last = place(count - 1, 1 - weights[count - 1]!);
  const wanted = probability * last;
  let before = 0;
  for (let index = 0; index < count - 1; index++) {
    const [from, to] = [place(index, before), place(index + 1, before + weights[index]!)];
    if (wanted <= to || index === count - 2) {
      const fraction = Math.min(1, Math.max(0, (wanted - from) / (to - from)));
      const [lower, upper] = [values[index]!, values[index + 1]!];
      return lower === upper ? lower : (1 - fraction) * lower + fraction * upper;
    }
    before += weights[index]!;
  }
  return values[count - 1]!;
}

/** Sums of weights are off by so much. */
const ROUNDING = 1e-9;

/**
 * The narrowest interval from one draw to another of which those above the first weigh as much as can be without exceeding the mass,
 * the lowest of equally narrow ones: of equal weights that of `highestDensityInterval`.
 *
 * @throws RangeError for a mass outside (0, 1)
 */
export function weightedHighestDensity(
  { values, weights }: WeightedDraws,
  mass: number,
): [lower: number, upper: number] {
  if (!(mass > 0 && mass < 1)) throw new RangeError(`the mass of an interval lies in (0, 1), not ${mass}`);
  let best: [number, number] | null = null;
  let end = 0;
  let held = 0;
  for (let first = 0; first < values.length; first++) {
    while (end + 1 < values.length && held + weights[end + 1]! <= mass + ROUNDING) {
      end++;
      held += weights[end]!;
    }
    if (best === null || values[end]! - values[first]! < best[1] - best[0])
      best = [values[first]!, values[end]!];
    // What is left above the last draw is less than the mass.
    if (end === values.length - 1) break;
    if (end === first) end++;
    else held -= weights[first + 1]!;
  }
  return best!;
}
