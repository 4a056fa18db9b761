/**
 * Φ(u), Φ(−u) and the density φ(u) share one exponential: the tail Φ(−|u|) is e^{−u²/2} times a rational function of
 * |u|, the larger of Φ(u) and Φ(−u) is 1 minus the tail, and φ(u) is e^{−u²/2} / √(2π).
 */
import type { Graph } from '../graph/graph.ts';
import type { ArithmeticOp, DomainId, NodeId } from '../graph/node.ts';
import type { Rewrite } from './rewrite.ts';

/** 1/√(2π) */
const ROOT_HALF_OVER_PI = 0.3989422804014327;

export const shareTails: Rewrite = {
  apply(graph, node, [x]) {
    if (node.op === 'normalCdf') return cdf(graph, x!, node.domain);
    return node.op === 'normalDensity' ? density(graph, x!, node.domain) : undefined;
  },
};

function cdf(graph: Graph, x: NodeId, domain: DomainId): NodeId {
  const apply = (op: ArithmeticOp, ...inputs: NodeId[]) => graph.apply(op, inputs, domain);
  const u = unsigned(graph, x);
  const tail = apply('normalTail', u, kernelOf(graph, u, domain));
  const rest = apply('subtract', graph.constant(1), tail);
  const share = apply('whereNonNegative', u, rest, tail);
  const node = graph.node(u);
  if (node.op === 'unconstrained') {
    graph.name(tail, node.name, 'Tail');
    graph.name(rest, node.name, 'Rest');
    graph.name(share, node.name, 'Share');
  }
  return u === x ? share : apply('whereNonNegative', u, tail, rest);
}

function density(graph: Graph, x: NodeId, domain: DomainId): NodeId {
  const kernel = kernelOf(graph, unsigned(graph, x), domain);
  return graph.apply('multiply', [graph.constant(ROOT_HALF_OVER_PI), kernel], domain);
}

/** e^{-u²/2} */
function kernelOf(graph: Graph, u: NodeId, domain: DomainId): NodeId {
  const kernel = graph.apply('normalKernel', [u], domain);
  const node = graph.node(u);
  if (node.op === 'unconstrained') graph.name(kernel, node.name, 'Kernel');
  return kernel;
}

/** The x of −x, so that u and −u give the same node. */
function unsigned(graph: Graph, x: NodeId): NodeId {
  const { op, inputs } = graph.node(x);
  return op === 'negate' ? inputs[0]! : x;
}
