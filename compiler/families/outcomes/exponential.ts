/** `exponential(rate)`. */
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { MEAN } from '../other-form.ts';
import { defineOutcome } from '../outcome.ts';
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
  logMass: (graph, parameters, { lo, hi }) =>
    exponentialPrior.logMass!(graph, parameters, { lo: lo ?? graph.constant(0), hi }),
  mean: (graph, { rate }) => nodeArithmetic(graph).divide(graph.constant(1), rate),
  drawnFrom: (_, { rate }) => [rate],
  drawCode: (values, call) => call('drawExponential', ...values),
});
