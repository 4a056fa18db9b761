/** `student_t(df, location, scale)`, and the density that the half-Student-t shares. */
import type { Graph } from '../../graph/graph.ts';
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { definePrior } from '../prior.ts';
import { massBetween } from '../shapes.ts';

const HALF_LOG_TWO_PI = 0.9189385332046728;

export const studentTPrior = definePrior({
  parameters: { df: 'shape', location: 'location', scale: 'scale' },
  support: 'line',
  documentation: 'the degrees of freedom `df` are without unit',

  logDensity(graph, { df, location, scale }, { value }) {
    const { subtract, divide } = nodeArithmetic(graph);
    return logStudent(graph, df, divide(subtract(value, location), scale), scale);
  },
  logMass(graph, { df, location, scale }, range) {
    const { subtract, divide } = nodeArithmetic(graph);
    return massBetween(graph, 'logStudentMass', [df], range, (end) =>
      divide(subtract(end, location), scaleOfRatio(graph, df, scale)),
    );
  },

  heavyTails: (graph, { df, location, scale }) => ({ location, spread: scaleOfRatio(graph, df, scale) }),
});

/** The log density at the standardised value z. */
export function logStudent(graph: Graph, df: NodeId, z: NodeId, scale: NodeId): NodeId {
  const { add, subtract, multiply, log, constant } = nodeArithmetic(graph);
  // The constant besides the normal's √(2π): Γ((df + 1)/2)/(Γ(df/2) √(df/2)), which tends to 1.
  const step = graph.apply('logGammaHalfStep', [multiply(constant(0.5), df)]);
  const norm = subtract(subtract(step, constant(HALF_LOG_TWO_PI)), log(scale));
  return add(norm, graph.apply('studentKernel', [df, z]));
}

/** scale √df, which divides the distance from the location when the mass of a range is computed. */
export function scaleOfRatio(graph: Graph, df: NodeId, scale: NodeId): NodeId {
  return nodeArithmetic(graph).multiply(scale, graph.apply('sqrt', [df]));
}
