/** The widely applicable information criterion. */
import { variance } from '../../host/diagnose/moments.ts';
import { countDraws, drawsOfRow, type LikelihoodMatrix } from './likelihood-matrix.ts';
import { logMeanExp } from './log-sum-exp.ts';
import { sumOverRows } from './weighted-sum.ts';

export interface Waic {
  /** On the scale of `Loo.elpd`, in nats, higher is better; −2 times it is what some call WAIC. */
  readonly elpd: number;
  readonly standardError: number | null;
  readonly effectiveParameters: number;
  readonly effectiveParametersError: number | null;
  /** How many rows, repeated, have an effective number of parameters above 0.4: with any, use `loo` (Vehtari et al. 2017, section 2.2). */
  readonly unreliable: number;
  /** One number for each row of the matrix. */
  readonly pointwise: { readonly elpd: Float64Array; readonly effectiveParameters: Float64Array };
}

const MOST_PARAMETERS_OF_A_ROW = 0.4;

/**
 * Watanabe (2010), Asymptotic equivalence of Bayes cross validation and widely applicable information criterion, with the
 * variance of the log likelihood over the draws as the effective number of parameters (Vehtari, Gelman & Gabry 2017, section
 * 2.2). Throws as `countDraws` does, and a RangeError of fewer than two draws.
 */
export function waic(likelihood: LikelihoodMatrix): Waic {
  if (countDraws(likelihood) < 2) throw new RangeError('one draw has no variance');
  const { rows, counts } = likelihood;
  const elpd = new Float64Array(rows);
  const effectiveParameters = new Float64Array(rows);
  let unreliable = 0;
  for (let row = 0; row < rows; row++) {
    const logLikelihoods = drawsOfRow(likelihood, row);
    effectiveParameters[row] = variance(logLikelihoods);
    elpd[row] = logMeanExp(logLikelihoods) - effectiveParameters[row]!;
    if (effectiveParameters[row]! > MOST_PARAMETERS_OF_A_ROW) unreliable += counts?.[row] ?? 1;
  }
  const total = sumOverRows(elpd, counts);
  const parameters = sumOverRows(effectiveParameters, counts);
  return {
    elpd: total.sum,
    standardError: total.standardError,
    effectiveParameters: parameters.sum,
    effectiveParametersError: parameters.standardError,
    unreliable,
    pointwise: { elpd, effectiveParameters },
  };
}
