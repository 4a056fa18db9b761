/** The generalised Pareto distribution, fitted to excesses over a threshold. */

/** On [0, ∞) for shape ≥ 0, and on [0, −scale/shape] for shape < 0. */
export interface GeneralisedPareto {
  /** k: for shape k only moments below 1/k are finite. */
  readonly shape: number;
  /** σ, in the unit of the excesses. */
  readonly scale: number;
}

/** The spacing of the grid for the profile likelihood (Zhang & Stephens 2009, section 3). */
const PRIOR_OF_GRID = 3;
/**
 * The weakly informative prior on the shape has the weight of this many excesses with shape 0.5 (Vehtari et al. 2024,
 * appendix G).
 */
const PRIOR_EXCESSES = 10;
const PRIOR_SHAPE = 0.5;

/**
 * The estimate of Zhang & Stephens (2009), A new and efficient estimation method for the generalized Pareto distribution,
 * Technometrics 51, 316–325: the posterior mean of θ = −shape/scale on a grid, under the profile likelihood and a prior
 * whose scale comes from the data. The shape is then shrunk towards 0.5 with the weight of ten excesses (Vehtari,
 * Simpson, Gelman, Yao & Gabry 2024, Pareto smoothed importance sampling, appendix G).
 *
 * @param excesses positive, ascending, not all equal
 * @throws RangeError for other excesses
 */
export function fitGeneralisedPareto(excesses: Float64Array): GeneralisedPareto {
  const size = excesses.length;
  const largest = excesses[size - 1] ?? 0;
  const quartile = excesses[Math.floor(size / 4 + 0.5) - 1] ?? 0;
  if (!(excesses[0]! > 0 && largest > excesses[0]! && largest < Infinity && quartile > 0)) {
    throw new RangeError('excesses are above 0, finite, ascending and not all the same');
  }
  const gridSize = 30 + Math.floor(Math.sqrt(size));
  const thetas = Float64Array.from(
    { length: gridSize },
    (_, place) => 1 / largest + (1 - Math.sqrt(gridSize / (place + 0.5))) / PRIOR_OF_GRID / quartile,
  );
  const logLikelihoods = thetas.map((theta) => {
    const shape = shapeAt(theta, excesses);
    return size * (Math.log(-theta / shape) - shape - 1);
  });
  const highest = logLikelihoods.reduce((a, b) => Math.max(a, b));
  const weights = logLikelihoods.map((each) => Math.exp(each - highest));
  const total = weights.reduce((a, b) => a + b);
  const theta = thetas.reduce((sum, each, place) => sum + (each * weights[place]!) / total, 0);
  const shape = shapeAt(theta, excesses);
  return {
    scale: -shape / theta,
    shape: (size * shape + PRIOR_EXCESSES * PRIOR_SHAPE) / (size + PRIOR_EXCESSES),
  };
}

/** The maximum likelihood shape for a given θ: the mean of ln(1 − θx). */
function shapeAt(theta: number, excesses: Float64Array): number {
  return excesses.reduce((sum, excess) => sum + Math.log1p(-theta * excess), 0) / excesses.length;
}

/** The quantile: the excess below which the given share of the distribution lies, in (0, 1). */
export function generalisedParetoQuantile({ shape, scale }: GeneralisedPareto, share: number): number {
  const exponential = -Math.log1p(-share);
  // For shape 0 the limit is the exponential distribution.
  return scale * (shape === 0 ? exponential : Math.expm1(shape * exponential) / shape);
}
