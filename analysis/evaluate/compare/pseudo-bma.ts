/** Weights by how often a model would be the best, were other rows drawn. */

import { logSumExp } from '../../../statistics/log-sum-exp.ts';
import { drawLogGamma } from '../../../statistics/random/gamma.ts';
import { openStream } from '../../../statistics/random/stream.ts';
import { type ComparedModel, countComparedRows } from './compared-models.ts';

/**
 * Pseudo-BMA+ weights (Yao, Vehtari, Simpson & Gelman 2018, section 3.4): the mean of weights in proportion to e^elpd over
 * Bayesian bootstraps of the rows (Rubin 1981), each of which weighs the rows by a draw from the flat Dirichlet distribution. The same
 * seed gives the same weights. Throws as `countComparedRows` does.
 *
 * @param counts how often each row stands in the data; null for once
 * @param seed a whole number in [0, 2^64)
 * @param bootstraps how many, a whole number from 1
 * @returns one for each model, with the sum 1
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
    // The share of a row that stands in the data c times is the sum of c shares: a gamma deviate of shape c.
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
