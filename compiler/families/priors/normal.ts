/** `normal(mean, sd)`, and the densities that the half-normal and the lognormal share. */
import type { Graph } from '../../graph/graph.ts';
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { definePrior, type Ends } from '../prior.ts';

const HALF_LOG_TWO_PI = 0.9189385332046728;

export const normalPrior = definePrior({
  parameters: { mean: 'location', sd: 'scale' },
  support: 'line',
  documentation: '',

  logDensity(graph, { mean, sd }, { value }) {
    const { subtract, divide, log } = nodeArithmetic(graph);
    return logNormal(graph, divide(subtract(value, mean), sd), log(sd));
  },
  logTruncatedDensity(graph, { mean, sd }, value, range) {
    const { subtract, log } = nodeArithmetic(graph);
    return subtract(logTruncatedNormalNode(graph, mean, sd, value, range), log(sd));
  },

  locationAndScale: ({ mean, sd }) => ({ location: mean, scale: sd, isLogarithm: false }),
});

/** The log density at the standardised value z. */
export function logNormal(graph: Graph, z: NodeId, logScale: NodeId): NodeId {
  const { add, subtract, multiply, constant } = nodeArithmetic(graph);
  return subtract(multiply(constant(-0.5), multiply(z, z)), add(logScale, constant(HALF_LOG_TWO_PI)));
}

/** The log density, at its standardised value, of a truncated normal variable. */
export function logTruncatedNormalNode(
  graph: Graph,
  mean: NodeId,
  sd: NodeId,
  value: NodeId,
  { lo, hi }: Ends<NodeId>,
): NodeId {
  const { subtract, divide, constant } = nodeArithmetic(graph);
  const z = (x: NodeId) => divide(subtract(x, mean), sd);
  return graph.apply('logTruncatedNormal', [
    z(value),
    lo === null ? constant(-Infinity) : z(lo),
    hi === null ? constant(Infinity) : z(hi),
    lo === null ? constant(Infinity) : divide(subtract(value, lo), sd),
    hi === null ? constant(Infinity) : divide(subtract(hi, value), sd),
  ]);
}
