/**
 * Which logistics are carried as odds, e^{-m} : 1 against, rather than as probabilities: those of an affine margin that
 * are computed for every row of a sum over many rows. Products of such probabilities need one division in all (see
 * probability-pairs.ts and graph/odds-share.ts), and the exponential separates (see separate-exponentials.ts).
 */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { dataKeys } from '../stage/domain.ts';
import { domainSize, MANY_MEMBERS, WORTHWHILE_SHARE } from '../stage/home.ts';
import type { DataSketch } from '../stage/sketch.ts';
import { reachable } from './rewrite.ts';

/** The `pLogistic` nodes, among those that the roots read, that are carried as odds. */
export function logisticsInOdds(
  graph: Graph,
  roots: readonly NodeId[],
  sketch: DataSketch,
): ReadonlySet<NodeId> {
  const keysOf = dataKeys(graph);
  const size = domainSize(graph, sketch);
  const inOdds = new Set<NodeId>();
  const atLevels = new Set<NodeId>();
  for (const sum of reachable(graph, roots)) {
    if (graph.node(sum).op !== 'sum') continue;
    const [summand] = graph.node(sum).inputs as [NodeId];
    const most = size(keysOf(summand));
    for (const id of reachable(graph, [summand])) {
      if (graph.node(id).op !== 'pLogistic' || graph.kind(id) !== 'level') continue;
      const everyRow = most >= MANY_MEMBERS && size(keysOf(id)) > WORTHWHILE_SHARE * most;
      (everyRow && isAffine(graph, graph.node(id).inputs[0]!) ? inOdds : atLevels).add(id);
    }
  }
  // Where some sum looks a probability up, it is better known as itself.
  return new Set([...inOdds].filter((id) => !atLevels.has(id)));
}

/** Whether a node is a profile part plus a data part, so that its exponential separates. */
function isAffine(graph: Graph, id: NodeId): boolean {
  if (graph.kind(id) !== 'level') return true;
  const node = graph.node(id);
  switch (node.op) {
    case 'add':
    case 'subtract':
    case 'negate':
      return node.inputs.every((input) => isAffine(graph, input));
    case 'multiply': {
      const isFixed = (input: NodeId) => ['constant', 'statistic'].includes(graph.kind(input));
      return node.inputs.some(isFixed) && node.inputs.every((input) => isAffine(graph, input));
    }
    default:
      return false;
  }
}
