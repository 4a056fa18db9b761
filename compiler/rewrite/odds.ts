/**
 * Decides which logistics are represented by their odds 1 : e^{−m} rather than as probabilities. These are the ones
 * that are computed for every row of a sum over many rows, of a margin that is affine or multiplies per-level values,
 * such as sharpness[item] * (skill[person] - hard[item]). A product of such probabilities needs only one division (see
 * probability-pairs.ts and graph/operations/odds-share.ts), and the exponential of an affine margin separates (see
 * separate-exponentials.ts).
 */

import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { bottomUp, reachable } from '../graph/traverse.ts';
import { categoryOf, dataKeys } from '../stage/domain.ts';
import { domainSize, MANY_MEMBERS, WORTHWHILE_SHARE } from '../stage/placement.ts';
import type { DataSketch } from '../stage/sketch.ts';

/** The `pLogistic` nodes, among what the roots depend on, that are represented by odds. */
export function logisticsInOdds(
  graph: Graph,
  roots: readonly NodeId[],
  sketch: DataSketch,
): ReadonlySet<NodeId> {
  const keysOf = dataKeys(graph);
  const size = domainSize(graph, sketch);
  const isAffine = affineNodes(graph);
  const isOfLevels = polynomialsOfLevels(graph);
  const hasRange = (margin: NodeId) => isAffine(margin) || isOfLevels(margin) === 'indexed';
  const inOdds = new Set<NodeId>();
  const atLevels = new Set<NodeId>();
  for (const sum of reachable(graph, roots)) {
    if (graph.node(sum).op !== 'sum') continue;
    const [summand] = graph.node(sum).inputs as [NodeId];
    const most = size(keysOf(summand));
    for (const id of reachable(graph, [summand])) {
      if (graph.node(id).op !== 'pLogistic' || graph.kind(id) !== 'level') continue;
      const everyRow = most >= MANY_MEMBERS && size(keysOf(id)) > WORTHWHILE_SHARE * most;
      (everyRow && hasRange(graph.node(id).inputs[0]!) ? inOdds : atLevels).add(id);
    }
  }
  // If some sum looks up a probability per level, it is cheaper as a probability.
  const wanted = [...inOdds].filter((id) => !atLevels.has(id));
  const made = reachable(graph, roots).filter((id) => ['pAnd', 'pNot', 'pMix'].includes(graph.node(id).op));
  return new Set(wanted.filter((id) => highestPower(graph, made, id) <= MAX_POWER));
}

/** Maximum power of the same odds in a product: a higher power may overflow although the odds do not. */
const MAX_POWER = 2;

/**
 * The highest number of times that a logistic is a factor of any probability, written out. `made` are the composite
 * probabilities, in topological order.
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

/**
 * Whether a node is a sum of parts that each depend on the profile, on the level of one category, or on data, so that
 * its exponential separates. Memoised.
 */
function affineNodes(graph: Graph): (id: NodeId) => boolean {
  const keysOf = dataKeys(graph);
  return bottomUp(graph, (id, isAffine): boolean => {
    if (graph.kind(id) !== 'level' || categoryOf(graph, keysOf(id)) !== null) return true;
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

/**
 * Whether a node is made only by sums and products of parts that each depend on the profile, on the level of one
 * category, or on data, so that its largest |value| is easily bounded. Null if it is not; `indexed` if it reads an
 * indexed latent.
 */
function polynomialsOfLevels(graph: Graph): (id: NodeId) => 'indexed' | 'plain' | null {
  const keysOf = dataKeys(graph);
  return bottomUp(graph, (id, kindOf): 'indexed' | 'plain' | null => {
    if (graph.kind(id) !== 'level') return 'plain';
    if (categoryOf(graph, keysOf(id)) !== null) return 'indexed';
    const { op, inputs } = graph.node(id);
    if (!['add', 'subtract', 'negate', 'multiply'].includes(op)) return null;
    const kinds = inputs.map(kindOf);
    if (kinds.includes(null)) return null;
    return kinds.includes('indexed') ? 'indexed' : 'plain';
  });
}
