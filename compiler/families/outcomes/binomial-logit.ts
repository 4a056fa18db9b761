/** `binomial_logit(n, logit)`: a `binomial` with probability σ(logit). */
import type { Graph } from '../../graph/graph.ts';
import type { NodeId } from '../../graph/node.ts';
import { logisticOf } from '../../graph/probability.ts';
import { defineOutcome } from '../outcome.ts';
import { binomialOutcome } from './binomial.ts';

const chance = (graph: Graph, { n, logit }: { readonly n: NodeId; readonly logit: NodeId }) => ({
  n,
  p: logisticOf(graph, logit),
});

export const binomialLogitOutcome = defineOutcome({
  parameters: { n: 'trials', logit: 'number' },
  values: binomialOutcome.values,
  documentation: 'successes in n tries',

  logLikelihood: (graph, parameters, rows) =>
    binomialOutcome.logLikelihood(graph, chance(graph, parameters), rows),
  mean: (graph, parameters) => binomialOutcome.mean(graph, chance(graph, parameters)),
  draw: (graph, parameters) => binomialOutcome.draw(graph, chance(graph, parameters)),
});
