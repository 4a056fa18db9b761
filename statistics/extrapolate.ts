/** Numerical derivatives: central differences, extrapolated to a step of zero. */

export interface ExtrapolatedDerivative {
  readonly values: Float64Array;
  /** Estimated absolute errors, from the difference of the last two extrapolations. */
  readonly errors: Float64Array;
}

const MAX_STEPS = 16;
/** The factor by which the step shrinks; the leading error term of a central difference shrinks by its square. */
const SHRINK = 1.4;
/** Stop once extrapolations are worse than the best by this factor. */
const WORSE = 2;

/**
 * The derivative of a vector-valued function along one coordinate, by Ridders' method (Ridders 1982, Accurate
 * computation of F′(x) and F′(x)F″(x), Advances in Engineering Software 4, 75–76): central differences at decreasing
 * steps, extrapolated by Neville's algorithm; of the extrapolations, the one that agrees best with its neighbours. For
 * a smooth function the relative error is about 10⁻¹⁰, while a single difference of a gradient reaches 10⁻⁷ at best.
 *
 * @param along the function at an offset from the point of the derivative
 * @param step the first offset; what the function does within that distance affects the result
 */
export function differentiate(along: (offset: number) => Float64Array, step: number): ExtrapolatedDerivative {
  let [best, errors]: [Float64Array | null, Float64Array | null] = [null, null];
  let leastWorst = Number.POSITIVE_INFINITY;
  let before: Float64Array[] = [];
  for (let i = 0, h = step; i < MAX_STEPS; i++, h /= SHRINK) {
    const [above, below] = [along(h), along(-h)];
    if (![...above, ...below].every(Number.isFinite)) {
      // The step is too large: start again as if the next step were the first.
      [best, errors, leastWorst, before] = [null, null, Number.POSITIVE_INFINITY, []];
      continue;
    }
    const row = [above.map((value, k) => (value - below[k]!) / (2 * h))];
    let factor = SHRINK * SHRINK;
    for (const [order, coarser] of before.entries()) {
      const finer = row[order]!;
      const next = finer.map((value, k) => (value * factor - coarser[k]!) / (factor - 1));
      const difference = next.map((value, k) =>
        Math.max(Math.abs(value - finer[k]!), Math.abs(value - coarser[k]!)),
      );
      const worst = largest(difference);
      if (worst <= leastWorst) [best, errors, leastWorst] = [next, difference, worst];
      row.push(next);
      factor *= SHRINK * SHRINK;
    }
    const last = before.at(-1);
    if (last !== undefined && best !== null) {
      const apart = largest(row.at(-1)!.map((value, k) => value - last[k]!));
      if (apart >= WORSE * leastWorst && leastWorst < Number.POSITIVE_INFINITY && i > 3) break;
    }
    before = row;
  }
  if (best !== null && errors !== null) return { values: best, errors };
  // Not finite at any step: return NaN, so that it is not mistaken for a number.
  const none = along(0).map(() => Number.NaN);
  return { values: none, errors: none };
}

/** The largest absolute value; Infinity if one is NaN. */
function largest(values: Float64Array): number {
  return values.reduce((most, value) => {
    const size = Math.abs(value);
    return Number.isNaN(size) ? Number.POSITIVE_INFINITY : Math.max(most, size);
  }, 0);
}
