/** `weibull(shape, scale)`: the power 1/shape of an exponential variable, times the scale. */
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { defineOutcome, drawnBy, drawnWithin } from '../outcome.ts';
import { weibullPrior } from '../priors/weibull.ts';
import { logMassAbove0 } from '../shapes.ts';

export const weibullOutcome = defineOutcome({
  parameters: { shape: 'shape', scale: 'scale' },
  values: 'positive',
  documentation: 'times until something fails; its hazard grows as the power `shape - 1` of time',

  /** Σ ln k + Σ z − Σ ln y − Σ e^z with z = k (ln y − ln scale). */
  logLikelihood(graph, { shape, scale }, { y, sum }) {
    const { subtract, multiply, negate, log, exp } = nodeArithmetic(graph);
    const logY = log(y);
    const power = multiply(shape, subtract(logY, log(scale)));
    return [sum(log(shape)), sum(power), negate(sum(logY)), negate(sum(exp(power)))];
  },
  ranges: {
    logMass: (graph, parameters, { lo, hi }) =>
      weibullPrior.logMass!(graph, parameters, { lo: lo ?? graph.constant(0), hi }),
    /** The mean of all times the share that a gamma variable of shape 1 + 1/k has within the range of (y/scale)^k. */
    mean(graph, { shape, scale }, { lo, hi }) {
      const { add, subtract, multiply, divide, exp, log, logGamma, constant } = nodeArithmetic(graph);
      const powerOf = (end: NodeId) => exp(multiply(shape, subtract(log(end), log(scale))));
      const steps = add(constant(1), divide(constant(1), shape));
      const range = { lo: lo && powerOf(lo), hi: hi && powerOf(hi) };
      const share = subtract(logMassAbove0(graph, steps, range), logMassAbove0(graph, constant(1), range));
      return multiply(scale, exp(add(logGamma(steps), share)));
    },
    draw: (graph, { shape, scale }, range) => drawnWithin('drawWeibullWithin', graph, range, shape, scale),
  },
  mean(graph, { shape, scale }) {
    const { add, multiply, divide, exp, logGamma, constant } = nodeArithmetic(graph);
    return multiply(scale, exp(logGamma(add(constant(1), divide(constant(1), shape)))));
  },
  draw: (_, { shape, scale }) => drawnBy('drawWeibull', shape, scale),
});
