/** `binomial(n, p)`: the number of successes in n trials. */
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { logOf, notOf, realOf } from '../../graph/probability.ts';
import { defineOutcome, drawnBy } from '../outcome.ts';

export const binomialOutcome = defineOutcome({
  parameters: { n: 'trials', p: 'probability' },
  values: 'count',
  documentation: 'successes in n tries',

  /** Σ ln C(n, k) + Σ k ln p + Σ (n − k) ln(1 − p), with 0 ln 0 = 0. */
  logLikelihood(graph, { n, p }, { y, sum }) {
    const { subtract } = nodeArithmetic(graph);
    return [
      // Depends on data alone, so it is computed once, when data are bound.
      sum(graph.apply('logChoose', [n, y])),
      sum(graph.apply('timesOrZero', [y, logOf(graph, p)])),
      sum(graph.apply('timesOrZero', [subtract(n, y), logOf(graph, notOf(graph, p))])),
    ];
  },
  mean: (graph, { n, p }) => nodeArithmetic(graph).multiply(n, realOf(graph, p)),
  draw: (graph, { n, p }) => drawnBy('drawBinomial', n, realOf(graph, p)),
});
