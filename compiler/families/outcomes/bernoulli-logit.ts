/** `bernoulli_logit(logit)`: a `bernoulli` with probability σ(logit). */
import type { Graph } from '../../graph/graph.ts';
import type { NodeId } from '../../graph/node.ts';
import { logisticOf } from '../../graph/probability.ts';
import { defineOutcome } from '../outcome.ts';
import { bernoulliOutcome } from './bernoulli.ts';

const chance = (graph: Graph, { logit }: { readonly logit: NodeId }) => ({ p: logisticOf(graph, logit) });

export const bernoulliLogitOutcome = defineOutcome({
  parameters: { logit: 'number' },
  values: bernoulliOutcome.values,
  documentation: 'success and failure; p = σ(logit)',

  logLikelihood: (graph, parameters, rows) =>
    bernoulliOutcome.logLikelihood(graph, chance(graph, parameters), rows),
  mean: (graph, parameters) => bernoulliOutcome.mean(graph, chance(graph, parameters)),
  draw: (graph, parameters) => bernoulliOutcome.draw(graph, chance(graph, parameters)),
});
