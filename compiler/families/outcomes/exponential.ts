/** `exponential(rate)`. */
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { MEAN } from '../other-form.ts';
import { defineOutcome, drawnBy, drawnWithin } from '../outcome.ts';
import { exponentialPrior } from '../priors/exponential.ts';

export const exponentialOutcome = defineOutcome({
  parameters: { rate: 'rate' },
  values: 'positive',
  otherForm: MEAN,
  documentation: 'waiting times; the mean is `1 / rate`',

  logLikelihood(graph, { rate }, { y, sum }) {
    const { multiply, negate, log } = nodeArithmetic(graph);
    return [sum(log(rate)), negate(sum(multiply(rate, y)))];
  },
  ranges: {
    logMass: (graph, parameters, { lo, hi }) =>
      exponentialPrior.logMass!(graph, parameters, { lo: lo ?? graph.constant(0), hi }),
    /** From the lower end on it is an exponential variable again: lo + 1/rate − w/(e^{rate w} − 1) for a width w. */
    mean(graph, { rate }, { lo, hi }) {
      const { add, subtract, multiply, divide, constant } = nodeArithmetic(graph);
      const start = lo ?? constant(0);
      const whole = add(start, divide(constant(1), rate));
      if (hi === null) return whole;
      const width = subtract(hi, start);
      return subtract(whole, divide(width, graph.apply('expm1', [multiply(rate, width)])));
    },
    draw: (graph, { rate }, range) => drawnWithin('drawExponentialWithin', graph, range, rate),
  },
  mean: (graph, { rate }) => nodeArithmetic(graph).divide(graph.constant(1), rate),
  draw: (_, { rate }) => drawnBy('drawExponential', rate),
});
