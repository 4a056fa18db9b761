/** `bernoulli(p)`: success or failure. */
import { logOf, notOf, realOf } from '../../graph/probability.ts';
import { defineOutcome } from '../outcome.ts';

export const bernoulliOutcome = defineOutcome({
  parameters: { p: 'probability' },
  values: 'flag',
  documentation: 'success and failure; p = σ(logit)',

  logLikelihood(graph, { p }, rows) {
    const failure = notOf(graph, p);
    return [rows.sumWhere(1, logOf(graph, p)), rows.sumWhere(0, logOf(graph, failure))];
  },
  mean: (graph, { p }) => realOf(graph, p),
  drawnFrom: (graph, { p }) => [realOf(graph, p)],
  drawCode: (values, call) => call('drawBernoulli', ...values),
});
