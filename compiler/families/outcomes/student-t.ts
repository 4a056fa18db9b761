/** `student_t(df, location, scale)`. */
import type { Graph } from '../../graph/graph.ts';
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { defineOutcome, drawnBy, drawnWithin } from '../outcome.ts';
import type { Ends } from '../prior.ts';
import { studentTPrior } from '../priors/student-t.ts';

const LOG_TWO_PI = 1.8378770664093453;

export const studentTOutcome = defineOutcome({
  parameters: { df: 'shape', location: 'location', scale: 'scale' },
  values: 'line',
  documentation: 'measurements of which some lie far off',

  logLikelihood(graph, { df, location, scale }, { y, sum }) {
    const { subtract, multiply, divide, log, constant } = nodeArithmetic(graph);
    const half = constant(0.5);
    const z = divide(subtract(y, location), scale);
    // The constant besides the normal's √(2π): Γ((df + 1)/2)/(Γ(df/2) √(df/2)), which tends to 1.
    const norm = subtract(graph.apply('logGammaHalfStep', [multiply(half, df)]), log(scale));
    const kernel = graph.apply('studentKernel', [df, z]);
    return [sum(norm), sum(constant(-0.5 * LOG_TWO_PI)), sum(kernel)];
  },
  ranges: {
    logMass: studentTPrior.logMass!,
    mean: meanWithin,
    draw: (graph, { df, location, scale }, range) =>
      drawnWithin('drawStudentTWithin', graph, range, df, location, scale),
  },
  /** There is no mean for one degree of freedom or fewer. */
  mean(graph, { df, location }) {
    const { subtract, constant } = nodeArithmetic(graph);
    return graph.apply('whereNonNegative', [subtract(constant(1), df), constant(Number.NaN), location]);
  },
  draw: (_, { df, location, scale }) => drawnBy('drawStudentT', df, location, scale),
});

/**
 * The antiderivative of t f(t) is −(1 + t²/ν) f(t) ν/(ν − 1), or −½ f(0) ln(1 + t²) for ν = 1, so the mean of the range is the
 * difference of that at its ends, over its mass. With an open side there is a mean for more than one degree of freedom.
 */
function meanWithin(
  graph: Graph,
  parameters: { readonly df: NodeId; readonly location: NodeId; readonly scale: NodeId },
  range: Ends<NodeId>,
): NodeId {
  const { add, subtract, multiply, divide, exp, log, constant } = nodeArithmetic(graph);
  const { df, location, scale } = parameters;
  const half = constant(0.5);
  const one = constant(1);
  const logNorm = subtract(graph.apply('logGammaHalfStep', [multiply(half, df)]), constant(0.5 * LOG_TWO_PI));
  const logPeak = subtract(logNorm, studentTPrior.logMass!(graph, parameters, range));
  const isCauchy = graph.constantValue(df) === 1;
  const at = (end: NodeId | null): NodeId => {
    if (end === null) return constant(0);
    const z = divide(subtract(end, location), scale);
    const growth = add(one, divide(multiply(z, z), df));
    if (isCauchy) return multiply(constant(-0.5), multiply(exp(logPeak), log(growth)));
    const density = exp(add(logPeak, graph.apply('studentKernel', [df, z])));
    return divide(multiply(multiply(growth, density), df), subtract(df, one));
  };
  const mean = add(location, multiply(scale, subtract(at(range.lo), at(range.hi))));
  const isOpen = range.lo === null || range.hi === null;
  return isOpen ? graph.apply('whereNonNegative', [subtract(one, df), constant(Number.NaN), mean]) : mean;
}
