/** `cauchy(location, scale)`, and the density that the half-Cauchy shares. */
import type { Graph } from '../../graph/graph.ts';
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { definePrior } from '../prior.ts';
import { massBetween } from '../shapes.ts';

const LOG_PI = Math.log(Math.PI);

export const cauchyPrior = definePrior({
  parameters: { location: 'location', scale: 'scale' },
  support: 'line',
  documentation: '',

  logDensity(graph, { location, scale }, { value }) {
    const { subtract, divide } = nodeArithmetic(graph);
    return logCauchy(graph, divide(subtract(value, location), scale), scale);
  },
  logMass(graph, { location, scale }, range) {
    const { subtract, divide } = nodeArithmetic(graph);
    return massBetween(graph, 'logCauchyMass', [], range, (end) => divide(subtract(end, location), scale));
  },

  heavyTails: (_, { location, scale }) => ({ location, spread: scale }),
});

/** The log density at the standardised value z: a Student's t with one degree of freedom. */
export function logCauchy(graph: Graph, z: NodeId, scale: NodeId): NodeId {
  const { add, subtract, log, constant } = nodeArithmetic(graph);
  return subtract(graph.apply('studentKernel', [constant(1), z]), add(log(scale), constant(LOG_PI)));
}
