/**
 * Cancels logarithms: σ(ln a − ln b) = a/(a + b) needs no logarithm and no exponential; its complement is b/(a + b).
 * With a steepness k the odds are powers instead; those separate if there are many rows (see separate-exponentials.ts).
 */
import type { Graph } from '../graph/graph.ts';
import type { DomainId, NodeId } from '../graph/node.ts';
import type { Rewrite } from './rewrite.ts';

/** Must be applied after differentiation. */
export const cancelLogs: Rewrite = {
  apply(graph, node, [m]) {
    if (node.op !== 'logistic' && node.op !== 'logLogistic') return undefined;
    const parts = quotientOf(graph, m!);
    if (parts === null) return undefined;
    const whole = graph.apply(
      'add',
      [...parts].sort((x, y) => x - y),
      node.domain,
    );
    const [p, q] = parts.map((part) => graph.apply('divide', [part, whole], node.domain)) as [NodeId, NodeId];
    return node.op === 'logistic' ? p : graph.apply('logProbability', [p, q], node.domain);
  },
};

/**
 * The a and b of a margin ln a − ln b; null for any other. The negative of a difference is already the opposite
 * difference (see `fold` in graph/graph.ts).
 */
function quotientOf(graph: Graph, m: NodeId): readonly [NodeId, NodeId] | null {
  const { op, inputs } = graph.node(m);
  if (op !== 'subtract') return null;
  const [a, b] = inputs.map((input) => antilog(graph, input));
  return a === undefined || b === undefined ? null : [a, b];
}

/** The x of a node ln x, computed here or stored when data were bound. NaN below 0, like the logarithm. */
function antilog(graph: Graph, id: NodeId): NodeId | undefined {
  const node = graph.node(id);
  if (node.op === 'log') return positive(graph, node.inputs[0]!, node.domain);
  if (node.op !== 'stored' || graph.node(node.expression).op !== 'log') return undefined;
  const [expression] = graph.node(node.expression).inputs as [NodeId];
  if (graph.constantValue(expression) !== undefined) return expression;
  const own = positive(graph, expression, graph.node(expression).domain);
  return graph.intern({ op: 'stored', expression: own, inputs: [], domain: node.domain });
}

function positive(graph: Graph, x: NodeId, domain: DomainId): NodeId {
  return graph.apply('whereNonNegative', [x, x, graph.constant(Number.NaN)], domain);
}
