/**
 * `neg_binomial(mean, dispersion)`: a count of events whose rate varies from row to row as a gamma variable does, so
 * that the variance is mean + dispersion · mean². It nears `poisson(mean)` as the dispersion nears 0, which a prior such
 * as `half_normal` makes the simplest case; Stan's `neg_binomial_2` has the inverse of the dispersion.
 */
import { logOfProduct } from '../../graph/log-of-product.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { defineOutcome, drawnBy } from '../outcome.ts';

export const negBinomialOutcome = defineOutcome({
  parameters: { mean: 'shape', dispersion: 'shape' },
  values: 'tally',
  documentation: 'counts that vary more than a `poisson`; the variance is mean + dispersion · mean²',

  /**
   * Σ y ln m − Σ (1 + yd) ln(1 + dm)/d + Σᵢ₍ᵢ₌₀…y₋₁₎ ln(1 + id) − Σ ln y!, which is the usual form with ln Γ(y + 1/d) − ln
   * Γ(1/d) written out: no term grows as the dispersion nears 0.
   */
  logLikelihood(graph, { mean, dispersion }, { y, sum }) {
    const { add, multiply, negate, constant, logGamma } = nodeArithmetic(graph);
    const share = multiply(mean, graph.apply('log1pRatio', [multiply(dispersion, mean)]));
    return [
      sum(multiply(y, logOfProduct(graph, mean))),
      negate(sum(multiply(add(constant(1), multiply(y, dispersion)), share))),
      sum(graph.apply('logRise', [y, dispersion])),
      negate(sum(logGamma(add(y, constant(1))))),
    ];
  },
  mean: (_, { mean }) => mean,
  draw: (_, { mean, dispersion }) => drawnBy('drawNegBinomial', mean, dispersion),
});
