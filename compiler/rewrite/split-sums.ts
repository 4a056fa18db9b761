/** Sums split: Σ (a + b) = Σ a + Σ b, so that each part is summed over no more rows than it can tell apart. */
import type { Graph } from '../graph/graph.ts';
import type { NodeId, RowSet } from '../graph/node.ts';
import type { Rewrite } from './rewrite.ts';

export const splitSums: Rewrite = {
  name: 'sums split',
  apply(graph, node, [summand]) {
    return node.op === 'sum' ? splitSum(graph, node.rows, summand!) : undefined;
  },
};

function splitSum(graph: Graph, rows: RowSet, summand: NodeId): NodeId | undefined {
  const node = graph.node(summand);
  const [a, b] = node.inputs;
  const sum = (part: NodeId) => splitSum(graph, rows, part) ?? graph.intern({ op: 'sum', rows, inputs: [part] });
  if (node.op === 'add' || node.op === 'subtract') return graph.apply(node.op, [sum(a!), sum(b!)]);
  if (node.op === 'negate') return graph.apply('negate', [sum(a!)]);
  // What no row changes is a factor of the sum, and by itself it is added once a row.
  if (node.op === 'multiply' && !readsRow(graph, a!)) return graph.apply('multiply', [a!, sum(b!)]);
  if (node.op === 'multiply' && !readsRow(graph, b!)) return graph.apply('multiply', [b!, sum(a!)]);
  if (!readsRow(graph, summand) && graph.constantValue(summand) !== 1) {
    return graph.apply('multiply', [summand, sum(graph.constant(1))]);
  }
  return undefined;
}

function readsRow(graph: Graph, id: NodeId): boolean {
  const kind = graph.kind(id);
  return kind === 'data' || kind === 'level';
}
