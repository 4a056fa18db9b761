/**
 * `beta_binomial(n, a, b)`: the number of successes in n trials, with a probability that varies between rows as
 * `beta(a, b)`.
 */
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { defineOutcome, drawnBy } from '../outcome.ts';

export const betaBinomialOutcome = defineOutcome({
  parameters: { n: 'trials', a: 'shape', b: 'shape' },
  values: 'count',
  documentation: 'successes in n tries, with a p that varies from row to row as `beta(a, b)` does',

  // A single function: as a sum of log-gammas it would lose all digits at large shapes.
  logLikelihood: (graph, { n, a, b }, { y, sum }) => [sum(graph.apply('logBetaBinomial', [n, y, a, b]))],
  mean(graph, { n, a, b }) {
    const { add, multiply, divide } = nodeArithmetic(graph);
    return divide(multiply(n, a), add(a, b));
  },
  draw: (_, { n, a, b }) => drawnBy('drawBetaBinomial', n, a, b),
});
