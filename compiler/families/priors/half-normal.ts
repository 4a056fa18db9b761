/** `half_normal(sd)`: a normal with mean 0, folded at 0. */
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { definePrior } from '../prior.ts';
import { logNormal, logTruncatedNormalNode } from './normal.ts';

export const halfNormalPrior = definePrior({
  parameters: { sd: 'scale' },
  support: 'positive',
  documentation: '',
  isHalf: true,

  logDensity(graph, { sd }, { value }) {
    const { divide, log } = nodeArithmetic(graph);
    return logNormal(graph, divide(value, sd), log(sd));
  },
  logTruncatedDensity(graph, { sd }, value, range) {
    const { subtract, log, constant } = nodeArithmetic(graph);
    return subtract(logTruncatedNormalNode(graph, constant(0), sd, value, range), log(sd));
  },

  typicalScale: (_, { sd }) => sd,
});
