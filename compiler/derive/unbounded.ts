/** Which nodes may be infinite because data is 0 somewhere: ln 0 is -∞ and 1/0 is ∞, and both are meant. */
import { bottomUp } from '../graph/bottom-up.ts';
import type { Graph } from '../graph/graph.ts';
import type { Node, NodeId } from '../graph/node.ts';
import { operationOf } from '../graph/operations/operations.ts';

/** Says of each node whether it is computed from a logarithm of data, or from a quotient by data. */
export function unboundedByData(graph: Graph): (id: NodeId) => boolean {
  const readsRow = (id: NodeId) => graph.kind(id) === 'data' || graph.kind(id) === 'level';
  const inputsOf = (node: Node) => (node.op === 'stored' ? [node.expression] : node.inputs);
  return bottomUp(
    graph,
    (id, isUnbounded): boolean => {
      const node = graph.node(id);
      const inputs = inputsOf(node);
      if (!readsRow(id)) return false;
      if (node.op === 'stored') return inputs.some(isUnbounded);
      const { pole, passesInfinityOn = false } = operationOf(node.op) ?? {};
      return (
        (pole !== undefined && readsRow(inputs[pole]!)) || (passesInfinityOn && inputs.some(isUnbounded))
      );
    },
    inputsOf,
  );
}
