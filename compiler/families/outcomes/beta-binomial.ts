/** `beta_binomial(n, a, b)`: how many of n tries succeed, with a probability that varies from row to row as `beta(a, b)` does. */
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { defineOutcome } from '../outcome.ts';

export const betaBinomialOutcome = defineOutcome({
  parameters: { n: 'trials', a: 'shape', b: 'shape' },
  values: 'count',
  documentation: 'successes in n tries, with a p that varies from row to row as `beta(a, b)` does',

  // One function: of its log-gammas by themselves no digit is right at large shapes.
  logLikelihood: (graph, { n, a, b }, { y, sum }) => [sum(graph.apply('logBetaBinomial', [n, y, a, b]))],
  mean(graph, { n, a, b }) {
    const { add, multiply, divide } = nodeArithmetic(graph);
    return divide(multiply(n, a), add(a, b));
  },
  drawnFrom: (_, { n, a, b }) => [n, a, b],
  drawCode: (values, call) => call('drawBetaBinomial', ...values),
});
