/**
 * Which logistics are carried as odds, e^{-m} : 1 against, rather than as probabilities: those of an affine margin that
 * are computed for every row of a sum over many rows. Products of such probabilities need one division in all (see
 * probability-pairs.ts and graph/operations/odds-share.ts), and the exponential separates (see separate-exponentials.ts).
 */

import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { bottomUp, reachable } from '../graph/traverse.ts';
import { dataKeys } from '../stage/domain.ts';
import { domainSize, MANY_MEMBERS, WORTHWHILE_SHARE } from '../stage/placement.ts';
import type { DataSketch } from '../stage/sketch.ts';

/** The `pLogistic` nodes, among those that the roots read, that are carried as odds. */
export function logisticsInOdds(
  graph: Graph,
  roots: readonly NodeId[],
  sketch: DataSketch,
): ReadonlySet<NodeId> {
  const keysOf = dataKeys(graph);
  const size = domainSize(graph, sketch);
  const isAffine = affineNodes(graph);
  const inOdds = new Set<NodeId>();
  const atLevels = new Set<NodeId>();
  for (const sum of reachable(graph, roots)) {
    if (graph.node(sum).op !== 'sum') continue;
    const [summand] = graph.node(sum).inputs as [NodeId];
    const most = size(keysOf(summand));
    for (const id of reachable(graph, [summand])) {
      if (graph.node(id).op !== 'pLogistic' || graph.kind(id) !== 'level') continue;
      const everyRow = most >= MANY_MEMBERS && size(keysOf(id)) > WORTHWHILE_SHARE * most;
      (everyRow && isAffine(graph.node(id).inputs[0]!) ? inOdds : atLevels).add(id);
    }
  }
  // Where some sum looks a probability up, it is cheaper as a probability.
  const wanted = [...inOdds].filter((id) => !atLevels.has(id));
  const made = reachable(graph, roots).filter((id) => ['pAnd', 'pNot', 'pMix'].includes(graph.node(id).op));
  return new Set(wanted.filter((id) => highestPower(graph, made, id) <= MAX_POWER));
}

/** Maximum power of the same odds in a product: a higher power may overflow where the odds do not. */
const MAX_POWER = 2;

/**
 * How often a logistic is at most a factor of a probability, when that is written out. `made` are the probabilities that are made of
 * others, each after those.
 */
function highestPower(graph: Graph, made: readonly NodeId[], logistic: NodeId): number {
  const times = new Map([[logistic, 1]]);
  let most = 1;
  for (const id of made) {
    const written = graph.node(id).inputs.reduce((sum, input) => sum + (times.get(input) ?? 0), 0);
    if (written > 0) times.set(id, written);
    most = Math.max(most, written);
  }
  return most;
}

/** Whether a node is a profile part plus a data part, so that its exponential separates; worked out once for each node. */
function affineNodes(graph: Graph): (id: NodeId) => boolean {
  return bottomUp(graph, (id, isAffine): boolean => {
    if (graph.kind(id) !== 'level') return true;
    const node = graph.node(id);
    switch (node.op) {
      case 'add':
      case 'subtract':
      case 'negate':
        return node.inputs.every(isAffine);
      case 'multiply': {
        const isFixed = (input: NodeId) => ['constant', 'statistic'].includes(graph.kind(input));
        return node.inputs.some(isFixed) && node.inputs.every(isAffine);
      }
      default:
        return false;
    }
  });
}
