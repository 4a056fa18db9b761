/** `half_cauchy(scale)`: a Cauchy with location 0, folded at 0. */
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { definePrior } from '../prior.ts';
import { massBetween } from '../shapes.ts';
import { logCauchy } from './cauchy.ts';

export const halfCauchyPrior = definePrior({
  parameters: { scale: 'scale' },
  support: 'positive',
  documentation: '',
  isHalf: true,

  logDensity: (graph, { scale }, { value }) =>
    logCauchy(graph, nodeArithmetic(graph).divide(value, scale), scale),
  logMass: (graph, { scale }, range) =>
    massBetween(graph, 'logCauchyMass', [], range, (end) => nodeArithmetic(graph).divide(end, scale)),

  typicalScale: (_, { scale }) => scale,
});
