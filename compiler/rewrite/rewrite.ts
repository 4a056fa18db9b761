/** Bottom-up rewriting of a hash-consed graph: each node once, inputs before their readers. */

import type { Graph } from '../graph/graph.ts';
import type { Node, NodeId } from '../graph/node.ts';
import { reachable, rebuild } from '../graph/traverse.ts';

/** A rewrite: the replacement of a node, given its rewritten inputs and its original id; undefined keeps it. */
export interface Rewrite {
  apply(graph: Graph, node: Node, inputs: readonly NodeId[], id: NodeId): NodeId | undefined;
}

export interface Rewritten {
  readonly roots: readonly NodeId[];
  /** The number of nodes that the rewrite changed. */
  readonly fired: number;
}

/** Applies a rewrite to everything that the roots depend on. A replacement takes over the node's name. */
export function rewriteGraph(graph: Graph, roots: readonly NodeId[], rewrite: Rewrite): Rewritten {
  const rewritten = new Map<NodeId, NodeId>();
  let fired = 0;
  for (const id of reachable(graph, roots)) {
    const node = graph.node(id);
    const inputs = node.inputs.map((input) => rewritten.get(input)!);
    const replaced = rewrite.apply(graph, node, inputs, id);
    if (replaced !== undefined) fired++;
    const next = replaced ?? rebuild(graph, node, inputs);
    graph.nameLike(next, id);
    rewritten.set(id, next);
  }
  return { roots: roots.map((root) => rewritten.get(root)!), fired };
}
