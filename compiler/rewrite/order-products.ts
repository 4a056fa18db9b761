/**
 * Orders products of probabilities so that each partial product depends on as few distinct values as possible: what
 * many rows share is then multiplied once for all of them.
 */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';
import type { DataSketch } from '../stage/sketch.ts';
import { chainOf, MAX_REPEATS, readByAlone } from './chain.ts';
import { valueCounts } from './fewest-values.ts';
import { type Rewrite, type Rewritten, rewriteGraph } from './rewrite.ts';

/**
 * Orders every product among what the roots depend on. Only the outermost `and` of a chain is ordered; inner ones are
 * its factors.
 */
export function orderProducts(graph: Graph, roots: readonly NodeId[], sketch: DataSketch): Rewritten {
  const counts = valueCounts(graph, sketch);
  const isInner = readByAlone(graph, roots, 'pAnd');
  /**
   * How often a chain reads products that are ordered separately. Ordered as a whole, the chain would share nothing
   * with them.
   */
  const known = new Map<NodeId, number>();
  const ends = (id: NodeId): number =>
    graph
      .node(id)
      .inputs.filter((input) => graph.node(input).op === 'pAnd')
      .reduce((sum, input) => sum + (isInner(input) ? 0 : 1) + (known.get(input) ?? 0), 0);
  for (const id of reachable(graph, roots)) if (graph.node(id).op === 'pAnd') known.set(id, ends(id));
  const rewrite: Rewrite = {
    apply(_graph, node, inputs, id) {
      if (node.op !== 'pAnd' || isInner(id)) return undefined;
      if (ends(id) > MAX_REPEATS) return undefined;
      const factors = inputs.flatMap((input) => chainOf(graph, 'pAnd', input));
      const product = counts.order(factors).reduce((left, right) => graph.probability('pAnd', [left, right]));
      return product === graph.probability('pAnd', inputs) ? undefined : product;
    },
  };
  return rewriteGraph(graph, roots, rewrite);
}
