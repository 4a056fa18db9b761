/**
 * Which logistics are carried as odds, e^{-m} : 1 against, rather than as probabilities: those that are computed for every row of a sum over
 * many rows, of a margin that is affine, or that multiplies values of levels, such as sharpness[item] * (skill[person] - hard[item]).
 * Products of such probabilities need one division in all (see probability-pairs.ts and graph/operations/odds-share.ts), and the exponential
 * of an affine margin separates (see separate-exponentials.ts).
 */

import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { bottomUp, reachable } from '../graph/traverse.ts';
import { categoryOf, dataKeys } from '../stage/domain.ts';
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

/**
 * Whether a node is a sum of parts that the profile, the level of a category, or the data decides, so that its exponential separates;
 * worked out once for each node.
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
 * Whether a node is made by sums and products alone of what the profile, the level of a category, or the data decides, so that the largest
 * |value| is easily bounded: null where it is not, and `indexed` where it reads a latent with a category in brackets.
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
