/** Walks over an expression graph, and the kinds of its operations. */
import type { Graph } from './graph.ts';
import type { ArithmeticOp, Node, NodeId, ProbabilityOp } from './node.ts';
import { PROBABILITY_OPS } from './node.ts';
import { operationOf } from './operations/operations.ts';

/** The nodes that the roots read, themselves included, each after its inputs. */
export function reachable(graph: Graph, roots: readonly NodeId[]): NodeId[] {
  const seen = new Set<NodeId>();
  const pending = [...roots];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    pending.push(...graph.node(id).inputs);
  }
  return [...seen].sort((a, b) => a - b);
}

/** Whether a node is an operation of the table. */
export function isArithmetic(node: Node): node is Node & { readonly op: ArithmeticOp } {
  return operationOf(node.op) !== undefined;
}

/** Whether a node is a probability, and no real yet. */
export function isProbability(node: Node): node is Node & { readonly op: ProbabilityOp } {
  return (PROBABILITY_OPS as readonly string[]).includes(node.op);
}

/** The same node over other inputs, simplified again. */
export function rebuild(graph: Graph, node: Node, inputs: readonly NodeId[]): NodeId {
  if (isArithmetic(node)) return graph.apply(node.op, inputs, node.domain);
  if (isProbability(node)) return graph.probability(node.op, inputs);
  return graph.intern({ ...node, inputs });
}

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
