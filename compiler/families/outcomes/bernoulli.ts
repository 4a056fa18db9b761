/** `bernoulli(p)`: success or failure. */
import { logOf, notOf, realOf } from '../../graph/probability.ts';
import { defineOutcome, drawnBy } from '../outcome.ts';

export const bernoulliOutcome = defineOutcome({
  parameters: { p: 'probability' },
  values: 'flag',
  documentation: 'success and failure; p = σ(logit)',

  logLikelihood(graph, { p }, rows) {
    const failure = notOf(graph, p);
    return [rows.sumWhere(1, logOf(graph, p)), rows.sumWhere(0, logOf(graph, failure))];
  },
  mean: (graph, { p }) => realOf(graph, p),
  draw: (graph, { p }) => drawnBy('drawBernoulli', realOf(graph, p)),
});
