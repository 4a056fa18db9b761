/**
 * Compares models by their log predictive densities of left-out rows: a ranking, and weights for a mixture (stacking,
 * pseudo-BMA+).
 */
import { logSumExp } from '../../../statistics/log-sum-exp.ts';
import { sumOverRows } from '../../../statistics/moments.ts';
import { drawLogGamma } from '../../../statistics/random/gamma.ts';
import { openStream } from '../../../statistics/random/stream.ts';
import { solveDefinite } from '../../../statistics/solve-definite.ts';
import { EvaluationError } from '../evaluation-error.ts';

export interface Stacking {
  /** One per model, non-negative, with sum 1. */
  readonly weights: Float64Array;
  /** The log predictive density of all rows for the mixture, in nats. */
  readonly elpd: number;
  /** Upper bound on how much `elpd` could increase with other weights, in nats. */
  readonly gap: number;
}

/** In nats per row: far below any meaningful difference. */
const MAX_GAP = 1e-9;
const MAX_STEPS = 200;

/**
 * The weights that maximise Σ_i ln Σ_k w_k p_ik over the simplex (Yao, Vehtari, Simpson & Gelman 2018, Using stacking
 * to average Bayesian predictive distributions, Bayesian Analysis 13, 917–1007, eq. 3), for densities p_ik of rows that
 * were left out.
 *
 * The problem is concave. A primal-dual interior-point method follows w_k s_k = μ down to μ = 0, where s_k = 1 − g_k
 * and g is the gradient of the mean log score (Koenker & Mizera 2014, Convex optimization, shape constraints, compound
 * decisions, and empirical Bayes rules, section 2, has the same problem). Since g·w = 1 for any w, no other weights
 * score better than w by more than max g − 1 per row. This gap certifies the solution.
 *
 * Models that predict every row alike get equal weights as far as the other models allow. Throws as `countComparedRows`
 * does.
 *
 * @param counts how often each row stands in the data; null for once
 */
export function stack(models: readonly ComparedModel[], counts: ArrayLike<number> | null): Stacking {
  const rows = countComparedRows(models, counts);
  const size = models.length;
  const highest = Float64Array.from({ length: rows }, (_, row) =>
    models.reduce((most, { elpd }) => Math.max(most, elpd[row]!), -Infinity),
  );
  // Densities relative to the best model of each row, to prevent overflow; a factor per row does not change the weights.
  const densities = models.map(({ elpd }) => highest.map((most, row) => Math.exp(elpd[row]! - most)));
  const shares = rowShares(rows, counts);
  let weights = new Float64Array(size).fill(1 / size);
  let slacks = new Float64Array(size).fill(1);
  for (let step = 0; step < MAX_STEPS; step++) {
    const mixed = weights.map((weight) => weight / weights.reduce((a, b) => a + b));
    const gap = gradient(densities, shares, mixed).reduce((a, b) => Math.max(a, b)) - 1;
    if (gap <= MAX_GAP) return certified(models, counts, mixed, Math.max(0, gap));
    [weights, slacks] = interiorStep(densities, shares, weights, slacks);
  }
  throw new EvaluationError(
    'The stacking weights were not found.',
    'Look for a model whose densities differ extremely from all others, and leave it out.',
  );
}

function rowShares(rows: number, counts: ArrayLike<number> | null): Float64Array {
  const times = Float64Array.from({ length: rows }, (_, row) => counts?.[row] ?? 1);
  const total = times.reduce((a, b) => a + b);
  return times.map((count) => count / total);
}

/** g_k = Σ_i share_i p_ik / p_i·w. */
function gradient(
  densities: readonly Float64Array[],
  shares: Float64Array,
  weights: Float64Array,
): Float64Array {
  const perRow = ratios(densities, shares, weights);
  return Float64Array.from(densities, (density) =>
    density.reduce((sum, p, row) => sum + p * perRow[row]!, 0),
  );
}

/** share_i / p_i·w. */
function ratios(
  densities: readonly Float64Array[],
  shares: Float64Array,
  weights: Float64Array,
): Float64Array {
  return shares.map((share, row) => {
    let mixed = 0;
    for (let k = 0; k < densities.length; k++) mixed += weights[k]! * densities[k]![row]!;
    return share / mixed;
  });
}

/** One Newton step towards g + s = 1 and w s = μ, as far as weights and slacks stay above 0. */
function interiorStep(
  densities: readonly Float64Array[],
  shares: Float64Array,
  weights: Float64Array,
  slacks: Float64Array,
): [weights: Float64Array<ArrayBuffer>, slacks: Float64Array<ArrayBuffer>] {
  const size = weights.length;
  const perRow = ratios(densities, shares, weights);
  const g = gradient(densities, shares, weights);
  const complementarity = weights.reduce((sum, weight, k) => sum + weight * slacks[k]!, 0) / size;
  const target = complementarity / 10;
  // Minus the Hessian of the mean log score, and s/w on the diagonal.
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let row = 0; row < shares.length; row++) {
        sum += (densities[i]![row]! * densities[j]![row]! * perRow[row]! ** 2) / shares[row]!;
      }
      matrix[i * size + j] = sum;
    }
    matrix[i * size + i]! += slacks[i]! / weights[i]!;
  }
  const step = solveDefinite(
    matrix,
    weights.map((weight, k) => g[k]! - 1 + target / weight),
  );
  if (step === null) {
    throw new EvaluationError(
      'The stacking weights were not found: two models are almost the same.',
      'Leave out one of two models that predict every row alike.',
    );
  }
  const slackStep = slacks.map((slack, k) => (target - slack * step[k]!) / weights[k]! - slack);
  const length = Math.min(reach(weights, step), reach(slacks, slackStep));
  return [
    weights.map((weight, k) => weight + length * step[k]!),
    slacks.map((slack, k) => slack + length * slackStep[k]!),
  ];
}

