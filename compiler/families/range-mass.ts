/** The log probability of a range, for families that have it as one operation of the graph. */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import type { Ends } from './prior.ts';

/** The smallest normal f64. */
export const SMALLEST = 2 ** -1022;

/** The mass between the ends of a range as `standardise` maps them; an open side moves with no latent. */
export function massBetween(
  graph: Graph,
  op: 'logCauchyMass' | 'logGammaMass' | 'logStudentMass',
  shapes: readonly NodeId[],
  { lo, hi }: Ends<NodeId>,
  standardise: (end: NodeId) => NodeId,
): NodeId {
  return graph.apply(op, [
    ...shapes,
    lo === null ? graph.constant(-Infinity) : standardise(lo),
    hi === null ? graph.constant(Infinity) : standardise(hi),
  ]);
}
