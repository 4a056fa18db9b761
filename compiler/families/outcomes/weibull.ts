/** `weibull(shape, scale)`: the power 1/shape of an exponential variable, times the scale. */
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { defineOutcome } from '../outcome.ts';
import { weibullPrior } from '../priors/weibull.ts';

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
  logMass: (graph, parameters, { lo, hi }) =>
    weibullPrior.logMass!(graph, parameters, { lo: lo ?? graph.constant(0), hi }),
  mean(graph, { shape, scale }) {
    const { add, multiply, divide, exp, logGamma, constant } = nodeArithmetic(graph);
    return multiply(scale, exp(logGamma(add(constant(1), divide(constant(1), shape)))));
  },
  drawnFrom: (_, { shape, scale }) => [shape, scale],
  drawCode: (values, call) => call('drawWeibull', ...values),
});
