/**
 * Levels that sum to zero, from independent ones: n levels on the plane of sum zero have n − 1 free coordinates.
 *
 * The coordinates are those of a Householder reflection (Householder 1958, "Unitary triangularization of a nonsymmetric matrix"),
 * which exchanges the axis of the first level and the direction in which all levels are equal: with the values y of the other levels
 * and their sum S, x₁ = −S / √n and xᵢ = yᵢ − S / (n + √n). It preserves distances, so independent normal y with one standard
 * deviation give the normal distribution on the plane, and it takes O(n). Each level but the first nearly keeps its own coordinate,
 * and with it what the sampler learns about the level.
 *
 * The coordinate of the first level, along the direction that is lost, is an independent standard normal number on which no value
 * depends.
 */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { nodeArithmetic } from '../graph/node-arithmetic.ts';
import { isLaterLevel } from './expression.ts';
import type { Transformed } from './prior.ts';

const HALF_LOG_TWO_PI = 0.9189385332046728;

/**
 * The transform of levels that sum to zero.
 *
 * @param image the transform of independent levels
 * @param u what the sampler has for each level
 */
export function summingToZero(graph: Graph, category: string, image: Transformed, u: NodeId): Transformed {
  const { add, subtract, multiply, divide, negate, constant } = nodeArithmetic(graph);
  const sum = (term: NodeId) =>
    graph.intern({ op: 'sum', rows: { kind: 'levels', category }, inputs: [term] });
  const free = whereFree(graph, category, image.value, constant(0));
  const count = sum(constant(1));
  const root = graph.apply('sqrt', [count]);
  const share = whereFree(graph, category, divide(constant(1), add(count, root)), divide(constant(1), root));
  const spare = subtract(negate(multiply(constant(0.5), multiply(u, u))), constant(HALF_LOG_TWO_PI));
  return {
    value: subtract(free, multiply(sum(free), share)),
    complement: null,
    logJacobian: whereFree(graph, category, image.logJacobian, spare),
  };
}

/** What the levels with a free coordinate have, and what the first one has instead. */
export function whereFree(graph: Graph, category: string, free: NodeId, first: NodeId): NodeId {
  return graph.apply('whereNonNegative', [isLaterLevel(graph, category), free, first]);
}
