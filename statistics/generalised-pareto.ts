/** The generalised Pareto distribution, fitted to what exceeds a threshold. */

/** On [0, ∞) for shape ≥ 0, and on [0, −scale/shape] below. */
export interface GeneralisedPareto {
  /** k: of a distribution with shape k only the moments below 1/k are finite. */
  readonly shape: number;
  /** σ, in the unit of the excesses. */
  readonly scale: number;
}

/** How far apart the places of the profile likelihood lie (Zhang & Stephens 2009, section 3). */
const PRIOR_OF_GRID = 3;
/** The weakly informative prior of the shape weighs as much as this many excesses with a shape of 0.5 (Vehtari et al. 2024, appendix G). */
const PRIOR_EXCESSES = 10;
const PRIOR_SHAPE = 0.5;

/**
 * The estimate of Zhang & Stephens (2009), A new and efficient estimation method for the generalized Pareto distribution,
 * Technometrics 51, 316–325: the mean over a grid of θ = −shape/scale of its profile likelihood, times a prior that
 * the data set. The shape is then drawn to 0.5 as by ten excesses more (Vehtari, Simpson, Gelman, Yao & Gabry 2024,
 * Pareto smoothed importance sampling, appendix G).
 *
 * @param excesses above 0, ascending, the last above the first
 * @throws RangeError for excesses of another kind
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

/** The shape that is most likely for θ: the mean of ln(1 − θ x). */
function shapeAt(theta: number, excesses: Float64Array): number {
  return excesses.reduce((sum, excess) => sum + Math.log1p(-theta * excess), 0) / excesses.length;
}

/** The excess below which a share in (0, 1) of the distribution lies. */
export function generalisedParetoQuantile({ shape, scale }: GeneralisedPareto, share: number): number {
  const exponential = -Math.log1p(-share);
  // The limit of shape 0 is the exponential distribution.
  return scale * (shape === 0 ? exponential : Math.expm1(shape * exponential) / shape);
}
