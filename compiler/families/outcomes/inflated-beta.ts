/**
 * `inflated_beta(mean, precision, edges)`: a share that may be exactly 0 or 1. With the probability `edges` it is one of
 * the two, 1 with the probability `mean`; otherwise it has the distribution `beta_proportion(mean, precision)`. So its
 * mean is `mean`. This is the beta distribution inflated at 0 and 1 of Ospina and Ferrari (2010), Statistical Papers 51,
 * 111–126, with one mean for both parts.
 */
import type { Graph } from '../../graph/graph.ts';
import type { NodeId } from '../../graph/node.ts';
import { logOf, notOf, realOf } from '../../graph/probability.ts';
import { defineOutcome, drawnBy } from '../outcome.ts';
import { betaProportionOutcome } from './beta-proportion.ts';

/** Where a value is, as a number. */
const PLACES = { inside: 0, atZero: 1, atOne: 2 } as const;

export const inflatedBetaOutcome = defineOutcome({
  parameters: { mean: 'openProbability', precision: 'shape', edges: 'probability' },
  values: 'closedShare',
  documentation:
    'shares and scores that may be exactly 0 or 1, as partial credit; with the probability `edges` one of the two, otherwise a `beta_proportion` with the same mean',

  logLikelihood(graph, { mean, precision, edges }, rows) {
    const place = placeOf(graph, rows.y);
    const [inside, atZero, atOne] = (['inside', 'atZero', 'atOne'] as const).map((word) =>
      rows.where(place, PLACES[word], word),
    );
    const atEdge = logOf(graph, edges);
    return [
      ...betaProportionOutcome.logLikelihood(graph, { mean, precision }, inside!),
      inside!.sum(logOf(graph, notOf(graph, edges))),
      atZero!.sum(atEdge),
      atZero!.sum(logOf(graph, notOf(graph, mean))),
      atOne!.sum(atEdge),
      atOne!.sum(logOf(graph, mean)),
    ];
  },
  mean: (graph, { mean }) => realOf(graph, mean),
  draw: (graph, { mean, precision, edges }) =>
    drawnBy(
      'drawInflatedBeta',
      ...betaProportionOutcome.draw(graph, { mean, precision }).from,
      realOf(graph, mean),
      realOf(graph, edges),
    ),
});

function placeOf(graph: Graph, y: NodeId): NodeId {
  const where = (isNonNegative: NodeId, then: NodeId, otherwise: NodeId) =>
    graph.apply('whereNonNegative', [isNonNegative, then, otherwise]);
  const constant = (value: number) => graph.constant(value);
  const inside = where(graph.apply('negate', [y]), constant(PLACES.atZero), constant(PLACES.inside));
  const place = where(graph.apply('subtract', [y, constant(1)]), constant(PLACES.atOne), inside);
  graph.name(place, 'place');
  return place;
}
