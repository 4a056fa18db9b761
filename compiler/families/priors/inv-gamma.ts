/** `inv_gamma(shape, scale)`: scale divided by a gamma variable of that shape. */
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { definePrior } from '../prior.ts';
import { areSmall, logGammaDensity } from '../shapes.ts';

/** No gamma variable reaches this, unless its shape does. */
const LARGE = 1e300;

export const invGammaPrior = definePrior({
  parameters: { shape: 'shape', scale: 'scale' },
  support: 'positive',
  documentation: 'the mean is `scale / (shape - 1)`',

  logDensity(graph, { shape, scale }, { value }) {
    const { add, subtract, multiply, divide, negate, log, constant, logGamma } = nodeArithmetic(graph);
    if (!areSmall(graph, shape)) {
      // The gamma density at u = scale/value, times |du/dvalue| = scale/value².
      const excess = negate(divide(graph.apply('productLess', [shape, value, scale]), value));
      const slope = subtract(log(scale), multiply(constant(2), log(value)));
      return add(logGammaDensity(graph, shape, divide(scale, value), excess), slope);
    }
    const power = multiply(add(shape, constant(1)), log(value));
    return subtract(
      subtract(subtract(multiply(shape, log(scale)), logGamma(shape)), power),
      divide(scale, value),
    );
  },
  logMass(graph, { shape, scale }, { lo, hi }) {
    const { divide, constant, atLeast } = nodeArithmetic(graph);
    const inverse = (end: NodeId) => divide(constant(1), atLeast(1 / LARGE, divide(end, scale)));
    const isOpen = lo === null || graph.constantValue(lo) === 0;
    const upper = isOpen ? constant(Infinity) : inverse(lo);
    return graph.apply('logGammaMass', [shape, hi === null ? constant(0) : inverse(hi), upper]);
  },

  typicalScale: (graph, { shape, scale }) => graph.apply('divide', [scale, shape]),
});
