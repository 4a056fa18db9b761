/** Chains of one associative op, such as a and (b and c), whose parts a rewrite may order and group anew. */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';

/** The parts of a chain, from left to right; any other node is a chain of one part. */
export function chainOf(graph: Graph, op: 'pAnd' | 'add' | 'multiply', id: NodeId): readonly NodeId[] {
  const node = graph.node(id);
  return node.op === op ? node.inputs.flatMap((input) => chainOf(graph, op, input)) : [id];
}
