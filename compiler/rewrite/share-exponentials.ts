/**
 * Logistics of m and −m, and their logarithms, share one exponential of −|m|, which cannot overflow: σ(|m|) = 1/(1 +
 * e^{−|m|}), σ(−|m|) = e^{−|m|} σ(|m|), ln σ(m) = min(m, 0) − ln(1 + e^{−|m|}).
 */
import type { Graph } from '../graph/graph.ts';
import type { ArithmeticOp, DomainId, NodeId } from '../graph/node.ts';
import { unsignedMargin } from './margin-parts.ts';
import type { Rewrite } from './rewrite.ts';

export const shareExponentials: Rewrite = {
  apply(graph, node, [m]) {
    if (node.op === 'logistic') return logistic(graph, m!, node.domain);
    if (node.op === 'logLogistic') return logLogistic(graph, m!, node.domain);
    return undefined;
  },
};

function logistic(graph: Graph, m: NodeId, domain: DomainId): NodeId {
  const apply = (op: ArithmeticOp, ...inputs: NodeId[]) => graph.apply(op, inputs, domain);
  const { base, sign } = unsignedMargin(graph, m);
  const tail = tailOf(graph, base, domain);
  const near = apply('divide', graph.constant(1), apply('add', graph.constant(1), tail));
  const far = apply('multiply', tail, near);
  const whole = wholeOf(graph, base);
  if (whole !== undefined) {
    graph.name(near, whole, 'Near');
    graph.name(far, whole, 'Far');
  }
  return sign > 0 ? apply('whereNonNegative', base, near, far) : apply('whereNonNegative', base, far, near);
}

function logLogistic(graph: Graph, m: NodeId, domain: DomainId): NodeId {
  const apply = (op: ArithmeticOp, ...inputs: NodeId[]) => graph.apply(op, inputs, domain);
  const { base } = unsignedMargin(graph, m);
  const tail = tailOf(graph, base, domain);
  return apply('subtract', apply('min', m, graph.constant(0)), apply('log1p', tail));
}

/** e^{-|m|} */
function tailOf(graph: Graph, base: NodeId, domain: DomainId): NodeId {
  const tail = graph.apply(
    'exp',
    [graph.apply('negate', [graph.apply('abs', [base], domain)], domain)],
    domain,
  );
  const whole = wholeOf(graph, base);
  if (whole !== undefined) graph.name(tail, whole, 'Tail');
  return tail;
}

/** The name from which those of the tail, near side and far side are made. */
function wholeOf(graph: Graph, base: NodeId): string | undefined {
  const node = graph.node(base);
  return node.op === 'unconstrained' ? node.name : graph.wholeOf(base);
}
