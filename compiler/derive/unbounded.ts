/** Which nodes may be infinite because data is 0 somewhere: ln 0 is -∞ and 1/0 is ∞, and both are meant. */
import { bottomUp } from '../graph/bottom-up.ts';
import type { Graph } from '../graph/graph.ts';
import type { Node, NodeId, Op } from '../graph/node.ts';

/** Ops that may be infinite where an input is; the others of the language bring an infinity back to what is finite. */
const PASSES_ON: ReadonlySet<Op> = new Set<Op>(['add', 'subtract', 'multiply', 'divide', 'negate', 'stored']);

/** Tells of a node whether it is computed from a logarithm, or a quotient, of data. */
export function unboundedByData(graph: Graph): (id: NodeId) => boolean {
  const readsRow = (id: NodeId) => graph.kind(id) === 'data' || graph.kind(id) === 'level';
  const inputsOf = (node: Node) => (node.op === 'stored' ? [node.expression] : node.inputs);
  return bottomUp(
    graph,
    (id, isUnbounded): boolean => {
      const node = graph.node(id);
      const inputs = inputsOf(node);
      const pole = node.op === 'log' ? inputs[0] : node.op === 'divide' ? inputs[1] : undefined;
      return (
        readsRow(id) &&
        ((pole !== undefined && readsRow(pole)) || (PASSES_ON.has(node.op) && inputs.some(isUnbounded)))
      );
    },
    inputsOf,
  );
}
