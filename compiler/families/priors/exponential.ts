/** `exponential(rate)`. */
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { MEAN } from '../other-form.ts';
import { definePrior } from '../prior.ts';

export const exponentialPrior = definePrior({
  parameters: { rate: 'rate' },
  support: 'positive',
  otherForm: MEAN,
  documentation: 'the rate is in the inverse of the unit; the mean is `1 / rate`',

  logDensity(graph, { rate }, { value }) {
    const { subtract, multiply, log } = nodeArithmetic(graph);
    return subtract(log(rate), multiply(rate, value));
  },
  logMass(graph, { rate }, { lo, hi }) {
    const { add, subtract, multiply, negate } = nodeArithmetic(graph);
    const logAbove = negate(multiply(rate, lo!));
    if (hi === null) return logAbove;
    return add(logAbove, graph.apply('logExponentialMass', [multiply(rate, subtract(hi, lo!))]));
  },

  typicalScale: (graph, { rate }) => graph.apply('divide', [graph.constant(1), rate]),
});
