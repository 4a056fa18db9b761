/** Chains of one associative operation, such as a and (b and c), whose parts a rewrite may reorder and regroup. */
import type { Graph } from '../graph/graph.ts';
import type { NodeId, Op } from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';

/** Maximum number of nodes in a chain: the maximum depth of an expression. */
const MAX_PARTS = 1000;

/**
 * How often a chain may reach a node that it has reached before. If each of n `let`s reads the previous one twice, a
 * chain would reach the first 2ⁿ times, and compute it as often.
 */
export const MAX_REPEATS = 16;

/**
 * The parts of a chain, from left to right. Any other node is a chain with one part. So is a chain that is too long, or
 * that reads its own parts too often.
 */
export function chainOf(graph: Graph, op: 'pAnd' | 'add' | 'multiply', id: NodeId): readonly NodeId[] {
  const parts: NodeId[] = [];
  const pending = [id];
  const met = new Set<NodeId>();
  let repeated = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const node = graph.node(next);
    if (node.op === op) {
      if (met.has(next)) repeated++;
      met.add(next);
      pending.push(...node.inputs.toReversed());
    } else parts.push(next);
    if (parts.length + pending.length > MAX_PARTS || repeated > MAX_REPEATS) return [id];
  }
  return parts;
}

/**
 * Whether all readers of a node, among what the roots depend on, have the operation `op`: it is then part of a longer
 * chain.
 */
export function readByAlone(graph: Graph, roots: readonly NodeId[], op: Op): (id: NodeId) => boolean {
  const others = new Set(roots);
  const read = new Set<NodeId>();
  for (const id of reachable(graph, roots)) {
    const node = graph.node(id);
    for (const input of node.inputs) (node.op === op ? read : others).add(input);
  }
  return (id) => read.has(id) && !others.has(id);
}
