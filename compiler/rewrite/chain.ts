/** Chains of one associative op, such as a and (b and c), whose parts a rewrite may order and group anew. */
import type { Graph } from '../graph/graph.ts';
import type { NodeId, Op } from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';

/** As many as an expression may have levels. */
const MOST_PARTS = 1000;

/**
 * How often what is written out may come to a node again that it has been at. Where each `let` reads the one before twice, it would
 * do so 2ⁿ times, and what is computed once would be computed as often.
 */
export const MOST_REPEATED = 16;

/**
 * The parts of a chain, from left to right; any other node is a chain of one part, and so is one that is too long to be worth it,
 * or that reads the chains that it is made of over and over.
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
    if (parts.length + pending.length > MOST_PARTS || repeated > MOST_REPEATED) return [id];
  }
  return parts;
}

/** Tells of a node whether all that read it, of what the roots read, are nodes of one op: a part of their chains and no end. */
export function readByAlone(graph: Graph, roots: readonly NodeId[], op: Op): (id: NodeId) => boolean {
  const others = new Set(roots);
  const read = new Set<NodeId>();
  for (const id of reachable(graph, roots)) {
    const node = graph.node(id);
    for (const input of node.inputs) (node.op === op ? read : others).add(input);
  }
  return (id) => read.has(id) && !others.has(id);
}
