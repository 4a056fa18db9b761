/** `weibull(shape, scale)`: the power 1/shape of an exponential variable, times the scale. */
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { definePrior } from '../prior.ts';

export const weibullPrior = definePrior({
  parameters: { shape: 'shape', scale: 'scale' },
  support: 'positive',
  documentation: 'the median is `scale * log(2)^(1 / shape)`',

  /** ln k + z − ln x − e^z with z = k (ln x − ln scale). */
  logDensity(graph, { shape, scale }, { value }) {
    const { add, subtract, multiply, log, exp } = nodeArithmetic(graph);
    const power = multiply(shape, subtract(log(value), log(scale)));
    return subtract(add(subtract(log(shape), log(value)), power), exp(power));
  },
  /** (x/scale)^shape is exponential with rate 1. */
  logMass(graph, { shape, scale }, { lo, hi }) {
    const { add, subtract, multiply, negate, log, exp, constant, atLeast } = nodeArithmetic(graph);
    // If data or latents make an end 0, nothing is cut off: the smallest normal number replaces it.
    const hazard = (end: NodeId) =>
      graph.constantValue(end) === 0
        ? constant(0)
        : exp(multiply(shape, subtract(log(atLeast(2 ** -1022, end)), log(scale))));
    const below = hazard(lo!);
    if (hi === null) return negate(below);
    return add(negate(below), graph.apply('logExponentialMass', [subtract(hazard(hi), below)]));
  },

  typicalScale: (_, { scale }) => scale,
});
