/** `binomial(n, p)`: how many of n tries succeed. */
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { logOf, notOf, realOf } from '../../graph/probability.ts';
import { defineOutcome } from '../outcome.ts';

export const binomialOutcome = defineOutcome({
  parameters: { n: 'trials', p: 'probability' },
  values: 'count',
  documentation: 'successes in n tries',

  /** Σ ln C(n, k) + Σ k ln p + Σ (n − k) ln(1 − p), where no success adds nothing even to a p of 0. */
  logLikelihood(graph, { n, p }, { y, sum }) {
    const { subtract } = nodeArithmetic(graph);
    return [
      // Of data alone: a sum that binding takes once.
      sum(graph.apply('logChoose', [n, y])),
      sum(graph.apply('timesOrZero', [y, logOf(graph, p)])),
      sum(graph.apply('timesOrZero', [subtract(n, y), logOf(graph, notOf(graph, p))])),
    ];
  },
  mean: (graph, { n, p }) => nodeArithmetic(graph).multiply(n, realOf(graph, p)),
  drawnFrom: (graph, { n, p }) => [n, realOf(graph, p)],
  drawCode: (values, call) => call('drawBinomial', ...values),
});
