/** Works out a fact of a node from the facts of its inputs; without recursion, since a chain of `let`s may be deeper than the call stack. */
import type { Graph } from './graph.ts';
import type { Node, NodeId } from './node.ts';

/**
 * Works out a fact of each node once, after those of its inputs.
 *
 * @param fact of a node, given those of its inputs
 * @param inputsOf the nodes that a node's fact follows from, all of them older than the node
 */
export function bottomUp<Fact>(
  graph: Graph,
  fact: (id: NodeId, of: (input: NodeId) => Fact) => Fact,
  inputsOf: (node: Node) => readonly NodeId[] = ({ inputs }) => inputs,
): (id: NodeId) => Fact {
  const known = new Map<NodeId, Fact>();
  const of = (id: NodeId) => known.get(id)!;
  return (id) => {
    if (known.has(id)) return of(id);
    const found = new Set<NodeId>([id]);
    for (const next of found)
      for (const input of inputsOf(graph.node(next))) if (!known.has(input)) found.add(input);
    // A node's number is above those of its inputs.
    for (const next of [...found].sort((a, b) => a - b)) known.set(next, fact(next, of));
    return of(id);
  };
}
