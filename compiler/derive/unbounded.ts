/** Which nodes may be infinite because data is 0 somewhere: ln 0 is -∞ and 1/0 is ∞, and both are meant. */
import type { Graph } from '../graph/graph.ts';
import type { NodeId, Op } from '../graph/node.ts';

/** Ops that may be infinite where an input is; the others of the language bring an infinity back to what is finite. */
const PASSES_ON: ReadonlySet<Op> = new Set<Op>(['add', 'subtract', 'multiply', 'divide', 'negate', 'stored']);

/** Tells of a node whether it is computed from a logarithm, or a quotient, of data. */
export function unboundedByData(graph: Graph): (id: NodeId) => boolean {
  const known = new Map<NodeId, boolean>();
  const readsRow = (id: NodeId) => graph.kind(id) === 'data' || graph.kind(id) === 'level';
  const isUnbounded = (id: NodeId): boolean => {
    const cached = known.get(id);
    if (cached !== undefined) return cached;
    const node = graph.node(id);
    const inputs = node.op === 'stored' ? [node.expression] : node.inputs;
    const pole = node.op === 'log' ? inputs[0] : node.op === 'divide' ? inputs[1] : undefined;
    const answer =
      readsRow(id) &&
      ((pole !== undefined && readsRow(pole)) || (PASSES_ON.has(node.op) && inputs.some(isUnbounded)));
    known.set(id, answer);
    return answer;
  };
  return isUnbounded;
}
