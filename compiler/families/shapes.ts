/**
 * Shared by the records of several families: densities of gamma and beta variables, for small and large shapes, and the
 * probability of a range.
 */

import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { nodeArithmetic } from '../graph/node-arithmetic.ts';
import type { Ends } from './prior.ts';

/**
 * Up to these shapes, a density written with powers is a sum of terms of at most a few hundred, and loses few digits.
 */
const LARGEST_SMALL_SHAPE = 64;

/**
 * Whether all shapes are known and small. The density is then written with powers, whose logarithms can be shared with
 * other terms.
 */
export function areSmall(graph: Graph, ...shapes: readonly NodeId[]): boolean {
  return shapes.every((shape) => (graph.constantValue(shape) ?? Infinity) <= LARGEST_SMALL_SHAPE);
}

/** (shape − 1) times a logarithm, or 0 for a shape of 1, since 0 · ln 0 would be NaN at the edge. */
export function weighted(graph: Graph, shape: NodeId, logarithm: () => NodeId): NodeId {
  const { subtract, multiply, constant } = nodeArithmetic(graph);
  const weight = subtract(shape, constant(1));
  return graph.constantValue(weight) === 0 ? constant(0) : multiply(weight, logarithm());
}

/** The log density at u of a gamma variable with rate 1; `excess` is u − shape. */
export function logGammaDensity(graph: Graph, shape: NodeId, u: NodeId, excess: NodeId): NodeId {
  const kernel = graph.apply('gammaKernel', [shape, u, excess]);
  return graph.apply('add', [kernel, graph.apply('logGammaPeak', [shape])]);
}

/** The log density of a beta variable at x. */
export function logBetaDensity(graph: Graph, a: NodeId, b: NodeId, x: NodeId, complement: NodeId): NodeId {
  const { add, subtract } = nodeArithmetic(graph);
  const peak = (shape: NodeId) => graph.apply('logGammaPeak', [shape]);
  const norm = subtract(add(peak(a), peak(b)), peak(add(a, b)));
  return add(graph.apply('betaKernel', [a, b, x, complement]), norm);
}

/** ln B(a, b). */
export function logBetaNode(graph: Graph, a: NodeId, b: NodeId): NodeId {
  const { add, subtract, logGamma } = nodeArithmetic(graph);
  if (graph.constantValue(a) === 1 && graph.constantValue(b) === 1) return graph.constant(0);
  return subtract(add(logGamma(a), logGamma(b)), logGamma(add(a, b)));
}

/** The smallest normal f64. */
export const SMALLEST = 2 ** -1022;

/** ln P(lo ≤ z ≤ hi) of a gamma variable with rate 1. */
export function logMassAbove0(graph: Graph, shape: NodeId, { lo, hi }: Ends<NodeId>): NodeId {
  return massBetween(graph, 'logGammaMass', [shape], { lo: lo ?? graph.constant(0), hi }, (end) => end);
}

/** The log mass between the ends of a range that `standardise` maps. An open side depends on no latent. */
export function massBetween(
  graph: Graph,
  op: 'logCauchyMass' | 'logGammaMass' | 'logStudentMass',
  shapes: readonly NodeId[],
  { lo, hi }: Ends<NodeId>,
  standardise: (end: NodeId) => NodeId,
): NodeId {
  return graph.apply(op, [
    ...shapes,
    lo === null ? graph.constant(-Infinity) : standardise(lo),
    hi === null ? graph.constant(Infinity) : standardise(hi),
  ]);
}
