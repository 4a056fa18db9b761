/**
 * Products of probabilities are ordered so that each partial product reads as few distinct values as it can: what many
 * rows share is then multiplied once for all of them.
 */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { dataKeys } from '../stage/domain.ts';
import { domainSize } from '../stage/home.ts';
import type { DataSketch } from '../stage/sketch.ts';
import { type Rewrite, type Rewritten, rewriteGraph } from './rewrite.ts';

/** Orders every product that the roots read. Only the outermost `and` of a chain is ordered; inner ones are its factors. */
export function orderProducts(graph: Graph, roots: readonly NodeId[], sketch: DataSketch): Rewritten {
  const keysOf = dataKeys(graph);
  const size = domainSize(graph, sketch);
  const rewrite: Rewrite = {
    name: 'products ordered by how often their factors repeat',
    apply(_graph, node, inputs) {
      if (node.op !== 'pAnd') return undefined;
      const factors = inputs.flatMap((input) => factorsOf(graph, input));
      const ordered = order(factors, keysOf, size);
      const product = ordered.reduce((left, right) => graph.probability('pAnd', [left, right]));
      return product === graph.probability('pAnd', inputs) ? undefined : product;
    },
  };
  return rewriteGraph(graph, roots, rewrite);
}

function factorsOf(graph: Graph, id: NodeId): readonly NodeId[] {
  const node = graph.node(id);
  return node.op === 'pAnd' ? node.inputs.flatMap((input) => factorsOf(graph, input)) : [id];
}

/** Greedily: next comes the factor after which the partial product has the fewest distinct values. */
function order(
  factors: readonly NodeId[],
  keysOf: (id: NodeId) => readonly NodeId[],
  size: (keys: readonly NodeId[]) => number,
): readonly NodeId[] {
  const left = [...factors];
  const ordered: NodeId[] = [];
  let keys: readonly NodeId[] = [];
  while (left.length > 0) {
    let best = 0;
    let bestSize = Number.POSITIVE_INFINITY;
    left.forEach((factor, index) => {
      const next = size(union(keys, keysOf(factor)));
      if (next < bestSize) {
        best = index;
        bestSize = next;
      }
    });
    const [factor] = left.splice(best, 1) as [NodeId];
    ordered.push(factor);
    keys = union(keys, keysOf(factor));
  }
  return ordered;
}

function union(a: readonly NodeId[], b: readonly NodeId[]): readonly NodeId[] {
  return [...new Set([...a, ...b])];
}
