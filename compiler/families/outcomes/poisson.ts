/** `poisson(rate)`: how many events there are, of which `rate` are expected. */
import { logOfProduct } from '../../graph/log-of-product.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { defineOutcome, drawnBy } from '../outcome.ts';

export const poissonOutcome = defineOutcome({
  parameters: { rate: 'shape' },
  values: 'tally',
  documentation: 'counts of events; both the mean and the variance are `rate`',

  /** Σ y ln λ − Σ λ − Σ ln y!. */
  logLikelihood(graph, { rate }, { y, sum }) {
    const { add, multiply, negate, constant, logGamma } = nodeArithmetic(graph);
    return [
      sum(multiply(y, logOfProduct(graph, rate))),
      negate(sum(rate)),
      // Depends on data alone, so it is computed once, when data are bound.
      negate(sum(logGamma(add(y, constant(1))))),
    ];
  },
  mean: (_, { rate }) => rate,
  draw: (_, { rate }) => drawnBy('drawPoisson', rate),
});
