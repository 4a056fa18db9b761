/** `normal(mean, sd)`, and the log likelihood that the lognormal shares. */
import type { Graph } from '../../graph/graph.ts';
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { defineOutcome, drawnBy, drawnWithin, type OutcomeRows } from '../outcome.ts';
import type { Ends } from '../prior.ts';

const LOG_TWO_PI = 1.8378770664093453;

export const normalOutcome = defineOutcome({
  parameters: { mean: 'location', sd: 'scale' },
  values: 'line',
  documentation: 'measurements',

  logLikelihood: (graph, { mean, sd }, rows) => logNormalTerms(graph, rows.y, mean, sd, rows),
  ranges: {
    logMass: (graph, { mean, sd }, range) => logNormalMassNode(graph, mean, sd, range),
    /** μ + σ (φ(a) − φ(b))/P(a ≤ z ≤ b): Johnson, Kotz & Balakrishnan, Continuous Univariate Distributions 1 (1994), section 13.10.1. */
    mean(graph, { mean, sd }, range) {
      const { add, subtract, multiply, divide, exp, constant } = nodeArithmetic(graph);
      const mass = logNormalMassNode(graph, mean, sd, range);
      const densityAt = (end: NodeId | null) => {
        if (end === null) return constant(0);
        const z = divide(subtract(end, mean), sd);
        const log = subtract(multiply(constant(-0.5), multiply(z, z)), constant(0.5 * LOG_TWO_PI));
        return exp(subtract(log, mass));
      };
      return add(mean, multiply(sd, subtract(densityAt(range.lo), densityAt(range.hi))));
    },
    draw: (graph, { mean, sd }, range) => drawnWithin('drawNormalWithin', graph, range, mean, sd),
  },
  mean: (_, { mean }) => mean,
  draw: (_, { mean, sd }) => drawnBy('drawNormal', mean, sd),
});

/**
 * −½ Σ (y − μ)²/σ² − Σ ln σ − ½ Σ ln 2π, in separate sums, so that a σ that is the same in all rows can be factored
 * out.
 */
export function logNormalTerms(
  graph: Graph,
  y: NodeId,
  mean: NodeId,
  sd: NodeId,
  { sum }: OutcomeRows,
): readonly NodeId[] {
  const { subtract, multiply, divide, negate, log, constant } = nodeArithmetic(graph);
  const deviation = subtract(y, mean);
  const precision = divide(constant(1), multiply(sd, sd));
  return [
    sum(multiply(multiply(constant(-0.5), precision), multiply(deviation, deviation))),
    negate(sum(log(sd))),
    sum(constant(-0.5 * LOG_TWO_PI)),
  ];
}

/** ln P(lo ≤ y ≤ hi) of a normal variable. */
export function logNormalMassNode(graph: Graph, mean: NodeId, sd: NodeId, { lo, hi }: Ends<NodeId>): NodeId {
  const { subtract, divide, constant } = nodeArithmetic(graph);
  const z = (end: NodeId | null, open: number) =>
    end === null ? constant(open) : divide(subtract(end, mean), sd);
  return graph.apply('logNormalMass', [z(lo, -Infinity), z(hi, Infinity)]);
}
