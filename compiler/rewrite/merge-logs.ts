/**
 * One logarithm for many: Σ count · ln p over the members of a domain multiplies the p that count once and takes the
 * logarithm of the product, now and then. The derivative, taken before, does not change.
 */
import type { Graph } from '../graph/graph.ts';
import type { Node, NodeId } from '../graph/node.ts';
import type { Rewrite } from './rewrite.ts';

export const mergeLogs: Rewrite = {
  name: 'one logarithm for many',
  apply(graph, node, inputs) {
    if (node.op !== 'reduce') return undefined;
    const parts = countAndLog(graph, node, inputs[0]!);
    if (parts === undefined) return undefined;
    return graph.intern({ op: 'reduceLog', from: node.from, domain: node.domain, inputs: parts });
  },
};

/** The inputs count, p and 1 - p of a term count · ln p whose logarithm is taken once a member. */
function countAndLog(graph: Graph, reduce: Node, term: NodeId): readonly NodeId[] | undefined {
  const node = graph.node(term);
  if (node.op !== 'multiply' || reduce.domain !== 0) return undefined;
  const [count, log] = node.inputs as [NodeId, NodeId];
  const logNode = graph.node(log);
  if (graph.node(count).op !== 'count' || logNode.op !== 'logProbability' || logNode.domain !== node.domain) return undefined;
  return [count, ...logNode.inputs];
}
