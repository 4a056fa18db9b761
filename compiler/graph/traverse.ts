/** Traversals of an expression graph, and tests of its nodes. */
import type { Graph } from './graph.ts';
import type { ArithmeticOp, Node, NodeId, ProbabilityOp } from './node.ts';
import { PROBABILITY_OPS } from './node.ts';
import { operationOf } from './operations/operations.ts';

/** The nodes that the roots depend on, with the roots themselves, each after its inputs. */
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

/** Whether a node is a probability, not yet a pair of reals. */
export function isProbability(node: Node): node is Node & { readonly op: ProbabilityOp } {
  return (PROBABILITY_OPS as readonly string[]).includes(node.op);
}

/** The same operation on other inputs, simplified again. */
export function rebuild(graph: Graph, node: Node, inputs: readonly NodeId[]): NodeId {
  if (isArithmetic(node)) return graph.apply(node.op, inputs, node.domain);
  if (isProbability(node)) return graph.probability(node.op, inputs);
  return graph.intern({ ...node, inputs });
}

/**
 * Computes a fact about each node once, after the facts about its inputs.
 *
 * @param fact of a node, given those of its inputs
 * @param inputsOf the nodes whose facts a node's fact depends on; their ids must be smaller than the node's
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
    // A node's id is larger than those of its inputs.
    for (const next of [...found].sort((a, b) => a - b)) known.set(next, fact(next, of));
    return of(id);
  };
}
