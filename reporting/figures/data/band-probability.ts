/** The probability of success by `band` alone, as the prelude defines it. */

/** In one unit, and the slope in its inverse; the upper bound is above the lower. */
export interface Band {
  readonly lower: number;
  readonly upper: number;
  readonly slope: number;
}

/** Beyond it the exponent of a narrow band's slope would overflow; the prelude stops there too. */
const MAX_EXPONENT = 500;
/** Where the prelude holds 1 - p in the very middle. */
const LEAST = 1e-150;

/**
 * The normalised two-sided 2×2PL of Measuring Propensities in AI, equations 2 to 4: σ(k(θ − lower)) σ(k(upper − θ)) / σ(k r)²
 * with r half the width and k = slope + e^(1/r) − 1, by its logit, so that neither end loses its digits.
 */
export function bandProbability(theta: number, { lower, upper, slope }: Band): number {
  const inside = Math.min(theta - lower, upper - theta);
  const half = (upper - lower) / 2;
  const steepness = slope + Math.expm1(Math.min(1 / half, MAX_EXPONENT));
  const logit =
    steepness * inside +
    2 *
      (Math.log1p(Math.exp(-steepness * half)) -
        Math.log(Math.max(-Math.expm1(-steepness * (half - inside)), LEAST)));
  return 1 / (1 + Math.exp(-logit));
}
