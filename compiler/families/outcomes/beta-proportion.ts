/**
 * `beta_proportion(mean, precision)`: a share with a beta distribution of shapes mean · precision and (1 − mean) ·
 * precision.
 */
import type { Graph } from '../../graph/graph.ts';
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { notOf, realOf } from '../../graph/probability.ts';
import { defineOutcome, drawnBy } from '../outcome.ts';

export const betaProportionOutcome = defineOutcome({
  parameters: { mean: 'openProbability', precision: 'shape' },
  values: 'share',
  documentation: 'shares and scores; the variance is mean · (1 − mean) / (1 + precision)',

  logLikelihood(graph, { mean, precision }, { y, sum }) {
    const { add, multiply, negate, log } = nodeArithmetic(graph);
    const logY = log(y);
    const logRest = graph.apply('log1p', [negate(y)]);
    const [first, second] = shapes(graph, mean, precision);
    return [
      negate(sum(graph.apply('logBeta', [first, second]))),
      sum(multiply(logY, first)),
      sum(multiply(logRest, second)),
      negate(sum(add(logY, logRest))),
    ];
  },
  mean: (graph, { mean }) => realOf(graph, mean),
  draw: (graph, { mean, precision }) => drawnBy('drawBeta', ...shapes(graph, mean, precision)),
});

function shapes(graph: Graph, mean: NodeId, precision: NodeId): readonly [NodeId, NodeId] {
  const { multiply } = nodeArithmetic(graph);
  const first = multiply(precision, realOf(graph, mean));
  // The complement is a node of its own, so that it stays precise for a mean near 1.
  return [first, multiply(precision, realOf(graph, notOf(graph, mean)))];
}
