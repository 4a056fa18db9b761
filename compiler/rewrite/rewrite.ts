/** Bottom-up rewriting of a hash-consed graph: each node once, inputs before the node that reads them. */

import type { Graph } from '../graph/graph.ts';
import type { Node, NodeId } from '../graph/node.ts';
import { reachable, rebuild } from '../graph/traverse.ts';

/** One rewrite: what a node becomes, given its inputs as already rewritten and the id it had; undefined leaves it as it is. */
export interface Rewrite {
  apply(graph: Graph, node: Node, inputs: readonly NodeId[], id: NodeId): NodeId | undefined;
}

export interface Rewritten {
  readonly roots: readonly NodeId[];
  /** How many nodes the rewrite changed. */
  readonly fired: number;
}

/** Applies a rewrite to everything the roots read. Names follow a node to what it became. */
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
