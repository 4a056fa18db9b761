/** `lognormal(mu, sigma)`: the logarithm of the value, taken as a number in its unit, is normal. */
import type { Graph } from '../../graph/graph.ts';
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { MEDIAN_AND_SPREAD } from '../other-form.ts';
import { defineOutcome, drawnBy, drawnWithin } from '../outcome.ts';
import type { Ends } from '../prior.ts';
import { logNormalMassNode, logNormalTerms } from './normal.ts';

export const lognormalOutcome = defineOutcome({
  parameters: { mu: 'number', sigma: 'shape' },
  values: 'positive',
  otherForm: MEDIAN_AND_SPREAD,
  documentation: 'times; the logarithm is normal',

  logLikelihood(graph, { mu, sigma }, rows) {
    const { negate, log } = nodeArithmetic(graph);
    const logY = log(rows.y);
    return [...logNormalTerms(graph, logY, mu, sigma, rows), negate(rows.sum(logY))];
  },
  ranges: {
    logMass: (graph, { mu, sigma }, range) => logNormalMassNode(graph, mu, sigma, logsOf(graph, range)),
    /** The mean of all times the mass of the range for a variable whose logarithm is σ² more. */
    mean(graph, { mu, sigma }, range) {
      const { add, subtract, multiply, exp, constant } = nodeArithmetic(graph);
      const variance = multiply(sigma, sigma);
      const mass = (mean: NodeId) => logNormalMassNode(graph, mean, sigma, logsOf(graph, range));
      const share = subtract(mass(add(mu, variance)), mass(mu));
      return exp(add(add(mu, multiply(constant(0.5), variance)), share));
    },
    draw: (graph, { mu, sigma }, range) => drawnWithin('drawLognormalWithin', graph, range, mu, sigma),
  },
  mean(graph, { mu, sigma }) {
    const { add, multiply, exp, constant } = nodeArithmetic(graph);
    return exp(add(mu, multiply(constant(0.5), multiply(sigma, sigma))));
  },
  draw: (_, { mu, sigma }) => drawnBy('drawLognormal', mu, sigma),
});

function logsOf(graph: Graph, { lo, hi }: Ends<NodeId>): Ends<NodeId> {
  const { log } = nodeArithmetic(graph);
  return { lo: lo && log(lo), hi: hi && log(hi) };
}
