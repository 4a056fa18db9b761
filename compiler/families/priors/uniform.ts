/** `uniform(lo, hi)`. Its bounds are its parameters, so it cannot be truncated. */
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { definePrior } from '../prior.ts';

export const uniformPrior = definePrior({
  parameters: { lo: 'lower', hi: 'upper' },
  support: 'bounds',
  documentation: "a probability's bounds lie in [0, 1]",

  logDensity(graph, { lo, hi }) {
    const { negate, subtract, log } = nodeArithmetic(graph);
    return negate(log(subtract(hi, lo)));
  },
});
