/** Conversions between probability nodes and real nodes. */
import type { Graph } from './graph.ts';
import type { NodeId } from './node.ts';

/** The nodes of p and 1 − p, both precise near 0. */
export interface PairNodes {
  readonly p: NodeId;
  readonly q: NodeId;
}

/** A probability as a real. */
export function realOf(graph: Graph, probability: NodeId): NodeId {
  return graph.intern({ op: 'valueOf', inputs: [probability] });
}

/** A real in [0, 1] as a probability. Pass `complement` if 1 − real is computed separately. */
export function probabilityOf(
  graph: Graph,
  real: NodeId,
  complement = graph.apply('subtract', [graph.constant(1), real]),
): NodeId {
  return graph.probability('pHalves', [real, complement]);
}

/** ln of a probability. */
export function logOf(graph: Graph, probability: NodeId): NodeId {
  return graph.intern({ op: 'logOf', inputs: [probability] });
}

/** The probability σ(x). */
export function logisticOf(graph: Graph, x: NodeId): NodeId {
  return graph.probability('pLogistic', [x]);
}

/** The probability 1 - p. */
export function notOf(graph: Graph, p: NodeId): NodeId {
  return graph.probability('pNot', [p]);
}
