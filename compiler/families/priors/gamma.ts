/** `gamma(shape, rate)`. */
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { SHAPE_AND_MEAN } from '../other-form.ts';
import { definePrior } from '../prior.ts';
import { areSmall, logGammaDensity, massBetween, SMALLEST, weighted } from '../shapes.ts';

export const gammaPrior = definePrior({
  parameters: { shape: 'shape', rate: 'rate' },
  support: 'positive',
  otherForm: SHAPE_AND_MEAN,
  documentation: 'the rate is in the inverse of the unit; the mean is `shape / rate`',

  logDensity(graph, { shape, rate }, { value }) {
    const { add, subtract, multiply, log, logGamma } = nodeArithmetic(graph);
    if (!areSmall(graph, shape)) {
      const excess = graph.apply('productLess', [rate, value, shape]);
      return add(logGammaDensity(graph, shape, multiply(rate, value), excess), log(rate));
    }
    const power = weighted(graph, shape, () => log(value));
    return subtract(add(subtract(multiply(shape, log(rate)), logGamma(shape)), power), multiply(rate, value));
  },
  logMass(graph, { shape, rate }, range) {
    const { subtract, multiply, constant } = nodeArithmetic(graph);
    // At an end of 0 nothing is cut off. The density may be infinite there, so the end is replaced by a constant that
    // depends on no latent.
    const scaled = (end: NodeId) => {
      if (graph.constantValue(end) === 0) return end;
      const product = multiply(rate, end);
      return graph.apply('whereNonNegative', [subtract(product, constant(SMALLEST)), product, constant(0)]);
    };
    return massBetween(graph, 'logGammaMass', [shape], range, scaled);
  },

  typicalScale: (graph, { shape, rate }) => graph.apply('divide', [shape, rate]),
});