/** 0.95 times the longest step that keeps every value positive, at most 1. */
function reach(values: Float64Array, step: Float64Array): number {
  return values.reduce(
    (least, value, k) => (step[k]! < 0 ? Math.min(least, (-0.95 * value) / step[k]!) : least),
    1,
  );
}

function certified(
  models: readonly ComparedModel[],
  counts: ArrayLike<number> | null,
  weights: Float64Array,
  gapPerRow: number,
): Stacking {
  let elpd = 0;
  let rows = 0;
  for (let row = 0; row < models[0]!.elpd.length; row++) {
    const times = counts?.[row] ?? 1;
    rows += times;
    elpd += times * logSumExp(models.map((model, k) => Math.log(weights[k]!) + model.elpd[row]!));
  }
  return { weights, elpd, gap: gapPerRow * rows };
}

/**
 * Pseudo-BMA+ weights (Yao, Vehtari, Simpson & Gelman 2018, section 3.4): the mean of weights in proportion to e^elpd
 * over Bayesian bootstraps of the rows (Rubin 1981), in which rows are weighted by a draw from the flat Dirichlet
 * distribution. The same seed gives the same weights. Throws as `countComparedRows` does.
 *
 *
 * @param counts how often each row occurs in the data; null if each occurs once
 * @param seed a whole number in [0, 2^64)
 *
 * @param bootstraps their number, a positive whole number
 *
 * @returns one weight per model, with sum 1
 */
export function pseudoBmaWeights(
  models: readonly ComparedModel[],
  counts: ArrayLike<number> | null,
  seed: bigint,
  bootstraps = 1000,
): Float64Array {
  const rows = countComparedRows(models, counts);
  if (!(Number.isInteger(bootstraps) && bootstraps >= 1)) {
    throw new RangeError(`there cannot be ${bootstraps} bootstraps`);
  }
  const times = Float64Array.from({ length: rows }, (_, row) => counts?.[row] ?? 1);
  const total = times.reduce((a, b) => a + b);
  const weights = new Float64Array(models.length);
  for (let bootstrap = 0; bootstrap < bootstraps; bootstrap++) {
    const random = openStream(seed, 'weight', 0, bootstrap);
    // The share of a row that occurs c times is the sum of c shares: a gamma deviate of shape c.
    const logShares = times.map((count) => drawLogGamma(random, count));
    const norm = logSumExp(logShares);
    const shares = logShares.map((share) => Math.exp(share - norm));
    const elpds = models.map(({ elpd }) =>
      shares.reduce((sum, share, row) => sum + total * share * elpd[row]!, 0),
    );
    const normaliser = logSumExp(elpds);
    for (const [k, elpd] of elpds.entries()) weights[k]! += Math.exp(elpd - normaliser) / bootstraps;
  }
  return weights;
}

export interface RankedModel {
  readonly name: string;
  /** Its position among the given models, from 0. */
  readonly index: number;
  readonly elpd: number;
  readonly standardError: number | null;
  /** elpd minus that of the best model: 0 for the best, otherwise at most 0. */
  readonly difference: number;
  /**
   * Standard error of `difference`, from the row-wise differences, in which the difficulty that both models share
   * cancels; 0 for the best.
   */
  readonly differenceError: number | null;
}

/**
 * From the best to the worst (Vehtari, Gelman & Gabry 2017, section 5.2). The errors are too small, and the differences
 * not normal, if there are fewer than 100 rows, a difference is below 4, or both models are misspecified (Sivula,
 * Magnusson, Matamoros & Vehtari 2025, Uncertainty in Bayesian leave-one-out cross-validation based model comparison).
 * Throws as `countComparedRows` does.
 *
 * @param counts how often each row stands in the data; null for once
 */
export function compareModels(
  models: readonly ComparedModel[],
  counts: ArrayLike<number> | null,
): RankedModel[] {
  countComparedRows(models, counts);
  const sums = models.map(({ elpd }) => sumOverRows(elpd, counts));
  const order = models.map((_, index) => index).sort((a, b) => sums[b]!.sum - sums[a]!.sum || a - b);
  const best = models[order[0]!]!;
  return order.map((index) => {
    const { name, elpd } = models[index]!;
    const difference = sumOverRows(
      Float64Array.from(elpd, (value, row) => value - best.elpd[row]!),
      counts,
    );
    return {
      name,
      index,
      elpd: sums[index]!.sum,
      standardError: sums[index]!.standardError,
      difference: difference.sum,
      differenceError: difference.standardError,
    };
  });
}

export interface ComparedModel {
  readonly name: string;
  /** The log predictive density of each row, in nats, as `Loo.pointwise.elpd` has it. */
  readonly elpd: ArrayLike<number>;
}

/**
 * Checks the models and returns their number of rows.
 *
 * @throws RangeError without models or rows, when models differ in their number of rows, or a density or count is not
 *   finite
 */
export function countComparedRows(
  models: readonly ComparedModel[],
  counts: ArrayLike<number> | null,
): number {
  const rows = models[0]?.elpd.length ?? 0;
  if (rows === 0) throw new RangeError('there is nothing to compare');
  for (const { name, elpd } of models) {
    if (elpd.length !== rows)
      throw new RangeError(`\`${name}\` has ${elpd.length} rows where others have ${rows}`);
    if (!Array.from(elpd).every(Number.isFinite)) {
      throw new RangeError(`a log predictive density of \`${name}\` is not finite`);
    }
  }
  if (counts !== null && (counts.length !== rows || !Array.from(counts).every((count) => count >= 1))) {
    throw new RangeError('counts are at least 1, one for each row');
  }
  return rows;
}
